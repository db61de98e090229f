import type { Page } from '@playwright/test';
import { expect, test } from './club.ts';
import { addEvent } from './event-forms.ts';
import { importInto, signIn } from './signing-in.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Admin area' });

/** Counts the dialogs that open from now on. */
const countOpening = (page: Page) =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.opened = '0';
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
      dataset.opened = String(Number(dataset.opened) + added.filter((node) => node.nodeName === 'DIALOG').length);
    }).observe(document.body, { subtree: true, childList: true });
  });
const opened = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.opened));

test(
  'a dialog that was saved or left stays closed, Forward opens it again, and nothing asks for eval',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        console.error(`refused by the policy: ${effectiveDirective} ${blockedURI}`),
      );
    });
    await signIn(page, club, 'admin@localhost');
    await tabs(page).getByRole('link', { name: 'Execs' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a new exec' });
    // Leaving the dialog's address asks for the screen's data: a slow line shows what is there until it comes.
    await page.route('**/admin/execs.data*', async (route) => {
      const response = await route.fetch();
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
      await route.fulfill({ response });
    });
    for (const leave of ['Add Exec', 'Cancel']) {
      await page.getByRole('button', { name: 'Add new executive' }).click();
      await expect(dialog).toBeVisible();
      if (leave === 'Add Exec') await dialog.getByLabel('Name').fill('Grace');
      await countOpening(page);
      await dialog.getByRole('button', { name: leave }).click();
      await expect(page).toHaveURL(/\/admin\/execs$/);
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('rowheader')).toHaveText(['Grace']);
      expect(await opened(page), leave).toBe(0);
    }
    await page.goForward();
    await expect(dialog).toBeVisible();
    // Going forward asks for the screen's data too: an answer that is still on its way must not wait for a page that closes.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

test(
  'a dialog that is asked for while another closes opens all the same',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await signIn(page, club, 'admin@localhost');
    await tabs(page).getByRole('link', { name: 'Execs' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a new exec' });
    await page.getByRole('button', { name: 'Add new executive' }).click();
    await dialog.getByLabel('Name').waitFor();
    // Quicker than any hand: between the press and the way back that the browser takes a moment later.
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('button')];
      const press = (name: string) => buttons.find((button) => button.textContent?.trim() === name)?.click();
      press('Cancel');
      press('Add new executive');
    });
    await expect(page).toHaveURL(/#add$/);
    await expect(dialog.getByLabel('Name')).toBeVisible();
    await dialog.getByLabel('Name').fill('Grace');
    await dialog.getByRole('button', { name: 'Add Exec' }).click();
    await expect(page.getByRole('rowheader')).toHaveText(['Grace']);
  },
);

test('whoever opens a dialog with the keyboard and types at once loses no letter', async ({ page, club }) => {
  await signIn(page, club, 'admin@localhost');
  for (const [path, button] of [
    ['/admin/execs', 'Add new executive'],
    ['/admin/events', 'Create a new event'],
    ['/admin/sponsors', 'Add a sponsor'],
  ] as const) {
    await page.goto(club.url + path);
    await page.waitForLoadState('networkidle');
    const opener = page.getByRole('button', { name: button });
    await opener.focus();
    // In one task, as a busy machine hands out what was typed meanwhile.
    const focused = await opener.evaluate((pressed: HTMLButtonElement) => {
      pressed.click();
      return document.activeElement?.closest('dialog') !== null && document.activeElement?.matches('input');
    });
    expect(focused, path).toBe(true);
    await page.keyboard.type('Games');
    await expect(page.locator(':focus')).toHaveValue('Games');
  }
});

