import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { signIn } from './signing-in.ts';
import { findTab, tabsOf } from './tabs.ts';

test('an admin invites someone, whose open page follows what their role includes', async ({
  page,
  browser,
  startClub,
}) => {
  const club = await startClub();
  await signIn(page, club, 'admin@localhost', '/admin/people');
  await page.getByRole('button', { name: 'Invite someone' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByLabel('Email').fill('member@localhost');
  await expect(dialog.getByLabel('Role')).toHaveValue('Events');
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Email').press('Enter');
  const open = page.getByRole('heading', { name: 'Open invitations' });
  await expect(open).toBeVisible();
  await expect(page.getByRole('button', { name: 'QR code' })).toBeVisible();
  // The page may hear that it is gone before it hears that it did it.
  await page.route('**/admin/people.data*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    await expect(open).toBeHidden();
    return route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await expect(page.getByText('The invitation of member@localhost was withdrawn')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Invite someone' }).press('Enter');
  await dialog.getByLabel('Email').fill('member@localhost');
  await dialog.getByLabel('Email').press('Enter');
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();

  const context = await browser.newContext();
  const member = await context.newPage();
  await signIn(member, club, 'member@localhost', '/admin/events');
  await expect(member.getByRole('button', { name: 'Create a new event' })).toBeVisible();
  const tabs = tabsOf(member);
  await tabs.getByText('More', { exact: true }).click();
  await expect(tabs.getByRole('link', { name: 'Pages' })).toBeVisible();
  await expect(tabs.getByRole('link', { name: 'Submissions' })).toBeHidden();
  await expect(tabs.getByRole('link', { name: 'People' })).toBeHidden();
  expect((await member.goto(`${club.url}/admin/people`))?.status()).toBe(403);
  await expect(member.getByText('Your role does not include this.')).toBeVisible();
  await member.goto(`${club.url}/admin/events`);

  await expect(page.getByRole('heading', { name: 'Open invitations' })).toBeHidden();
  await page.getByLabel('Role of Local member').selectOption('Viewer');
  await expect(member.getByRole('button', { name: 'Create a new event' })).toBeHidden();
  const upcoming = member.getByRole('table', { name: 'Upcoming events' });
  await expect(upcoming).toBeVisible();
  // Without a box before each title, the widths are still their columns' own.
  const date = upcoming.getByRole('columnheader', { name: 'Start date' });
  expect(await date.evaluate((head) => head.clientWidth)).toBeGreaterThan(100);

  await page.getByLabel('Role of Local member').selectOption('Editor');
  await expect(await findTab(member, 'Texts')).toBeVisible();
  await expect(member.getByRole('button', { name: 'Create a new event' })).toBeVisible();
  await tabs.getByRole('link', { name: 'Food' }).click();
  await member.getByRole('button', { name: 'Add new food item' }).click();
  await member.getByRole('dialog').getByLabel('Name').fill('Tea');
  await member.getByRole('dialog').getByLabel('Name').press('Enter');
  await expect(member.getByRole('row', { name: /Tea/ })).toBeVisible();
  await page.getByLabel('Role of Local member').selectOption('Events');
  await expect(member.getByRole('button', { name: 'Add new food item' })).toBeHidden();
  await expect(member.getByRole('row', { name: /Tea/ })).toBeVisible();
  await member.goto(`${club.url}/admin/events`);

  // Nothing in one's own row looks as if it could be done.
  await expect(page.getByLabel('Role of Local admin')).toBeDisabled();
  await expect(page.getByLabel('Role of Local admin')).toHaveValue('admin');
  await expect(page.getByRole('row', { name: /Local admin/ })).toContainText('Someone has to stay an admin.');
  await expect(page.getByRole('button', { name: 'Remove Local admin' })).toBeHidden();
  await page.getByLabel('Role of Local member').selectOption('Admin');
  await expect(page.getByRole('row', { name: /Local admin/ })).toContainText('Ask another admin.');

  await page.getByRole('button', { name: 'Remove Local member' }).press('Enter');
  await page.getByRole('dialog', { name: 'Remove access' }).getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByLabel('Role of Local member')).toBeHidden();
  await expect(member.getByRole('table', { name: 'Upcoming events' })).toBeHidden();
  await context.close();
});

test(
  'arrow keys pass over roles without giving them: the one that is left there holds',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub();
    const member = await page.context().browser()?.newContext();
    if (!member) throw new Error('There is no browser.');
    await signIn(await member.newPage(), club, 'member@localhost');
    await member.close();
    await club.command('grant', 'member@localhost', '--role', 'editor');
    await signIn(page, club, 'admin@localhost', '/admin/people');
    const given: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/admin/people')) given.push(request.postDataJSON());
    });
    const role = page.getByLabel('Role of Local member');
    await role.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(role).toHaveValue('viewer');
    expect(given).toEqual([]);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('status').getByText('Local member has the role Viewer now')).toBeVisible();
    expect(given).toEqual([expect.objectContaining({ role: 'viewer' })]);
    // While the list is read anew, it shows the role that was given, and the next one is chosen from there.
    await page.route('**/admin/people.data**', async (route) => {
      if (route.request().method() === 'GET') await new Promise((done) => setTimeout(done, 1500));
      await route.continue();
    });
    await role.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').getByText('Local member has the role Events now')).toBeVisible();
    expect(await role.inputValue()).toBe('events');
    await expect(role).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(role).toHaveValue('editor');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').getByText('Local member has the role Editor now')).toBeVisible();
    expect(given.map((one) => Reflect.get(Object(one), 'role'))).toEqual(['viewer', 'events', 'editor']);
    await expect(role).toHaveValue('editor');
    await expect(role).toBeFocused();
  },
);
