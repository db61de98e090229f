import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ sample: true });
});
afterAll(() => app.close());

const PAGES = ['/home', '/team', '/events', '/contact', '/signup', '/join', '/guide', '/links'];

test('no two pages have the same title: a screen reader tells them apart by it', async () => {
  const events: { $key: string }[] = await (await app.get('/api/events?set=future')).json();
  const paths = [
    ...PAGES.filter((path) => path !== '/join'),
    '/auth/login',
    ...events.map(({ $key }) => `/events/${$key}`),
  ];
  const pages = await Promise.all(paths.map(async (path) => (await app.get(path)).text()));
  const titles = pages.map((page) => /<title>([^<]+)</.exec(page)?.[1]);
  expect(new Set(titles).size).toBe(paths.length);
});

describe.each(PAGES)('%s', (path) => {
  test('says what it is: one h1, a title, a description, a canonical address, sharing tags', async () => {
    const page = await (await app.get(path)).text();
    expect(page.match(/<h1/g)).toHaveLength(1);
    expect(page).toMatch(/<title>[^<]*Quillmoor University Computer Science Club<\/title>/);
    const canonical = path === '/join' ? '/signup' : path;
    expect(page).toContain(`<link rel="canonical" href="${app.url}${canonical}"/>`);
    for (const name of ['og:title', 'og:description', 'og:image', 'og:url'])
      expect(page).toContain(`property="${name}"`);
    expect(page).toContain('name="twitter:card"');
    expect(page).toMatch(/name="description" content="[^"]{20,}/);
  });

  test('allows its inline scripts by their hashes, and nothing else inline', async () => {
    const answer = await app.get(path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const page = await answer.text();
    const inline = [...page.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(inline.length).toBeGreaterThan(0);
    for (const [, attributes, script] of inline) {
      if (attributes?.includes('application/ld+json')) continue;
      const hash = createHash('sha256')
        .update(script ?? '')
        .digest('base64');
      expect(policy).toContain(`'sha256-${hash}'`);
    }
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe|nonce/);
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
  });

  test('carries the headers that every answer has', async () => {
    const { headers } = await app.get(path);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('is answered with 304 to whoever has it', async () => {
    const first = await app.get(path);
    const again = await app.get(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });
});

test('an event’s description is shown as it was meant, and told without its marks', async () => {
  const description = [
    'Bring **a friend** and [the rules](https://example.com/rules).',
    '',
    '- [write](mailto:a@example.edu)',
    '- **[x](javascript:alert(1))** <b>no</b>',
  ].join('\n');
  await insertEvents(app.site.db, eventRow('marked', { title: 'Marked', description, time_start: 4e12 }));
  const page = await (await app.get('/events/marked')).text();
  expect(page).toContain('Bring <strong>a friend</strong> and <a href="https://example.com/rules" target="_blank"');
  expect(page).toContain('<li><a href="mailto:a@example.edu">write</a></li>');
  expect(page).toContain('<strong>[x](javascript:alert(1))</strong> &lt;b&gt;no&lt;/b&gt;');
  expect(page).toMatch(/name="description" content="[^"]*Bring a friend and the rules\. - write/);
});

describe('addresses', () => {
  test.each([
    ['/', '/home'],
    ['/nowhere', '/home'],
    ['/services', '/home'],
    ['/dsc', '/home'],
    ['/apply', '/home'],
    ['/merch', '/home'],
    ['/events/a/b', '/events'],
  ])('%s leads to %s', async (from, to) => {
    const answer = await app.get(from);
    expect(answer.status).toBeGreaterThanOrEqual(301);
    expect(answer.status).toBeLessThan(309);
    expect(new URL(answer.headers.get('location') ?? '', app.url).pathname).toBe(to);
  });

  test.each(['/api/nothing', '/assets/nothing.js', '/images/nothing.png', '/files/2026/1/1/x/y.png'])(
    '%s is no page: 404',
    async (path) => {
      expect((await app.get(path)).status).toBe(404);
    },
  );

  test('an unknown event is 404, as a page and for programs', async () => {
    const page = await app.get('/events/none');
    expect(page.status).toBe(404);
    const text = await page.text();
    expect(text).toContain('Event doesn&#x27;t exist.');
    expect(text.replaceAll('<!-- -->', '')).toContain('Event ID: none');
    expect((await app.get('/events/none.ics')).status).toBe(404);
    const json = await app.get('/api/events/none');
    expect([json.status, await json.json()]).toEqual([404, { error: "Event doesn't exist." }]);
  });

  test.each(['/events/none', '/events/none.ics', '/assets/none.js', '/files/2026/1/1/x/y.png'])(
    '%s says in JSON that it is not there, where JSON was asked for',
    async (path) => {
      const answer = await app.get(path, { headers: { accept: 'application/json' } });
      expect([answer.status, await answer.json()]).toEqual([
        404,
        expect.objectContaining({ error: expect.any(String) }),
      ]);
    },
  );

  test('hostile ids are only text', async () => {
    const text = await (await app.get(`/events/${encodeURIComponent('<script>alert(1)</script>')}`)).text();
    expect(text).not.toContain('<script>alert(1)');
  });
});

test('/links leads to the membership first, above the buttons that lead outside', async () => {
  const page = await (await app.get('/links')).text();
  const [main = ''] = /<main[\s\S]*<\/main>/.exec(page) ?? [];
  const links = [...main.matchAll(/<a [^>]*?href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, address = '', inside = '']) => ({
      address,
      text: inside.replaceAll(/<[^>]*>/g, ''),
    }),
  );
  expect(links[0]).toEqual({ address: '/signup', text: 'Become a member' });
  expect(links.slice(1).map(({ address }) => address)).toSatisfy((rest: string[]) =>
    rest.every((address) => address.startsWith('https://')),
  );
  expect(links.length).toBeGreaterThan(1);
});

test.each(['/contact', '/signup'])('%s explains the mark of what is required', async (path) => {
  expect((await (await app.get(path)).text()).includes('Fields marked * are required.')).toBe(true);
});

test('an event that is over says so, and is offered to no calendar; its file stays', async () => {
  // One of today may be over already: the last that are still to come have not begun.
  const lastOf = async (set: string) => {
    const events: { $key: string; tentative: boolean }[] = await (await app.get(`/api/events?set=${set}`)).json();
    return `/events/${events.findLast(({ tentative }) => !tentative)?.$key}`;
  };
  const [coming, past] = await Promise.all([lastOf('future'), lastOf('past')]);
  const open = await (await app.get(coming)).text();
  expect(open.includes('Add to calendar')).toBe(true);
  expect(open.includes('This event is over.')).toBe(false);
  const page = await (await app.get(past)).text();
  expect(page.includes('Share')).toBe(true);
  expect(page.includes('Add to calendar')).toBe(false);
  expect(page.includes('This event is over.')).toBe(true);
  expect((await app.get(`${past}.ics`)).status).toBe(200);
});

test('an event’s page tells search engines when and where it is, and shows its embedded form from its own host only', async () => {
  const events = await (await app.get('/api/events?set=all')).json();
  const embedded = events.find((event: { googleFormUrl: string | null }) => event.googleFormUrl);
  const answer = await app.get(`/events/${embedded.$key}`);
  const page = await answer.text();
  expect(page).toContain('"@type":"Event"');
  expect(page).toContain('viewform?embedded=true');
  expect(answer.headers.get('content-security-policy')).toContain('frame-src https://docs.google.com');
  expect((await app.get('/home')).headers.get('content-security-policy')).not.toContain('docs.google.com');
});

test.each(['/home', '/events?past=1', '/events/-OgaqyxQHPVkKhOcSye7'])(
  'on %s a place leads to a map in a new tab, and no link lies in another',
  async (path) => {
    const page = await (await app.get(path)).text();
    const [link] = /<a [^>]*openstreetmap[^>]*>/.exec(page) ?? [];
    expect(link).toContain('query=');
    expect(link).toMatch(/target="_blank" rel="noopener noreferrer"/);
    expect(page).not.toMatch(/<a [^>]*>(?:(?!<\/a>)[\s\S])*<a /);
  },
);
