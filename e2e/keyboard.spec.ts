import type { Locator, Page } from '@playwright/test';
import { expect, test } from './club.ts';
import { fillSignIn, signIn } from './signing-in.ts';

/** Goes on with the Tab key until `wanted` has the focus; everything on the way must be visible and show its focus. */
async function tabTo(page: Page, wanted: Locator, most = 40): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(wanted).toBeFocused();
  await expect(wanted).toBeInViewport();
  const outline = await wanted.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(outline, 'the focus is visible').not.toBe('none');
}

/** The words of what has the focus, where all of it lies off the screen or below something else. */
function coveredFocus(): string | undefined {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return undefined;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isSeen = parts.some((across) =>
    parts.some((down) => {
      const there = document.elementFromPoint(left + width * across, top + height * down);
      return there !== null && (focused.contains(there) || there.contains(focused) || isLabelOf(there, focused));
    }),
  );
  return isSeen ? undefined : (focused.ariaLabel ?? focused.textContent);

  function isLabelOf(there: Element, field: Element): boolean {
    return field instanceof HTMLInputElement && [...(field.labels ?? [])].some((label) => label.contains(there));
  }
}

test.describe('by keyboard alone', () => {
  test('from home to the events, one of them, its form', async ({ page, club }) => {
    await page.goto(`${club.url}/home`);
    await tabTo(page, page.getByRole('button', { name: 'Pause slideshow' }));
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Play slideshow' })).toBeFocused();
    // The next one, which is shown here, may have been over for an hour.
    await tabTo(page, page.getByRole('link', { name: 'See more about events' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: /^Intro to Git/ }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible();
    // The page begins at its beginning: its first action is two steps away, behind the place.
    await expect(page.getByRole('main')).toBeFocused();
    await tabTo(page, page.getByRole('link', { name: 'Go to the sign-up form' }), 2);
    await page.keyboard.press('Enter');
    await expect(page.locator('#sign-up')).toBeFocused();
    await tabTo(page, page.getByLabel('Name (*)'), 1);
  });

  test('back from an event, to the card that led there', async ({ page, club }) => {
    const isAlive = page.waitForRequest(/\/live/);
    await page.goto(`${club.url}/events`);
    await isAlive;
    const card = page.getByRole('link', { name: /Chess and Algorithms/ });
    await card.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Chess and Algorithms' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await page.goBack();
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport();
    await page.goForward();
    await expect(page.getByRole('main')).toBeFocused();
  });

  for (const [path, width, height] of [
    ['/events/-OgaqyxQHPVkKhOcSye7', 320, 256],
    ['/admin/files', 1045, 600],
    ['/admin/files', 390, 700],
    ['/admin/events', 320, 640],
  ] as const) {
    test(
      `nothing on ${path} that has the focus lies below a bar (${width} × ${height})`,
      { tag: '@long' },
      async ({ page, club }) => {
        await page.setViewportSize({ width, height });
        if (path.startsWith('/admin')) await signIn(page, club, 'admin@localhost');
        const isAlive = page.waitForRequest(/\/live/);
        await page.goto(club.url + path);
        // What comes late would push away what a robot has reached by then.
        await isAlive;
        const hidden: string[] = [];
        for (let pressed = 0; pressed < 60; pressed++) {
          await page.keyboard.press('Tab');
          const covered = await page.evaluate(coveredFocus);
          if (covered) hidden.push(covered);
        }
        expect(hidden).toEqual([]);
      },
    );
  }

  test('from the team to its descriptions and to former members', { tag: '@long' }, async ({ page, club }) => {
    await page.goto(`${club.url}/links`);
    await tabTo(page, page.getByRole('link', { name: 'Team', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Current Executive Team' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    const arrow = page.getByRole('button', { name: 'About Amara Boakye' });
    await tabTo(page, arrow, 1);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Amara teaches the git workshop')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(arrow).toHaveAttribute('aria-expanded', 'false');
    await tabTo(page, page.getByRole('button', { name: 'Previous Executives' }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'About Darius Okonkwo-Frey' }), 1);
  });

  test(
    'through the guide, from its contents to a copied block of code',
    { tag: '@long' },
    async ({ page, club, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`${club.url}/guide`);
      await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Tools' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Tools' })).toBeFocused();
      await tabTo(page, page.getByRole('button', { name: 'Copy' }).first());
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
      // A table stops the keyboard only where it must be scrolled.
      const regions = page.locator('[data-markdown]').getByRole('region', { name: /^Table \d/ });
      await expect(regions).toHaveCount(0);
      await page.setViewportSize({ width: 320, height: 700 });
      await expect(regions.first()).toHaveAttribute('tabindex', '0');
      await page.setViewportSize({ width: 1280, height: 700 });
      await expect(regions).toHaveCount(0);
    },
  );

  test('a message to the club', { tag: '@long' }, async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await page.goto(`${club.url}/contact`);
    await tabTo(page, page.getByLabel('Name', { exact: true }));
    await page.keyboard.type('Sam');
    await page.keyboard.press('Tab');
    await page.keyboard.type('sam@example.edu');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Hello');
    await tabTo(page, page.getByRole('button', { name: 'Submit' }), 1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Message submitted' })).toBeFocused();
  });

  test('the menu on a phone', async ({ page, club }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${club.url}/home`);
    await tabTo(page, page.getByRole('button', { name: 'Menu', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    await tabTo(page, page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Events' }), 3);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
    await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Subscribe to all events' }), 1);
  });

  test(
    'signing in, the tabs of the admin area, a column copied, signing out',
    { tag: '@long' },
    async ({ page, club, context }) => {
      test.setTimeout(120_000);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`${club.url}/auth/login`);
      await tabTo(page, page.getByRole('button', { name: 'Login' }));
      const opening = page.waitForEvent('popup');
      await page.keyboard.press('Enter');
      const popup = await opening;
      await expect(popup.getByLabel('Email')).toBeFocused();
      await fillSignIn(popup, club, 'admin@localhost');
      await page.waitForURL(/\/admin\/home$/);
      await tabTo(page, page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Events' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Event Management' })).toBeVisible();
      await tabTo(page, page.getByRole('rowheader').getByRole('link', { name: /^Intro to Git/ }), 40);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await tabTo(page, page.getByRole('button', { name: 'Copy column' }).first());
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
      await page.getByRole('link', { name: 'Logout' }).focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${club.url}/home`);
      await expect(page.getByRole('main')).toBeFocused();
    },
  );

  test('finding what is kept about someone', { tag: '@long' }, async ({ page, club, complaints }) => {
    await signIn(page, club, 'admin@localhost', '/admin/personal-data');
    const address = page.getByRole('main').getByRole('textbox');
    await tabTo(page, address);
    await page.keyboard.type('nobody');
    await tabTo(page, page.getByRole('button', { name: 'Find' }), 1);
    await page.keyboard.press('Enter');
    await expect(address).toBeFocused();
    await expect(address).toHaveAccessibleDescription(/^Please enter an email address/);
    // The browser's console names the refusal.
    complaints.length = 0;
    await page.keyboard.press('End');
    await page.keyboard.type('@example.edu');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
  });
});
