import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './club.ts';
import { importInto, signIn } from './signing-in.ts';

const HOUR = 3_600_000;

test('a page is painted before its scripts are there, and alive when they are', async ({ page, club }) => {
  let letThrough = () => {};
  const painted = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/*.js', async (route) => {
    await painted;
    await route.continue();
  });
  await page.goto(`${club.url}/team`, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const arrow = page.getByRole('button', { name: /^About / }).first();
  await expect(arrow).toBeVisible();
  letThrough();
  await arrow.click();
  await expect(arrow).toHaveAttribute('aria-expanded', 'true');
});

test('what is pressed before the scripts are there shows that it was, and is done when they are', async ({
  page,
  club,
}) => {
  let letThrough = () => {};
  const isPressed = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/*.js', async (route) => {
    await isPressed;
    await route.continue();
  });
  await page.goto(`${club.url}/team`, { waitUntil: 'domcontentloaded' });
  const arrow = page.getByRole('button', { name: /^About / }).first();
  await arrow.click();
  await expect(arrow).toHaveAttribute('data-pressed');
  await expect(arrow).toHaveAttribute('aria-expanded', 'false');
  letThrough();
  await expect(arrow).toHaveAttribute('aria-expanded', 'true');
  await expect(arrow).not.toHaveAttribute('data-pressed');
});

test('of two links that are pressed before the scripts are there, the last one is followed', async ({ page, club }) => {
  await page.route('**/*.js', () => {});
  await page.goto(`${club.url}/accessibility`, { waitUntil: 'domcontentloaded' });
  const bar = page.getByRole('navigation', { name: 'Main' });
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  await bar.getByRole('link', { name: 'Team' }).click();
  await bar.getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(`${club.url}/contact`);
  expect(documents).toEqual([`${club.url}/contact`]);
});

test('a form that works without scripts is sent where they never come', async ({ page, club }) => {
  await page.route('**/*.js', () => {});
  await page.goto(`${club.url}/events`, { waitUntil: 'domcontentloaded' });
  await page.getByRole('searchbox', { name: 'Search events' }).fill('chess');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/events\?q=chess/);
});

test('a press that is held is forgotten with its page', async ({ page, club }) => {
  await page.route('**/*.js', () => {});
  await page.goto(`${club.url}/team`, { waitUntil: 'domcontentloaded' });
  const arrow = page.getByRole('button', { name: /^About / }).first();
  await arrow.click();
  await expect(arrow).toHaveAttribute('data-pressed');
  // As the browser tells a page that it puts aside, to show it again on the way back.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await expect(arrow).not.toHaveAttribute('data-pressed');
});

test('a page that does not exist is alive as well: its links lead on within the application', async ({
  page,
  club,
  complaints,
}) => {
  await page.goto(`${club.url}/nothing-here`, { waitUntil: 'networkidle' });
  // The browser itself reports the status.
  complaints.length = 0;
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Current Executive Team');
  expect(documents).toEqual([]);
});

test(
  'what an officer presses before the scripts are there is done when they are',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub();
    let letThrough = () => {};
    const isPressed = new Promise<void>((resolve) => (letThrough = resolve));
    await signIn(page, club, 'admin@localhost', '/admin/food');
    await page.route('**/*.js', async (route) => {
      await isPressed;
      await route.continue();
    });
    await page.goto(`${club.url}/admin/events`, { waitUntil: 'domcontentloaded' });
    const create = page.getByRole('button', { name: 'Create a new event' });
    await create.click();
    await expect(create).toHaveAttribute('data-pressed');
    letThrough();
    await expect(page.getByRole('dialog', { name: 'Add an event' })).toBeVisible();
    await expect(create).not.toHaveAttribute('data-pressed');
  },
);