test(
  'the skip link leads past the tabs, and the keyboard’s place outlives a dialog',
  { tag: '@long' },
  async ({ page, club }) => {
    await signIn(page, club, 'admin@localhost');
    await tabs(page).getByRole('link', { name: 'Execs' }).click();
    await page.goto(`${club.url}/admin/execs`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const add = page.getByRole('button', { name: 'Add new executive' });
    await expect(add).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/execs#/);
    await expect(add).toBeFocused();
  },
);

test(
  'on a phone a dialog that came with its address leaves the keyboard in the page, not at the menu',
  { tag: '@long' },
  async ({ page, club }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await signIn(page, club, 'admin@localhost', '/admin/events#add');
    await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
  },
);

test('Delete asks to remove the row that has the focus, or those that are ticked', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const one = (name: string) => ({ name, title: 'Executive', isCurrentExec: true });
  await importInto(club, { exec: { a: one('Ada'), b: one('Bob'), c: one('Cleo'), d: one('Dana') } });
  await signIn(page, club, 'admin@localhost');
  await tabs(page).getByRole('link', { name: 'Execs' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove execs' });
  await page.getByRole('button', { name: 'Edit Bob' }).press('Delete');
  await expect(dialog.getByRole('listitem')).toHaveText(['Bob']);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Select Bob')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Edit Bob' })).toBeFocused();
  await page.getByLabel('Select Cleo').check();
  // Safari’s press on a box gives it no focus.
  await page.getByLabel('Select Cleo').blur();
  await page.keyboard.press('Delete');
  await expect(dialog.getByRole('listitem')).toHaveText(['Bob', 'Cleo']);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('rowheader')).toHaveText(['Ada', 'Dana']);
  await expect(page.getByRole('button', { name: 'Remove selected execs' })).toHaveAttribute(
    'aria-keyshortcuts',
    'Delete',
  );
  await page.getByLabel('Select Ada').press('Delete');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('rowheader')).toHaveText(['Dana']);
  await expect(page.getByLabel('Select Dana')).toBeFocused();
  await page.getByText('‘Ada’ was removed').locator('..').getByRole('link', { name: 'Trash' }).click();
  const bringBack = page.getByRole('button', { name: 'Bring back Ada' });
  await bringBack.press('Enter');
  await expect(bringBack).toBeHidden();
  await expect(page.getByText('‘Ada’ was brought back')).toBeVisible();
  // The row beside it, from which Tab leads to its button.
  await expect(page.locator(':focus').getByRole('button', { name: /^Bring back/ })).toBeVisible();
});

test('without a network a removal says that nothing can be removed', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, { exec: { a: { name: 'Ada', title: 'Executive', isCurrentExec: true } } });
  await signIn(page, club, 'admin@localhost');
  await tabs(page).getByRole('link', { name: 'Execs' }).click();
  await page.getByRole('button', { name: 'Edit Ada' }).press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Remove execs' });
  await page.context().setOffline(true);
  await expect(dialog.getByRole('status')).toHaveText(
    'You are offline. Nothing can be removed before you are back online.',
  );
  await page.context().setOffline(false);
  await expect(dialog.getByRole('status')).toBeEmpty();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(0);
});

test('events are not removed before it is known how many responses go with them', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  addEvent(club);
  await signIn(page, club, 'admin@localhost');
  await tabs(page).getByRole('link', { name: 'Events' }).click();
  await page.getByLabel('Select Game Night').check();
  let count = () => {};
  const counted = new Promise<void>((resolve) => {
    count = resolve;
  });
  await page.route('**/admin/responses-to-remove*', async (route) => {
    await counted;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Remove 1 event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove events' });
  const remove = dialog.getByRole('button', { name: 'Remove', exact: true });
  await expect(dialog).toContainText('Counting their responses…');
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await remove.click({ force: true });
  await expect(dialog).toContainText('Counting their responses…');
  count();
  await expect(dialog).toContainText('No responses are removed.');
  await remove.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('There are no events yet.')).toBeVisible();
});

test('on a phone, what was saved is not said over ‘Save’', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, club, 'admin@localhost');
  await tabs(page).getByRole('link', { name: 'Files' }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const said = page.getByRole('status').filter({ hasText: 'The slideshow was saved' });
  // Nothing is sent by a page that is not alive yet.
  await expect(async () => {
    await save.click();
    await expect(said).toBeVisible({ timeout: 2000 });
  }).toPass();
  const isCovered = await said.evaluate((toast) => {
    const save = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save');
    const [over, under] = [toast, save].map((element) => element?.getBoundingClientRect());
    return !over || !under || (over.bottom > under.top && over.top < under.bottom);
  });
  expect(isCovered).toBe(false);
});

test(
  'on a narrow phone the link of a toast stays in one piece',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await startClub();
    await page.setViewportSize({ width: 320, height: 700 });
    await signIn(page, club, 'admin@localhost', '/admin/execs');
    await page.getByLabel('Select all: Current Executives').check();
    await page.getByRole('button', { name: 'Remove selected execs' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    const link = page.getByRole('status').getByRole('link', { name: 'Trash' });
    await expect(link).toBeVisible();
    const lines = await link.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    // The browser itself reports portraits that went along.
    complaints.length = 0;
  },
);
