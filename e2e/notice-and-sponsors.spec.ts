import { readFile } from 'node:fs/promises';
import { expectNoAxeViolations, expectNoOverflow } from './axe.ts';
import { expect, test } from './club.ts';
import { importInto, signIn } from './signing-in.ts';

const SAYS = 'New here? Come to any event: you need not be a member, nor know anything about computers.';

test(
  'a notice that was closed is not painted again, until its text changes',
  { tag: '@long' },
  async ({ page, startClub, browser, complaints }) => {
    const club = await startClub({});
    const notice = page.getByRole('complementary', { name: 'Notice' });
    await page.goto(`${club.url}/events`);
    await expect(notice).toHaveText(SAYS);
    await page.getByRole('button', { name: 'Close this notice', exact: true }).click();
    await expect(notice).toBeHidden();
    await expect(page.locator('main')).toBeFocused();
    // On the next page, and before a script of the page has run.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`${club.url}/contact`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(notice).toBeHidden();
    await page.unrouteAll();

    const officer = await (await browser.newContext()).newPage();
    await signIn(officer, club, 'admin@localhost', '/admin/texts');
    const field = (label: string) => officer.getByLabel(label, { exact: true });
    await expect(field('Notice')).toHaveValue(SAYS);
    await field('Notice').fill('Tonight is cancelled.');
    await field('From').fill('2027-01-02T10:00');
    await field('Until').fill('2027-01-01T10:00');
    await officer.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect(officer.getByText('‘Until’ is before ‘From’')).toBeVisible();
    await field('From').fill('');
    await field('Until').fill('');
    await field('Link').fill('https://club.example.com/tonight');
    await officer.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect(officer.getByText('Visitors see it now.')).toBeVisible();
    await officer.close();
    // By now the browser has reported the scripts that it did not get.
    complaints.length = 0;

    await page.goto(`${club.url}/events`);
    await expect(notice).toHaveText('Tonight is cancelled.');
    await expect(notice.getByRole('link')).toHaveAttribute('href', 'https://club.example.com/tonight');
  },
);

test(
  'an open page follows the notice, and nothing else moves when it is closed',
  { tag: '@long' },
  async ({ page, startClub, browser }) => {
    const club = await startClub({});
    await page.goto(`${club.url}/team`);
    const notice = page.getByRole('complementary', { name: 'Notice' });
    await expect(notice).toBeVisible();
    await page.evaluate(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!Reflect.get(entry, 'hadRecentInput')) Reflect.set(window, 'shift', 1);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.getByRole('button', { name: 'Close this notice' }).click();
    await expect(notice).toBeHidden();
    expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBe(0);
    const officer = await (await browser.newContext()).newPage();
    await signIn(officer, club, 'admin@localhost', '/admin/texts');
    await officer.getByLabel('Notice', { exact: true }).fill('The door code has changed.');
    await officer.getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect(notice).toHaveText('The door code has changed.');
    await officer.close();
  },
);

