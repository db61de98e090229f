import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pages } from '../app/domain/pages/page.ts';
import { pagePublications } from '../app/domain/pages/publish-pages.ts';
import { viewPages } from '../app/domain/pages/read-pages.ts';
import { removeRecords } from '../app/domain/record-changes/remove.ts';
import { addRecord, updateRecord } from '../app/domain/record-changes/save.ts';
import type { StoredFile } from '../app/domain/files/stored-file.ts';
import { admin as ada } from './actors.ts';
import { startApp, type RunningApp } from './app.ts';
import { openStream } from './event-stream.ts';
import { runDue } from './jobs.ts';
import { seedAdmin, seedPerson, type Person } from './people.ts';
import { picture } from './pictures.ts';
import { readZip } from './read-zip.ts';

const MENTORING = { title: 'Mentoring', slug: 'mentoring', text: 'Meet a *mentor*.', where: 'menu', publishAt: null };

let app: RunningApp;
let officer: Person;

beforeAll(async () => {
  app = await startApp();
  officer = await seedAdmin(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db, clock } = app.site;
  const all = await viewPages(db, ada, clock);
  if (all.length > 0)
    await removeRecords(
      db,
      ada,
      pages,
      all.map(({ key }) => key),
    );
  await db.write(({ query }) => query.deleteFrom('trash').execute());
});

const add = async (given: object = {}) => (await addRecord(app.site.db, ada, pages, { ...MENTORING, ...given })).key;
const save = (key: string, version: number, given: object) =>
  updateRecord(app.site.db, ada, pages, { key, version, input: { ...MENTORING, ...given } });
const remove = (key: string) => removeRecords(app.site.db, ada, pages, [key]);
const textOf = async (path: string) => (await (await app.get(path)).text()).replaceAll('<!-- -->', '');
const whereTo = async (path: string) => {
  const { status, headers } = await app.get(path);
  return [status, headers.get('location'), headers.get('cache-control')];
};
const articleOf = async (path: string) => /<article[^>]*>(.*?)<\/article>/s.exec(await textOf(path))?.[1] ?? '';
const menuOf = (html: string) => /<nav[^>]*aria-label="Main">.*?<\/nav>/s.exec(html)?.[0] ?? '';

async function upload(name: string): Promise<StoredFile> {
  const address = `/api/uploads/${randomUUID()}?name=${encodeURIComponent(name)}`;
  const body = new Uint8Array(await picture(1600, 900));
  const answer = await app.get(address, { method: 'PUT', headers: officer.sending, body });
  expect(answer.status).toBe(201);
  return answer.json();
}

