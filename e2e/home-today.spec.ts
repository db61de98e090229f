import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { importInto, signIn } from './signing-in.ts';

const DAY = 86_400_000;
const soon = (days: number) => ({ timeStartTimestamp: Date.now() + days * DAY });

const RECORDS = {
  event: {
    jam: { title: 'Jam', location: 'Room 7', formId: 'jamform', datetime: soon(1) },
    maybe: { title: 'Maybe', location: 'Room 7', tentative: true, datetime: soon(20) },
    plan: { title: 'Plan', location: 'Room 7', publishAt: 'never', datetime: soon(30) },
    ...Object.fromEntries([2, 3, 4, 5].map((days) => [`talk${days}`, { title: `Talk ${days}`, datetime: soon(days) }])),
  },
  form: { jamform: { asksPerson: true } },
};

test('the admin home speaks of today: who is new, at most three lines, what is a draft', async ({
  page,
  startClub,
  browser,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, RECORDS);
  await signIn(page, club, 'admin@localhost');
  await expect(page.getByText('This is the admin area home')).toBeVisible();
  const next = page.getByRole('region', { name: 'Next event' });
  await expect(next.getByText('0 going')).toBeVisible();
  // A page notes the visit once it is alive.
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBeGreaterThan(0);
  await page.goto(`${club.url}/admin/events`);
  const visitor = await browser.newPage();
  await visitor.goto(`${club.url}/events/jam`);
  await visitor.getByLabel('Name (*)').fill('Ana');
  await visitor.getByLabel('Email (*)').fill('ana@example.edu');
  await visitor.getByRole('button', { name: 'Submit' }).click();
  await expect(visitor.getByText('Your response has been recorded!')).toBeVisible();
  await visitor.close();
  await page.goto(`${club.url}/admin/home`);
  await expect(next.getByText('1 going · 1 new since your last visit')).toBeVisible();
  await page.reload();
  await expect(next.getByText('1 going')).toBeVisible();
  await expect(next.getByText('new since your last visit')).toBeHidden();

  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention.getByRole('listitem')).toHaveCount(3);
  await attention.getByText('All', { exact: true }).click();
  await expect(attention.getByText('Talk 5 is less than a week away')).toBeVisible();
  await attention
    .getByRole('button', { name: 'Dismiss Talk 2 is less than a week away and has no place yet', exact: true })
    .click();
  await expect(attention.getByText('Talk 2 is less than a week away')).toBeHidden();
  await expect(attention.getByText('Hidden: 1, show')).toBeVisible();
  for (const name of [
    'Dismiss Maybe is still tentative',
    /^Dismiss \d+ texts and links of the sample can still be seen: /,
  ]) {
    await attention.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(attention.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(attention.getByText('Hidden: 3, show')).toBeVisible();
  // By keyboard, one line after the other is dismissed, and then the heading has the focus.
  const dismiss = attention.getByRole('button', { name: /^Dismiss/ });
  await dismiss.first().focus();
  for (let left = await dismiss.count(); left > 0; left--) {
    await page.keyboard.press('Enter');
    await expect(dismiss).toHaveCount(left - 1);
    if (left > 1) await expect(dismiss.first()).toBeFocused();
  }
  await expect(attention.getByRole('heading', { name: 'Needs attention' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('dismissed Talk 2: no place');
  await expect(page.getByRole('region', { name: 'Drafts' }).getByRole('listitem')).toContainText(['Plan']);
  for (const [width, colorScheme] of [
    [390, 'light'],
    [390, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await expectNoAxeViolations(page, `${width} px, ${colorScheme}`);
  }
});
