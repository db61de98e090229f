import { expect, test } from './club.ts';

test('a form sent before its scripts have come waits for them, and keeps what was typed', async ({
  page,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(`${club.url}/contact`, { waitUntil: 'commit' });
  await page.getByLabel('Message', { exact: true }).fill('Is anyone there?');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  gate.resolve();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await expect(page).toHaveURL(`${club.url}/contact`);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Is anyone there?');
});