describe('a page', () => {
  test('stands at its address, in the menu and the sitemap, with its picture and what link previews show', async () => {
    const { url, path } = await upload('mentors.jpg');
    await add({
      text: `Meet a *mentor*.\n\n![Two people at a desk](${url})\n\n## How it works\n\n| A | B |\n|---|---|\n| 1 | 2 |`,
    });
    const page = await app.get('/mentoring');
    expect([page.status, page.headers.get('etag') !== null]).toEqual([200, true]);
    const html = await textOf('/mentoring');
    expect(html).toMatch(/<h1[^>]*>Mentoring<\/h1>/);
    expect(html).toContain('<title>Mentoring · ');
    expect(html).toContain('<meta name="description" content="Meet a mentor."/>');
    expect(html).toContain(`<meta property="og:image" content="${app.url}/files/${path}/1280.webp"/>`);
    expect(html).toContain(`<link rel="canonical" href="${app.url}/mentoring"/>`);
    const article = await articleOf('/mentoring');
    expect(article).toContain('<p>Meet a <em>mentor</em>.</p>');
    expect(article).toMatch(/<img [^>]*alt="Two people at a desk"/);
    expect(article).toMatch(/width="1600" height="900" srcset="\/files\/[^ ]+\/400\.webp 400w/i);
    expect(article).toContain('id="how-it-works"');
    expect(menuOf(await textOf('/home'))).toContain('href="/mentoring"');
    expect(await textOf('/sitemap.xml')).toContain(`<loc>${app.url}/mentoring</loc>`);
  });

  test('changes at once for everyone, and open pages are told', async () => {
    const key = await add({ where: 'footer' });
    expect(await textOf('/team')).toContain('href="/mentoring"');
    const stream = await openStream(app);
    await save(key, 0, { title: 'Find a mentor', where: 'nowhere' });
    expect(await stream.next()).toEqual({ event: 'change', data: { topic: 'page', key } });
    await stream.close();
    expect(await textOf('/mentoring')).toMatch(/<h1[^>]*>Find a mentor<\/h1>/);
    expect(await textOf('/team')).not.toContain('href="/mentoring"');
  });

  test('that is overwritten keeps its picture for whoever takes that back, hidden from strangers', async () => {
    const { url, path = '' } = await upload('mentor.jpg');
    const text = `![A mentor](${url})`;
    const key = await add({ text });
    const smaller = `/files/${path}/400.webp`;
    const statuses = (headers: Record<string, string> = {}) =>
      Promise.all([url, smaller].map(async (address) => (await app.get(address, { headers })).status));
    expect(await statuses()).toEqual([200, 200]);
    await save(key, 0, { text: 'Oh no.' });
    expect(await statuses()).toEqual([404, 404]);
    expect(await statuses({ cookie: officer.cookie })).toEqual([200, 200]);
    const { headers } = await app.get(url, { headers: { cookie: officer.cookie } });
    expect(headers.get('cache-control')).toBe('private, no-store');
    await save(key, 1, { text });
    expect(await statuses()).toEqual([200, 200]);
  });

  test('leads on from a former address for good, but not for ever', async () => {
    const key = await add();
    await save(key, 0, { slug: 'mentors' });
    expect(await whereTo('/mentoring?from=poster')).toEqual([308, '/mentors', 'no-cache']);
    expect(await whereTo('/MENTORS/')).toEqual([308, '/mentors', 'no-cache']);
    await add({ title: 'Another' });
    expect((await app.get('/mentoring')).status).toBe(200);
  });

  test('leads on from an address that a copy of the version before published', async () => {
    const key = await add();
    await app.site.db.write(({ query }) => query.deleteFrom('page_addresses').execute());
    await save(key, 0, { slug: 'mentors' });
    expect(await whereTo('/mentoring')).toEqual([308, '/mentors', 'no-cache']);
  });

  test('is 404 once it is removed, and leads home where there never was one', async () => {
    const key = await add();
    await app.get('/mentoring');
    await remove(key);
    const gone = await app.get('/mentoring');
    expect(gone.status).toBe(404);
    expect(await gone.text()).toContain('There is no such page.');
    expect((await app.get('/mentoring.data')).status).toBe(404);
    expect((await whereTo('/no-such-page')).slice(0, 2)).toEqual([302, '/home']);
  });

  test.each(['/%2e%2e', '/..%2fetc', '/%F0%9F%8E%B2', `/${'x'.repeat(300)}`, '/a%00b', '/mentoring%20'])(
    '%s is no page and no fault',
    async (path) => {
      await add();
      expect((await whereTo(path)).slice(0, 2)).toEqual([302, '/home']);
    },
  );
});

describe('the menu', () => {
  const titles = (html: string) => [...html.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, title]) => title);
  const fill = async (count: number) => {
    for (let at = 1; at <= count; at++) await add({ title: `Page ${at}`, slug: `page-${at}` });
  };
  const split = (html: string) => menuOf(html).split(/<details/);

  test('has seven entries beside ‘Join’ as they are', async () => {
    await fill(3);
    const [shown = '', more] = split(await textOf('/home'));
    expect(titles(shown).slice(-3)).toEqual(['Page 1', 'Page 2', 'Page 3']);
    expect(more).toBeUndefined();
  });

  test('has the last ones of eight and more under ‘More’', async () => {
    await fill(8);
    const [shown = '', more = ''] = split(await textOf('/home'));
    expect(titles(shown).slice(-3)).toEqual(['Page 1', 'Page 2', 'Page 3']);
    expect(more).toMatch(/<summary[^>]*>More<\/summary>/);
    expect(titles(more)).toEqual(['Page 4', 'Page 5', 'Page 6', 'Page 7', 'Page 8']);
  });

  test('keeps what officers need beside it', async () => {
    await fill(4);
    const html = await (await app.get('/home', { headers: { cookie: officer.cookie } })).text();
    const main = menuOf(html);
    expect(titles(main.replace(/<details.*<\/details>/s, '')).slice(-3)).toEqual(['Page 1', 'Admin', 'Logout']);
  });
});

