import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { signIn } from './signing-in.ts';

test(
  'a handover is begun by one admin, gone on with by another, and finished',
  { tag: '@long' },
  async ({ page, browser, startClub }) => {
    const club = await startClub();
    await signIn(page, club, 'admin@localhost');
    const context = await browser.newContext();
    const other = await context.newPage();
    await signIn(other, club, 'member@localhost');
    await club.command('grant', 'member@localhost');
    await page.getByRole('link', { name: 'Handover' }).click();
    await other.goto(`${club.url}/admin/handover`);

    await page.getByRole('button', { name: 'Begin the handover' }).press('Enter');
    await expect(page.getByRole('link', { name: 'Start' })).toBeFocused();
    await other.getByRole('link', { name: 'What else' }).click();
    await page.getByRole('link', { name: 'What else' }).click();
    await page.getByRole('button', { name: 'Add an item' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add an item' });
    await dialog.getByLabel('Item').fill('Key of the storage room');
    await dialog.getByLabel('Owner', { exact: true }).fill('Grace');
    await dialog.getByLabel('Owner', { exact: true }).press('Enter');
    await other.getByLabel('Key of the storage room').first().check();
    await other.getByRole('button', { name: '+ Mailbox' }).press('Enter');
    await expect(other.getByRole('button', { name: '+ Domain' })).toBeFocused();
    await expect(page.getByRole('checkbox', { name: 'Mailbox' })).toBeVisible();
    await expect(page.getByRole('button', { name: '+ Mailbox' })).toBeHidden();
    await expect(page.getByRole('checkbox', { name: 'Key of the storage room' })).toBeChecked();

    await page.getByRole('link', { name: 'Who leaves' }).click();
    await page.getByRole('checkbox', { name: /^Amara Boakye/ }).check();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Move 1 to the previous executives' }).press('Enter');
    await expect(page.getByRole('checkbox', { name: /^Amara Boakye/ })).toBeHidden();
    await page.getByRole('button', { name: 'Done, next' }).press('Enter');
    await expect(other.getByText('Done by Local admin')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Who comes' })).toBeFocused();

    await page.getByRole('link', { name: 'Take a copy' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the archive' }).click();
    await (await downloading).path();
    // What was downloaded is done.
    await expect(page.getByRole('button', { name: 'Not done yet' })).toBeVisible({ timeout: 30_000 });

    await other.getByRole('link', { name: 'The page to sign' }).click();
    await expect(other.getByRole('row', { name: 'Key of the storage room Grace Yes' })).toBeVisible();
    await expect(other.getByText('Amara Boakye (Co-President)', { exact: true })).toBeVisible();
    await expectNoAxeViolations(other);
    await other.emulateMedia({ media: 'print' });
    await expect(other.getByRole('heading', { name: 'The page to sign' })).toBeHidden();
    await other.emulateMedia({ media: 'screen' });
    await other.getByRole('link', { name: 'All steps' }).first().click();
    await other.getByRole('button', { name: 'Finish the handover' }).press('Enter');
    await other.getByRole('dialog').getByRole('button', { name: 'Finish' }).press('Enter');
    await expect(other.getByRole('button', { name: 'Begin the handover' })).toBeVisible();
    // Whoever is at a step of it is led back.
    await expect(page.getByRole('button', { name: 'Begin the handover' })).toBeVisible();
    await context.close();
  },
);

test('an archive is downloaded without a handover', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await signIn(page, club, 'admin@localhost', '/admin/handover');
  await page.getByLabel('With what is not public yet').check();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the archive' }).click();
  const download = await downloading;
  expect(download.url()).toContain('&with-drafts=1');
  await download.path();
  await expect(page.getByText('The archive is in your downloads.')).toBeVisible();
  await expectNoAxeViolations(page);
  await expect(page.getByRole('button', { name: 'Begin the handover' })).toBeVisible();
});

test('Tab alone goes through the steps of a handover, past no tab', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await signIn(page, club, 'admin@localhost', '/admin/handover');
  await page.getByRole('button', { name: 'Begin the handover' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Start' })).toBeFocused();
  await page.keyboard.press('Enter');
  for (const step of ['Who leaves', 'Who comes', 'Who has access', 'What else', 'Take a copy', 'The page to sign']) {
    await expect(page.getByRole('heading', { name: step, exact: true }).first()).toBeFocused();
    const done = page.getByRole('button', { name: step === 'The page to sign' ? 'Done' : 'Done, next', exact: true });
    let presses = 0;
    while (presses < 25 && !(await done.evaluate((button) => button === document.activeElement))) {
      await page.keyboard.press('Tab');
      presses++;
    }
    expect(presses, step).toBeLessThan(15);
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('button', { name: 'Finish the handover' })).toBeFocused();
});
