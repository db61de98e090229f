import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { signIn } from './signing-in.ts';
import { findTab, tabsOf } from './tabs.ts';

test('under More the other screens stand in groups, are found by typing, and the open one joins the bar', async ({
  page,
  club,
}) => {
  await signIn(page, club, 'admin@localhost', '/admin/execs');
  const tabs = tabsOf(page);
  const more = tabs.getByText('More', { exact: true });
  await expect(tabs.getByRole('link', { name: 'Sponsors' })).toBeHidden();
  await more.click();
  await expect(tabs.getByRole('list', { name: 'People and access' }).getByRole('link')).toHaveText([
    'People',
    'Committees',
    'Personal data',
    'Handover',
  ]);
  await expect(tabs.getByRole('list', { name: 'Site' }).getByRole('link')).toHaveText([
    'Pages',
    'Sponsors',
    'Links',
    'Texts',
    'Digest',
  ]);
  await expect(tabs.getByRole('list', { name: 'Records' }).getByRole('link')).toHaveText([
    'What runs out',
    'The year in figures',
    'Trash',
  ]);
  await expect(tabs.getByLabel('Find a screen')).toBeFocused();
  await page.keyboard.type('spon');
  await expect(tabs.getByRole('list')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sponsors');
  await expect(tabs.getByRole('link', { name: 'Sponsors' })).toHaveAttribute('aria-current', 'page');
  await expect(tabs.getByRole('link', { name: 'Pages' })).toBeHidden();
  await more.click();
  await expect(tabs.getByRole('link', { name: 'Sponsors' })).toHaveCount(1);
  await expect(tabs.getByLabel('Find a screen')).toBeFocused();
  await page.keyboard.type('nothing like it');
  await expect(tabs.getByText('No screen found.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tabs.getByText('No screen found.')).toBeHidden();
  await expect(more).toBeFocused();
  await more.press('Enter');
  await expect(tabs.getByRole('link', { name: 'Pages' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click({ position: { x: 5, y: 5 } });
  await expect(tabs.getByRole('link', { name: 'Pages' })).toBeHidden();
  // Kinds are found from the table of events, and in the bar all the same while they are open.
  await page.goto(`${club.url}/admin/kinds`);
  await expect(tabs.getByRole('link', { name: 'Kinds' })).toHaveAttribute('aria-current', 'page');
});

test(
  'a screen is found by what it is for, also by what lies below it, with arrow keys and Enter',
  { tag: '@long' },
  async ({ page, club }) => {
    await signIn(page, club, 'admin@localhost', '/admin/execs');
    const tabs = tabsOf(page);
    const more = tabs.getByText('More', { exact: true });
    const wanted = tabs.getByLabel('Find a screen');
    await more.press('Enter');
    await expect(wanted).toBeFocused();
    await page.keyboard.type('qr code');
    const found = tabs.getByRole('list', { name: 'Screens found' }).getByRole('link');
    await expect(found).toHaveText(['Events', 'Links']);
    await expect(found.first()).toHaveAccessibleDescription('Door, check-in and QR codes of tickets');
    await expectNoAxeViolations(page, 'what was found');
    await page.keyboard.press('ArrowUp');
    await expect(found.last()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(wanted).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(found.last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Links');
    await more.press('Enter');
    await wanted.fill('visits');
    await wanted.press('Enter');
    // It is the open screen: nothing else folds the menu.
    await expect(wanted).toBeHidden();
    await expect(more).toBeFocused();
  },
);

for (const [width, colorScheme] of [
  [390, 'light'],
  [390, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)
  test(`axe finds nothing in the open menu (${width} px, ${colorScheme})`, { tag: '@long' }, async ({ page, club }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, club, 'admin@localhost', '/admin/execs');
    await expect(await findTab(page, 'Trash')).toBeInViewport({ ratio: 1 });
    await expectNoAxeViolations(page, 'the menu');
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu opens, and its links lead on', async ({ page, club }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await signIn(page, club, 'admin@localhost', '/admin/execs');
    const tab = await findTab(page, 'Texts');
    await expect(tabsOf(page).getByLabel('Find a screen')).toBeHidden();
    await tab.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Texts');
    await expect(tabsOf(page).getByRole('link', { name: 'Texts' })).toHaveAttribute('aria-current', 'page');
  });
});