test('a form that is sent before the scripts are there is checked when they are', async ({ page, club }) => {
  let letThrough = () => {};
  const isSent = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/*.js', async (route) => {
    await isSent;
    await route.continue();
  });
  await page.goto(`${club.url}/signup`, { waitUntil: 'domcontentloaded' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Sign up' })).toHaveAttribute('data-pressed');
  letThrough();
  await expect(page.getByRole('alert').filter({ hasText: 'Please check these fields:' })).toBeVisible();
  expect(page.url()).toBe(`${club.url}/signup`);
});

test('an event’s form keeps what is typed and sent before its own script is there', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const datetime = { timeStartTimestamp: Date.now() + 48 * HOUR, timeEndTimestamp: Date.now() + 50 * HOUR };
  await importInto(club, {
    event: { jam: { title: 'Jam', location: 'Room 332', formId: 'jamform', datetime } },
    form: { jamform: { fields: [], asksPerson: true, places: 2 } },
  });
  let letThrough = () => {};
  const isSent = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/event-form*.js', async (route) => {
    await isSent;
    await route.continue();
  });
  await page.goto(`${club.url}/events/jam`, { waitUntil: 'domcontentloaded' });
  await page.getByRole('link', { name: 'Sign up · 2 places left' }).click();
  await page.getByLabel('Name (*)').fill('Ana');
  await page.getByLabel('Email (*)').fill('ana@example.edu');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  letThrough();
  await expect(page.getByText('Your response has been recorded!')).toBeVisible();
});

test('no script is asked for before the page has loaded, or is touched', async ({ page, club }) => {
  let letThrough = () => {};
  const isLoading = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/images/**', async (route) => {
    await isLoading;
    await route.continue();
  });
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto(`${club.url}/home`, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  expect(scripts).toEqual([]);
  await page.mouse.move(10, 10);
  await expect.poll(() => scripts.length).toBeGreaterThan(0);
  letThrough();
});

test('a page that is touched while it still arrives is alive once it is there', async ({ page, club }) => {
  const team = await fetch(`${club.url}/team`);
  const policy = team.headers.get('content-security-policy') ?? '';
  const html = await team.text();
  const end = html.indexOf('streamController.enqueue');
  let arriving: ServerResponse | undefined;
  // The club's own site, but that the end of its page, where the data stand, is a while on its way.
  const slow = createServer(({ url = '' }, response) => {
    if (url === '/team') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
      response.write(html.slice(0, end));
      arriving = response;
      return;
    }
    const asked = get(club.url + url, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers));
    });
    asked.on('error', () => response.destroy());
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const { port } = slow.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/team`, { waitUntil: 'commit' });
  const arrow = page.getByRole('button', { name: /^About / }).first();
  await arrow.click();
  await expect(arrow).toHaveAttribute('data-pressed');
  arriving?.end(html.slice(end));
  await expect(arrow).toHaveAttribute('aria-expanded', 'true');
  await page.goto('about:blank');
  slow.closeAllConnections();
  slow.close();
});

test('a page whose scripts cannot be had ends loading, and can be read', async ({ page, club, complaints }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${club.url}/team`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Current Executive Team');
  // The browser itself reports what it did not get.
  complaints.length = 0;
});

test('a press that waits is let go where the scripts come and then fail', async ({ page, club, complaints }) => {
  let letThrough = () => {};
  const pressed = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/assets/site-*.js', async (route) => {
    await pressed;
    const response = await route.fetch();
    await route.fulfill({
      contentType: 'text/javascript',
      body: `throw new Error('broken');\n${await response.text()}`,
    });
  });
  await page.goto(`${club.url}/team`, { waitUntil: 'commit' });
  const arrow = page.getByRole('button', { name: /^About / }).first();
  await arrow.click();
  await expect(arrow).toHaveAttribute('data-pressed');
  letThrough();
  await expect(arrow).not.toHaveAttribute('data-pressed');
  expect(complaints.join()).toContain('broken');
  complaints.length = 0;
});

test('the styles that a page brings along are asked for neither by it nor by the next page', async ({ page, club }) => {
  await page.goto(`${club.url}/events`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Current Executive Team');
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('.css')),
  );
  expect(asked).toEqual([]);
});

test('nor by what is loaded later', async ({ page, club }) => {
  const sending = page.waitForResponse(/\/assets\/event-form-[^/]*\.js/);
  await page.goto(`${club.url}/events/-OgaqyxQHPVkKhOcSye7`);
  await (await sending).finished();
  await expect(page.locator('link[rel=modulepreload][href*=event-form]')).toBeAttached();
  await expect(page.locator('link[rel=stylesheet]:not([disabled])')).toHaveCount(0);
});

test(
  'a font that comes after the first paint moves nothing, and is used at a quiet moment',
  { tag: '@long' },
  async ({ page, club }) => {
    let letThrough = () => {};
    const painted = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/*.{js,css,woff2}', async (route) => {
      await painted;
      await route.continue();
    });
    await page.goto(`${club.url}/events`, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const drawnIn = () => fontsOf(page, '//p[. = "All times are Toronto time."]');
    const isOfTheSystem = [{ isCustomFont: false }];
    await expect.poll(drawnIn).toMatchObject(isOfTheSystem);
    const font = page.waitForResponse(/atkinson-hyperlegible-next-[^/]*\.woff2/);
    letThrough();
    await (await font).finished();
    // At a quiet moment the page takes it, and no line breaks anew.
    const top = async () => (await page.getByText('All times are Toronto time.').boundingBox())?.y ?? 0;
    const before = await top();
    await expect.poll(drawnIn).toMatchObject([{ isCustomFont: true }]);
    expect(Math.abs((await top()) - before)).toBeLessThan(5);
    const bar = page.getByRole('navigation', { name: 'Main' });
    await bar.getByRole('link', { name: 'Team' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Current Executive Team');
    await bar.getByRole('link', { name: 'Events' }).click();
    await expect(page.getByText('All times are Toronto time.')).toBeVisible();
    await expect.poll(drawnIn).toMatchObject([{ isCustomFont: true }]);
  },
);

test(
  'a notice that was closed stays closed when a font comes after the first paint',
  { tag: '@long' },
  async ({ page, club }) => {
    let letThrough = () => {};
    const closed = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/*.woff2', async (route) => {
      await closed;
      await route.continue();
    });
    await page.goto(`${club.url}/events`, { waitUntil: 'commit' });
    const notice = page.getByRole('complementary', { name: 'Notice' });
    await notice.getByRole('button', { name: 'Close this notice' }).click();
    await expect(notice).toBeHidden();
    letThrough();
    await expect
      .poll(() => fontsOf(page, '//p[. = "All times are Toronto time."]'))
      .toMatchObject([{ isCustomFont: true }]);
    await expect(notice).toBeHidden();
  },
);

test('a page loaded once more is back at its place before its scripts are there', async ({ page, club }) => {
  await page.goto(`${club.url}/events`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'CS Guide' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Computer Science Guide');
  await page.evaluate(() => scrollTo(0, 400));
  let letThrough = () => {};
  const looked = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/*.js', async (route) => {
    await looked;
    await route.continue();
  });
  await page.reload({ waitUntil: 'domcontentloaded' });
  const place = await page.evaluate(() => scrollY);
  letThrough();
  expect(Math.abs(place - 400)).toBeLessThan(5);
});

for (const [line, answeredInMs, asked] of [
  ['are asked for at once on a fast line', 50, 2],
  ['delay no first paint on a slow line', 500, 0],
] as const) {
  test(`fonts ${line}`, async ({ page, club }) => {
    await page.addInitScript((ms) => {
      const now = performance.now.bind(performance);
      performance.now = () => (document.body ? now() : ms);
    }, answeredInMs);
    await page.goto(`${club.url}/team`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Current Executive Team');
    await expect(page.locator('link[as=font]')).toHaveCount(asked);
  });
}

test(
  'the display in the room uses a font that comes after the first paint, without another page',
  { tag: '@long' },
  async ({ page, club }) => {
    let letThrough = () => {};
    const painted = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/*.woff2', async (route) => {
      await painted;
      await route.continue();
    });
    await page.goto(`${club.url}/screen`, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const drawnIn = () => fontsOf(page, '//h1');
    await expect.poll(drawnIn).toMatchObject([{ isCustomFont: false }]);
    const font = page.waitForResponse(/bricolage-grotesque-[^/]*\.woff2/);
    letThrough();
    await (await font).finished();
    // With the next picture.
    await expect.poll(drawnIn, { timeout: 30_000 }).toMatchObject([{ isCustomFont: true }]);
  },
);

test.describe('where an extension adds styles from elsewhere', () => {
  // The site's policy would refuse them; an extension's are never asked for by it.
  test.use({ bypassCSP: true });

  test(
    'a font that comes after the first paint is no harm to the next page',
    { tag: '@long' },
    async ({ page, club }) => {
      let letThrough = () => {};
      const painted = new Promise<void>((resolve) => (letThrough = resolve));
      await page.route('**/*.woff2', async (route) => {
        await painted;
        await route.continue();
      });
      await page.route('https://extension.example/added.css', (route) =>
        route.fulfill({ contentType: 'text/css', body: 'p { orphans: 2 }' }),
      );
      await page.goto(`${club.url}/events`, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      const font = page.waitForResponse(/atkinson-hyperlegible-next-[^/]*\.woff2/);
      letThrough();
      await (await font).finished();
      await page.addStyleTag({ url: 'https://extension.example/added.css' });
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Current Executive Team');
    },
  );
});

/** The fonts that the browser really draws this element's words in: a custom one came with the page. */
async function fontsOf(page: Page, xpath: string) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  await browser.send('CSS.enable');
  await browser.send('DOM.getDocument');
  const { searchId } = await browser.send('DOM.performSearch', { query: xpath });
  const found = await browser.send('DOM.getSearchResults', { searchId, fromIndex: 0, toIndex: 1 });
  const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId: found.nodeIds[0] ?? 0 });
  await browser.detach();
  return fonts;
}
