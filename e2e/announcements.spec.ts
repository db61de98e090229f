import AxeBuilder from '@axe-core/playwright';
import { openDiscord, sayJson, type DiscordServer } from '../test/discord-server.ts';
import { expect, test as base } from './club.ts';
import { openAdd, openEvents, save } from './event-dialog.ts';

const test = base.extend<{ discord: DiscordServer }>({
  discord: async ({}, use) => {
    const discord = await openDiscord();
    await use(discord);
    await discord.close();
  },
});

test(
  'an event is announced from its dialog, and what became of it is shown as it happens',
  { tag: '@long' },
  async ({ page, startClub, discord }) => {
    discord.answer((_asked, response) => sayJson(response, 400, { code: 50_035 }));
    await openEvents(page, () => startClub({ CLUB_EMPTY: '1', DISCORD_WEBHOOK_URL: discord.url }));
    const dialog = await openAdd(page);
    await expect(dialog.getByLabel('Announce on Discord')).toBeChecked();
    await dialog.getByLabel('Title', { exact: true }).fill('Chess night');
    await dialog.getByLabel('Start time').fill('2020-05-01T19:00');
    await expect(dialog.getByLabel('Announce on Discord')).toHaveAccessibleDescription(/already over/);
    await dialog.getByLabel('Start time').fill('2098-05-01T19:00');
    await expect(dialog.getByLabel('Announce on Discord')).toHaveAccessibleDescription(/^Posted when visitors/);
    await save(dialog, 'Create Event');
    await page.getByRole('link', { name: 'Chess night' }).click();
    const line = page.getByRole('list', { name: 'Announcements' });
    await expect(line).toContainText(
      'The event was not announced on Discord. Discord refused the message (400, code 50035).',
    );
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    discord.answer(undefined);
    await line.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('It is being sent again.')).toBeVisible();
    await expect(line).toContainText('Announced on Discord at ');
    await expect(line.getByRole('button')).toHaveCount(0);
    expect([...discord.channel.values()].map(({ embeds: [{ title }] }) => title)).toEqual(['Chess night']);
  },
);

test('where nothing can be announced, the dialog does not ask', { tag: '@long' }, async ({ page, startClub }) => {
  await openEvents(page, startClub);
  const dialog = await openAdd(page);
  await expect(dialog.getByLabel('Visibility')).toBeVisible();
  await expect(dialog.getByLabel('Announce on Discord')).toHaveCount(0);
});
