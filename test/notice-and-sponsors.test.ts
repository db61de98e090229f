import { createServer } from 'node:http';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findNotice } from '../app/domain/notice/save-notice.ts';
import { listSponsors } from '../app/domain/sponsors/list.ts';
import { clubDay, dayPlus } from '../app/time/club-day.ts';
import { startApp, type RunningApp } from './app.ts';
import { openStream } from './event-stream.ts';
import { seedPerson, seedAdmin, sendAs, type Person } from './people.ts';
import { picture } from './pictures.ts';
import { dump, load } from './transfers.ts';

let app: RunningApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await seedAdmin(app);
});
afterAll(() => app.close());

const textOf = async (path: string) => (await app.get(path)).text();
const within = { timeout: 5000, interval: 50 };

describe('the notice', () => {
  const bar = (page: string) => /<aside.*?<\/aside>/s.exec(page)?.[0] ?? '';
  const values = { url: '', from: '', fromOccurrence: '', until: '', untilOccurrence: '' };

  /** As if it had been saved with these moments, which a form takes by the minute. */
  const put = (from: number | null, until: number | null) =>
    app.site.db.write(async (tx) => {
      await tx.query.updateTable('notices').set({ from_at: from, until_at: until }).execute();
      tx.changed('notice', 'notice');
    });

  test('stands above the bar of every public page once it is saved, and nowhere before', async () => {
    for (const path of ['/home', '/events', '/contact']) expect(bar(await textOf(path))).toBe('');
    const input = { ...values, text: '<b>Closed</b> & "dark" on Friday', url: 'https://club.example.com/?a=1&b=2' };
    expect((await sendAs(app, admin, '/admin/notice', { version: 0, input })).status).toBe(200);
    for (const path of ['/home', '/events', '/contact', '/nothing-here', '/auth/login']) {
      const answer = await app.get(path, { redirect: 'follow' });
      const page = await answer.text();
      expect(bar(page)).toContain('&lt;b&gt;Closed&lt;/b&gt; &amp; &quot;dark&quot; on Friday');
      expect(bar(page)).toContain('href="https://club.example.com/?a=1&amp;b=2"');
      expect(bar(page)).toContain('aria-label="Close this notice"');
      expect(page.indexOf('<aside')).toBeLessThan(page.indexOf('<header'));
    }
  });

  test('leads within the site in the same tab, as imports and exports have it', async () => {
    const before = await findNotice(app.site.db);
    const notice = { text: 'The talk is tonight', url: '/events/talk?a=1' };
    await load(app.site.db, { notice });
    expect(JSON.parse(await dump(app.site.db)).notice).toEqual(notice);
    await vi.waitFor(
      async () => expect(bar(await textOf('/contact'))).toContain('<a href="/events/talk?a=1">'),
      within,
    );
    expect((await load(app.site.db, { notice: { ...notice, url: '//evil.example' } })).refused).toEqual([
      'notice/url: must be an address that begins with https: or /',
    ]);
    await load(app.site.db, { notice: { text: before.text, url: before.url } });
  });

  test('comes and goes by itself at its moments, on kept pages and for open ones', async () => {
    const stream = await openStream(app);
    const [from, until] = [Date.now() + 1200, Date.now() + 2400];
    await put(from, until);
    expect(await stream.next()).toMatchObject({ data: { topic: 'notice' } });
    expect(bar(await textOf('/contact'))).toBe('');
    expect(await stream.next()).toMatchObject({ data: { topic: 'notice' } });
    expect(Date.now()).toBeGreaterThanOrEqual(from);
    expect(bar(await textOf('/contact'))).toContain('Closed');
    await vi.waitFor(async () => expect(bar(await textOf('/contact'))).toBe(''), within);
    expect(Date.now()).toBeGreaterThanOrEqual(until);
    await stream.close();
  });

  test('is changed by nobody who may not change texts, and only as it was seen', async () => {
    const input = { ...values, text: 'Other' };
    expect((await sendAs(app, admin, '/admin/notice', { version: 0, input })).status).toBe(409);
    expect((await app.get('/admin/notice', { method: 'POST' })).status).not.toBe(200);
    expect(await textOf('/admin/texts')).not.toContain('Above every page');
    const texts = await (await app.get('/admin/texts', { headers: { cookie: admin.cookie } })).text();
    const [notice, first] = ['Above every page', 'On every page'].map((heading) => texts.indexOf(heading));
    expect(notice).toBeGreaterThan(0);
    expect(notice).toBeLessThan(first ?? 0);
  });
});