test('the menu of a phone covers the notice, and nothing is too wide', { tag: '@long' }, async ({ page, club }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${club.url}/home`);
    await expectNoOverflow(page, width);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Team' }).click();
    await expect(page).toHaveURL(`${club.url}/team`);
    await expect(page.getByRole('complementary', { name: 'Notice' })).toBeVisible();
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the notice is there, without a button that would do nothing, and so are the sponsors', async ({
    page,
    club,
  }) => {
    await page.goto(`${club.url}/home`);
    await expect(page.getByRole('complementary', { name: 'Notice' })).toHaveText(SAYS);
    await expect(page.getByRole('button', { name: 'Close this notice' })).toHaveCount(0);
    const strip = page.getByRole('region', { name: 'Supported by' });
    await expect(strip.getByRole('link')).toHaveCount(2);
    await expect(strip.getByRole('img', { name: 'Brindlecove Coffee: a steaming cup' })).toBeVisible();
  });
});

test('a sponsor that is moved far by key alone stays in sight, with the focus', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const sponsors = Array.from({ length: 14 }, (_none, at) => [`s${at}`, { name: `Sponsor ${at + 1}`, position: at }]);
  await importInto(club, { sponsor: Object.fromEntries(sponsors) });
  await page.setViewportSize({ width: 1280, height: 640 });
  await signIn(page, club, 'admin@localhost', '/admin/sponsors');
  const row = page.getByRole('listitem', { name: 'Sponsor 1', exact: true });
  const isReadable = () =>
    row.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect();
      const corners = [top + 1, bottom - 1].map((y) => document.elementFromPoint(left + 1, y));
      return corners.every((corner) => corner !== null && element.contains(corner));
    });
  await page.getByRole('button', { name: 'Add a sponsor', exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  for (let place = 2; place <= 12; place += 1) {
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Sponsor 1 is now ${place} of 14`)).toBeAttached();
    await expect.poll(isReadable, `at place ${place}`).toBe(true);
  }
  await expect(row.getByRole('button', { name: 'Move down' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  for (let place = 11; place >= 1; place -= 1) {
    await page.keyboard.press('Space');
    await expect.poll(isReadable, `back at place ${place}`).toBe(true);
  }
  await expect(row.getByRole('button', { name: 'Move up' })).toBeFocused();
  const first = async () => /Sponsor \d+/.exec(await (await page.request.get(`${club.url}/sponsors`)).text())?.[0];
  await expect.poll(first).toBe('Sponsor 1');
  await page.reload();
  await expect(page.getByRole('main').getByRole('listitem').first()).toHaveAccessibleName('Sponsor 1');

  // Whoever leaves while a move is being sent is asked, as others may wait behind it.
  const answer = Promise.withResolvers<void>();
  await page.route('**/admin/sponsors.data*', async (route) => {
    if (route.request().method() === 'POST') await answer.promise;
    await route.continue();
  });
  await row.getByRole('button', { name: 'Move down' }).click();
  await row.getByRole('button', { name: 'Move down' }).click();
  await page.getByRole('link', { name: 'Execs', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  answer.resolve();
  await expect.poll(first).toBe('Sponsor 2');
});

test('sponsors are added with a drawing, moved by hand and by key, and followed by open pages', async ({
  page,
  startClub,
  browser,
}) => {
  const club = await startClub({});
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${club.url}/sponsors`);
  const tiers = visitor.getByRole('main').getByRole('heading', { level: 2 });
  await expect(tiers).toHaveText(['Gold', 'Snacks']);
  await expectNoAxeViolations(visitor);

  await signIn(page, club, 'admin@localhost', '/admin/sponsors');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Add a sponsor', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a sponsor' });
  await dialog.getByLabel('Name', { exact: true }).fill('Tallowmere Press');
  const drawing = {
    name: 'tallowmere.svg',
    mimeType: 'image/svg+xml',
    buffer: await readFile('public/images/placeholder.svg'),
  };
  await dialog.getByLabel('Logo', { exact: true }).setInputFiles(drawing);
  await expect(dialog.getByRole('link', { name: 'tallowmere.png' }).or(dialog.getByText('tallowmere'))).toBeVisible();
  await dialog.getByLabel('Description of the logo', { exact: true }).fill('Tallowmere Press: a leaf of paper');
  await dialog.getByLabel('Link', { exact: true }).fill('http://tallowmere.example.com');
  await dialog.getByLabel('Tier', { exact: true }).fill('Silver');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Please enter a link that begins with https://')).toBeVisible();
  await dialog.getByLabel('Link', { exact: true }).fill('https://tallowmere.example.com');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rows).toHaveCount(3);
  await expect(tiers).toHaveText(['Gold', 'Snacks', 'Silver']);
  await expectNoAxeViolations(page);

  const last = rows.nth(2);
  await last.getByRole('button', { name: 'Move up' }).press('Enter');
  await last.getByRole('button', { name: 'Move up' }).waitFor();
  await expect(rows.nth(1)).toContainText('Tallowmere Press');
  await expect(rows.nth(1).getByRole('button', { name: 'Move up' })).toBeFocused();
  await expect(tiers).toHaveText(['Gold', 'Silver', 'Snacks']);

  const grip = rows.nth(2).locator('[title="Drag to another place"]');
  const from = await grip.boundingBox();
  const to = await rows.nth(0).boundingBox();
  if (!from || !to) throw new Error('There is nothing to drag');
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, to.y + 2, { steps: 8 });
  await page.mouse.up();
  await expect(rows.nth(0)).toContainText('Brindlecove Coffee');
  await expect(tiers).toHaveText(['Snacks', 'Gold', 'Silver']);

  await page.getByRole('button', { name: 'Remove Tallowmere Press' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(tiers).toHaveText(['Snacks', 'Gold']);
  await visitor.close();
});