describe('what is written in bad faith', () => {
  const HOSTILE = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1)) [b](data:text/html,<script>alert(1)</script>) ![c](data:image/svg+xml,<svg>)',
    '<a href="jAvAsCrIpT:alert(1)">d</a> <iframe src="https://example.org"></iframe>',
    '<svg onload=alert(1)></svg> <style>*{display:none}</style> <form action="https://example.org"><input></form>',
  ].join('\n\n');

  test('is shown without harm', async () => {
    await add({ text: HOSTILE });
    const article = await articleOf('/mentoring');
    expect(article).toContain('>a<');
    expect(article).not.toMatch(/<script|<iframe|<style|<svg|<form|onerror|onload|javascript:|href="data:|src="data:/i);
  });

  for (const [what, text, options] of [
    ['100 KB of it', HOSTILE.repeat(Math.ceil(102_400 / HOSTILE.length)).slice(0, 102_400), {}],
    ['nested quotations', '>'.repeat(100_000), { tags: 'long' }],
    ['emphasis that never closes', '*a '.repeat(30_000), {}],
  ] as const)
    test(`${what} is shown, if need be as it was typed`, options, async () => {
      await add({ text });
      const { status } = await app.get('/mentoring');
      expect(status).toBe(200);
      expect((await app.get('/mentoring')).status).toBe(200);
    });
});

describe('what is not published', () => {
  const WORD = 'Quixotry';

  test('is for whoever has its link, and for nobody else', async () => {
    const { url, path } = await upload(`${WORD}.jpg`);
    await add({ title: WORD, slug: 'secret-page', text: `![A picture](${url})`, publishAt: 'never' });
    const [row] = await viewPages(app.site.db, ada, app.site.clock);
    expect((await whereTo('/secret-page')).slice(0, 2)).toEqual([302, '/home']);
    expect((await whereTo('/secret-page?preview=none')).slice(0, 2)).toEqual([302, '/home']);
    for (const address of ['/home', '/sitemap.xml', '/guide'])
      expect(await textOf(address)).not.toMatch(/quixotry|secret-page/i);
    expect((await app.get(url)).status).toBe(404);
    const link = `/secret-page?preview=${row?.previewToken}`;
    const page = await app.get(link);
    expect([page.status, page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([
      200,
      'no-store',
      'noindex',
    ]);
    const html = await page.text();
    expect(html).toContain('Draft. Only people with this link see this page.');
    const shown = /src="(\/files\/preview\/[^"]+)"/.exec(html)?.[1] ?? '';
    expect((await app.get(shown)).status).toBe(200);
    expect((await app.get(`/files/${path}/400.webp`)).status).toBe(404);
  });

  test('appears by itself, for everyone', async () => {
    const at = Date.now() + 60_000;
    await add({ publishAt: at });
    expect(await textOf('/home')).not.toContain('/mentoring');
    await runDue(app.site.db, pagePublications, at);
    expect((await app.get('/mentoring')).status).toBe(200);
    expect(await textOf('/home')).toContain('/mentoring');
  });
});

test('the preview shows what is typed, to who may change pages', async () => {
  const ask = (who: Person, text: string) =>
    app.get('/admin/pages/preview', { method: 'POST', headers: who.sending, body: JSON.stringify({ text }) });
  expect(await (await ask(officer, '# Hi\n\n<script>x</script>')).json()).toEqual({
    html: expect.stringMatching(/^<div class="heading"><h1 [^>]*>Hi<\/h1>/),
  });
  expect((await ask(officer, 'x'.repeat(200_001))).status).toBe(422);
  const viewer = await seedPerson(app, { admin: false, role: 'viewer' });
  expect((await ask(viewer, 'Hi')).status).toBe(403);
});

test('the archive has each page with its pictures, and drafts only where they are asked for', async () => {
  const { url, path } = await upload('mentors.jpg');
  await add({ text: `![Two people](${url})` });
  await add({ title: 'Not yet', slug: 'not-yet', publishAt: 'never' });
  const read = async (query: string) => {
    const zip = await app.get(`/admin/archive/archive.zip${query}`, { headers: { cookie: officer.cookie } });
    return readZip(Buffer.from(await zip.arrayBuffer()));
  };
  const files = await read('');
  expect(files.get('mentoring.html')?.toString()).toContain(`src="files/${path}/mentors.jpg"`);
  expect([...files.keys()]).toContain(`files/${path}/mentors.jpg`);
  expect(files.get('index.html')?.toString()).toContain('href="mentoring.html"');
  expect([...files.keys()]).not.toContain('not-yet.html');
  const slugs = (club: Buffer | undefined) =>
    Object.values<{ slug: string }>(JSON.parse(club?.toString() ?? '{}').page).map(({ slug }) => slug);
  expect(slugs(files.get('club.json'))).toEqual(['mentoring']);
  expect(slugs((await read('?with-drafts=1')).get('club.json'))).toEqual(['mentoring', 'not-yet']);
});
