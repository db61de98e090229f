import { GAME_NIGHT } from './admin-states.ts';
import { expectNoAxeViolations, expectNoOverflow } from './axe.ts';
import { expect, test } from './club.ts';
import { importInto, signIn } from './signing-in.ts';

test(
  'an officer looks at the pictures of a draft, downloads them by keyboard, and copies the texts',
  { tag: '@long' },
  async ({ page, context, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    const title = 'أمسية البرمجة 🎲 and an unusually long name for an evening';
    await importInto(club, { event: { jam: { title, location: 'Room 332', publishAt: 'never' } } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, club, 'admin@localhost', '/admin/events/jam/announce');
    await expect(page.getByText('This event is not public yet.')).toBeVisible();

    for (const name of ['Poster', 'Square', 'Story', 'Slide'])
      await expect
        .poll(() => page.getByAltText(`Preview: ${name}`).evaluate((image: HTMLImageElement) => image.naturalWidth), {
          timeout: 30_000,
        })
        .toBeGreaterThan(500);
    await expectNoAxeViolations(page);

    await page.getByRole('link', { name: 'Square' }).focus();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('and-an-unusually-long-name-for-an-evening-square.png');
    await expect(page.getByText('Square is in your downloads.')).toBeVisible();

    const chat = page.getByRole('region', { name: 'Chat' });
    await chat.getByRole('button', { name: 'Copy' }).click();
    await expect(chat.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${title}\nRoom 332\n${club.url}/events/jam`);
    await expect(chat.getByLabel('Message')).toHaveValue(copied);

    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoOverflow(page, 320, 'announce');
  },
);

test(
  'a picture that cannot be drawn says so, and is asked for again',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, { event: { jam: { title: 'Jam' } } });
    await signIn(page, club, 'admin@localhost');
    const busy = { status: 503, json: { error: 'Many pictures are being drawn right now.' } };
    await page.route('**/announce/*', (route) => route.fulfill(busy));
    await page.goto(`${club.url}/admin/events/jam/announce`);
    await page.getByRole('link', { name: 'Story' }).click();
    await expect(page.getByText('Many pictures are being drawn right now.')).toBeVisible();
    await expect(page.getByText('The preview could not be drawn.')).toHaveCount(4);
    await page.unroute('**/announce/*');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByAltText('Preview: Poster')).toHaveJSProperty('complete', true);
    // What cannot be loaded is meant to fail here.
    complaints.length = 0;
  },
);

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('what copies is as high as a finger needs', { tag: '@long' }, async ({ page, startClub }) => {
    const club = await startClub({});
    await signIn(page, club, 'admin@localhost', `/admin/events/${GAME_NIGHT}`);
    for (const name of ['Copy link', 'QR code']) {
      const box = await page.getByRole('main').getByRole('button', { name }).first().boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
  });
});
