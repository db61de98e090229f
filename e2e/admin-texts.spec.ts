import { expect, test } from './club.ts';
import { signIn } from './signing-in.ts';
import { findTab } from './tabs.ts';

test(
  'a text is found, changed, seen at its place, refused where it is wrong, and goes back to the file’s',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await signIn(page, club, 'admin@localhost');
    await (await findTab(page, 'Texts')).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Texts');
    const visitor = await page.context().newPage();
    await visitor.goto(`${club.url}/home`);

    await page.getByLabel('Find a text').fill('taglíne');
    await expect(page.getByRole('form')).toHaveCount(1);
    const tagline = page.getByRole('form', { name: 'Tagline' });
    await expect(tagline.getByText('In the file')).toHaveCount(0);
    await tagline.getByLabel('Tagline').fill('Come in and stay');
    await expect(tagline).toContainText('In the file: Fostering a community');
    await expect(tagline.getByRole('region', { name: 'Preview' })).toContainText('Come in and stay');
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await tagline.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('‘Tagline’ was saved')).toBeVisible();
    await expect(tagline.getByRole('button', { name: 'Save' })).toBeFocused();
    // Whoever has the page open reads it without asking.
    await expect(visitor.getByText('Come in and stay')).toBeVisible();
    const opening = page.waitForEvent('popup');
    await tagline.getByRole('link', { name: 'See it at /home' }).click();
    const opened = await opening;
    await expect(opened.getByText('Come in and stay')).toBeInViewport();
    await opened.close();

    await tagline.getByRole('button', { name: 'Back to the file’s text' }).click();
    await expect(tagline.getByLabel('Tagline')).toHaveValue(/^Fostering/);
    await expect(tagline.getByLabel('Tagline')).toBeFocused();
    await expect(visitor.getByText('Fostering a community')).toBeVisible();

    await page.getByLabel('Find a text').fill('invitation');
    const invitation = page.getByRole('textbox', { name: 'Invitation to the chat: address' });
    await invitation.fill('nowhere');
    await invitation.press('Enter');
    await expect(invitation).toHaveAccessibleDescription('This must be an http(s) address.');
    await expect(invitation).toBeFocused();
    complaints.length = 0;
    await invitation.fill('https://chat.example.com/invite/new');
    await invitation.press('Enter');
    await expect(page.getByText('‘Invitation to the chat: address’ was saved')).toBeVisible();
    // What is right again has nothing said against it.
    await invitation.fill('nowhere');
    await invitation.press('Enter');
    await expect(invitation).toHaveAccessibleDescription('This must be an http(s) address.');
    complaints.length = 0;
    await page.getByRole('button', { name: 'Back to the file’s text' }).click();
    await expect(invitation).not.toHaveValue('nowhere');
    await expect(invitation).not.toHaveAccessibleDescription('This must be an http(s) address.');
    await page.goto(`${club.url}/admin/home`);
    await expect(page.getByRole('region', { name: 'Activity' })).toContainText('changed the text Tagline: ‘Fostering');
    await visitor.close();
  },
);

test(
  'one Save takes everything that was changed, and what is refused stays as it was typed',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await signIn(page, club, 'admin@localhost', '/admin/texts');
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const invitation = field('Invitation to the chat: address');
    // A page that comes alive takes the selection away: what is written over it just then stands before the old text.
    await expect(async () => {
      await field('Tagline').fill('Come in and stay');
      await expect(field('Tagline')).toHaveValue('Come in and stay', { timeout: 100 });
    }).toPass();
    await field('Room').fill('Attic 7');
    await invitation.fill('nowhere');
    const bar = page.getByRole('status').filter({ hasText: 'not saved yet' }).locator('..');
    await expect(bar).toContainText('3 texts are not saved yet.');
    await bar.getByRole('button', { name: 'Save' }).click();
    await expect(bar).toContainText('1 text is not saved yet.');
    await expect(invitation).toHaveAccessibleDescription('This must be an http(s) address.');
    await expect(invitation).toBeFocused();
    await expect(invitation).toHaveValue('nowhere');
    complaints.length = 0;
    await invitation.fill('https://chat.example.com/invite/new');
    const save = bar.getByRole('button', { name: 'Save' });
    await save.press('Enter');
    const done = page.getByRole('status').filter({ hasText: 'Everything is saved.' });
    await expect(done).toBeVisible();
    await expect(page.locator(':focus')).toHaveText('Save');

    await page.reload();
    await expect(field('Tagline')).toHaveValue('Come in and stay');
    await expect(field('Room')).toHaveValue('Attic 7');
    await expect(invitation).toHaveValue('https://chat.example.com/invite/new');
    await expect(page.getByRole('button', { name: 'Back to the file’s text' })).toHaveCount(3);
    await expect(page.getByText('In the file:')).toHaveCount(3);
  },
);