describe('sponsors', () => {
  const SPONSOR = { name: 'Quorrel', logo: null, alt: 'A lens', url: '', tier: 'Gold', from: '', until: '' };
  const send = (command: object) => sendAs(app, admin, '/admin/sponsors', command);

  async function upload(name: string, body: Buffer, { who = admin, wanted = 'logo' } = {}) {
    const path = `/api/uploads/${randomUUID()}?${new URLSearchParams({ name, wanted })}`;
    const answer = await app.get(path, { method: 'PUT', headers: who.sending, body: new Uint8Array(body) });
    return { status: answer.status, file: await answer.json() };
  }

  async function expectNoTrace(): Promise<void> {
    const answer = await app.get('/sponsors');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/home']);
    for (const path of ['/home', '/contact', '/sitemap.xml']) {
      const page = await textOf(path);
      expect(page).not.toContain('/sponsors"');
      expect(page).not.toContain('Supported by');
    }
    expect(await textOf('/sitemap.xml')).not.toContain('/sponsors');
  }

  test('leave no trace while there are none, nor after their last day', async () => {
    await expectNoTrace();
    const until = dayPlus(clubDay(app.site.clock.timeZone), -1);
    expect((await send({ verb: 'add', input: { ...SPONSOR, until } })).status).toBe(200);
    await expectNoTrace();
    const [over] = await listSponsors(app.site.db);
    expect((await send({ verb: 'remove', keys: [over?.key ?? ''] })).status).toBe(200);
  });

  test('are on their page by tier, on the home page, in footer and sitemap, with their links', async () => {
    await Promise.all(['/home', '/contact', '/sitemap.xml'].map(textOf));
    const { file } = await upload('logo.png', await picture(300, 200, 'png'));
    const url = 'https://quorrel.example.com/?a=1&b=2';
    expect((await send({ verb: 'add', input: { ...SPONSOR, logo: file, url } })).status).toBe(200);
    const page = await textOf('/sponsors');
    expect(page).toContain('>Gold</h2>');
    expect(page).toContain('alt="A lens"');
    const home = await textOf('/home');
    expect(home).toContain('Supported by');
    for (const shown of [page, home]) {
      expect(shown).toContain('rel="sponsored noopener"');
      expect(shown).toMatch(/<img[^>]*width="300" height="200"/);
    }
    expect(await textOf('/contact')).toContain('href="/sponsors"');
    expect(await textOf('/sitemap.xml')).toContain('/sponsors</loc>');
  });

  test('a drawing becomes pixels: nothing of it runs, and it asks nobody', async () => {
    const asked: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const there = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const svg = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e SYSTEM "${there}/entity">]>
      <?xml-stylesheet href="${there}/style.css"?>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">
      <style>@import url(${there}/import.css); rect { fill: url(${there}/fill#a) }</style><script href="${there}/s.js">alert(1)</script>
      <rect width="40" height="20" fill="#0b5563"/><image xlink:href="${there}/image.png" width="9" height="9"/>
      <image href="file:///etc/passwd" width="9" height="9"/><use href="${there}/use.svg#a"/></svg>`;
    const { status, file } = await upload('Quorrel.svg', Buffer.from(svg));
    other.close();
    expect(asked).toEqual([]);
    expect(status).toBe(201);
    expect(file.name).toBe('Quorrel.png');
    expect([file.width, file.height]).toEqual([1200, 600]);
    const stored = await app.get(file.url, { headers: { cookie: admin.cookie } });
    expect(stored.headers.get('content-type')).toBe('image/png');
    expect((await sharp(Buffer.from(await stored.arrayBuffer())).metadata()).format).toBe('png');
  });

  test('a light logo on nothing gets a ground on which it is seen', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><circle cx="20" cy="10" r="8" fill="#fff"/></svg>';
    const { file } = await upload('white.svg', Buffer.from(svg));
    const stored = await app.get(file.url, { headers: { cookie: admin.cookie } });
    const { data } = await sharp(Buffer.from(await stored.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([0x15, 0x17, 0x1c]);
  });

  const wrong: [string, string, () => Promise<Buffer> | Buffer, RegExp][] = [
    [
      'one pixel',
      'dot.png',
      () =>
        sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      /only 1 × 1 pixels/,
    ],
    [
      'no drawing',
      'broken.svg',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'),
      /cannot be read/,
    ],
    [
      'a drawing as large as a country',
      'vast.svg',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2000000" height="2000000"/>'),
      /too large to be drawn/,
    ],
    ['a drawing under another name', 'logo.png', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG/],
    ['a text', 'logo.txt', () => Buffer.from('hello'), /not an image/],
    [
      'a hundred million pixels and more',
      'huge.png',
      () =>
        sharp({ create: { width: 10_100, height: 10_000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      /100 million pixels/,
    ],
  ];

  test.each(wrong)('%s is refused in words', async (_what, name, make, said) => {
    const { status, file } = await upload(name, await make());
    expect([413, 422]).toContain(status);
    expect(file.error).toMatch(said);
  });

  test('a huge drawing is drawn small', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="50000"><rect width="9" height="9"/></svg>';
    const { status, file } = await upload('huge.svg', Buffer.from(svg));
    expect(status).toBe(201);
    expect(Math.max(file.width, file.height)).toBeLessThanOrEqual(1400);
  });

  test('what a picture asks for elsewhere takes no drawing', async () => {
    const path = `/api/uploads/${randomUUID()}?name=a.svg&wanted=image`;
    const body = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    expect((await app.get(path, { method: 'PUT', headers: admin.sending, body })).status).toBe(422);
  });

  test('a logo is drawn for who may save it with a sponsor, and for nobody else', async () => {
    const events = await seedPerson(app, { admin: false, role: 'events' });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>');
    expect((await upload('logo.svg', svg, { who: events })).status).toBe(403);
    const image = await picture(300, 200, 'png');
    expect((await upload('logo.png', image, { who: events })).status).toBe(403);
    expect((await upload('poster.png', image, { who: events, wanted: 'image' })).status).toBe(201);
    const editor = await seedPerson(app, { admin: false, role: 'editor' });
    expect((await upload('logo.png', image, { who: editor })).status).toBe(201);
  });

  test('drawings that never end keep waiting only who sent them', { tags: 'long' }, async () => {
    const long = '<feMorphology operator="dilate" radius="90"/>'.repeat(60);
    const endless = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200"><filter id="f">${long}</filter>
      <rect width="1200" height="1200" filter="url(#f)"/></svg>`;
    let answered = 0;
    const sent = Array.from({ length: 2 }, async (_one, at) => {
      const { status } = await upload(`endless-${at}.svg`, Buffer.from(endless));
      answered++;
      return status;
    });
    const other = await seedPerson(app, { admin: false, role: 'editor' });
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>');
    const image = await picture(300, 200, 'png');
    const served = [
      await upload('poster.png', image, { who: other, wanted: 'image' }),
      await upload('poster.png', image, { wanted: 'image' }),
      await upload('logo.svg', drawing, { who: other }),
    ];
    expect(served.map(({ status }) => status)).toEqual([201, 201, 201]);
    // One after the other: the second was not even begun.
    expect(answered).toBeLessThan(2);
    expect(await Promise.all(sent)).toEqual([422, 422]);
  });
});
