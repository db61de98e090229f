import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { isStale, readReleases, screensDigest, STATEMENT, statementOf } from '../scripts/accessibility.mjs';
import { startApp, type RunningApp } from './app.ts';

const stored = async () => JSON.parse(await readFile(STATEMENT, 'utf8'));

describe('the accessibility statement', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  test('says what was tested, how and when, what falls short and whom to write to, and is linked from every page', async () => {
    const { engines, rules, release } = await stored();
    const page = (await (await app.get('/accessibility')).text()).replaceAll('<!-- -->', '');
    for (const said of ['WCAG) 2.2 at level AA', ...engines, rules.tool, `Version ${release}`, 'Known to fall short'])
      expect(page).toContain(said);
    expect(page).toContain(`href="mailto:${app.site.club.club.email}"`);
    expect(page).toMatch(/<h2>When it was tested<\/h2><p>[A-Z][a-z]{2} \d{1,2}, \d{4}<\/p>/);
    for (const path of ['/home', '/contact', '/auth/login'])
      expect(await (await app.get(path)).text()).toContain('href="/accessibility"');
    expect(await (await app.get('/sitemap.xml')).text()).toContain('/accessibility</loc>');
  });

  test('is not older than the last change of a screen by more than a release', async () => {
    const releases = readReleases();
    expect(releases[0]).toBe(manifest.version);
    // Run `npm run test:long`, and commit what it writes.
    expect(isStale(await stored(), releases)).toBe(false);
  });

  test('holds what was found, of enough screens', async () => {
    const { engines, widths, themes, screens, testedOn } = await stored();
    expect(testedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect([engines.length > 0, widths.length, themes]).toEqual([true, 3, ['light', 'dark']]);
    expect(screens.length).toBeGreaterThan(10);
    for (const path of ['/home', '/events', '/signup']) expect(screens).toContain(path);
  });
});

describe('a statement', () => {
  const releases = ['0.3.0', '0.2.0', '0.1.0'];

  test.each([
    ['0.1.0', 'same', false],
    ['0.3.0', 'other', false],
    ['0.2.0', 'other', false],
    ['0.1.0', 'other', true],
    ['0.0.1', 'other', true],
  ])('of release %s, when the screens were the %s, is stale: %s', (release, screensDigest, stale) => {
    expect(isStale({ release, screensDigest }, releases, 'same')).toBe(stale);
  });

  test('is stale two releases after its own once a screen has changed, and by nothing that is no screen', async () => {
    const root = await mkdtemp(join(tmpdir(), 'clubroom-screens-'));
    const write = async (file: string, content: string) => {
      await mkdir(dirname(join(root, 'app', file)), { recursive: true });
      await writeFile(join(root, 'app', file), content);
    };
    for (const file of ['root.tsx', 'routes/home/home.tsx', 'ui/button.tsx', 'ui/tokens.css']) await write(file, 'one');
    const written = { release: '0.1.0', screensDigest: screensDigest(root) };
    const isStaleNow = () => isStale(written, releases, screensDigest(root));
    for (const file of ['routes/home/home.test.ts', 'domain/food.ts', 'ui/head.ts']) await write(file, 'two');
    expect(isStaleNow()).toBe(false);
    for (const file of ['root.tsx', 'routes/home/home.tsx', 'ui/button.tsx', 'ui/tokens.css', 'routes/new.tsx']) {
      await write(file, 'two');
      expect(isStaleNow()).toBe(true);
      expect(isStale({ ...written, release: '0.2.0' }, releases, screensDigest(root))).toBe(false);
      await (file === 'routes/new.tsx' ? rm(join(root, 'app', file)) : write(file, 'one'));
      expect(isStaleNow()).toBe(false);
    }
    await rm(root, { recursive: true });
  });

  test('is written from the reports: screens by name, what fell short by its rules, engines that played', () => {
    const spec = (title: string, ok: boolean, message = '') => ({
      title,
      ok,
      file: 'every-screen.long.ts',
      tests: [{ results: [{ errors: message ? [{ message }] : [] }] }],
    });
    const broken = 'Expected []\n+   "color-contrast: <a href=\\"/\\">",\n+   "target-size: <button>",';
    const specs = [
      spec('/home: nothing wider than the screen, nothing for axe', true),
      spec('/team: nothing wider than the screen, nothing for axe', false, broken),
      spec('/links, the menu open: nothing wider than the screen, nothing for axe', false, 'Timeout'),
      { ...spec('another', true), file: 'keyboard.spec.ts' },
    ];
    const [inFirefox, inWebKit] = ['Firefox', 'WebKitGTK'].map((name) => ({ ancestorTitles: [`in Debian’s ${name}`] }));
    const assertionResults = [
      { status: 'passed', ...inFirefox },
      { status: 'failed', ...inWebKit },
    ];
    const played = { name: '/x/test/long/engines.test.ts', assertionResults };
    const playwright = { suites: [{ suites: [{ specs }] }] };
    const found = statementOf({ playwright, vitest: { testResults: [played] }, chromium: 'Chromium 1' });
    expect(found).toMatchObject({
      release: manifest.version,
      engines: ['Chromium 1', 'Firefox (journeys, without the rules)'],
      screens: ['/home', '/team', '/links, the menu open'],
      shortfalls: [
        { screen: '/team', what: 'color-contrast, target-size' },
        { screen: '/links, the menu open', what: 'the test did not pass' },
      ],
    });
    expect(found?.rules.count).toBeGreaterThan(50);

    const title = '/links: nothing wider than the screen, nothing for axe';
    const failureMessages = ['Expected []\n+   "at 320 px, dark: color-contrast: <a href=\\"/\\">"'];
    const looked = {
      name: '/x/test/long/every-screen.test.ts',
      assertionResults: [
        { status: 'passed', title: title.replace('/links', 'a card'), ...inFirefox },
        { status: 'failed', title, failureMessages, ...inWebKit },
        { status: 'failed', title, failureMessages: ["+ 'at 320 px, text 200%: 340 px wide: <p>'"], ...inFirefox },
      ],
    };
    const both = statementOf({ playwright, vitest: { testResults: [played, looked] }, chromium: 'Chromium 1' });
    const how = '(320, 390 and 1280 pixels)';
    expect(both?.engines).toEqual(['Chromium 1', `Firefox ${how}`, `WebKitGTK ${how}`]);
    expect(both?.screens).toEqual([...(found?.screens ?? []), 'a card', '/links']);
    expect(both?.shortfalls).toContainEqual({ screen: '/links in WebKitGTK', what: 'color-contrast' });
    expect(both?.shortfalls).toContainEqual({ screen: '/links in Firefox', what: 'wider than the window' });
    expect(statementOf({ playwright: { suites: [] }, chromium: 'Chromium 1' })).toBeUndefined();
  });
});
