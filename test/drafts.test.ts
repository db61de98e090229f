import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import sample from '../club.config.ts';
import type { ClubConfig } from '../app/config/club.ts';
import { openEventForEditing } from '../app/domain/event-changes/editable-event.ts';
import type { EventInput } from '../app/domain/event-changes/event-input.ts';
import { findPreviewToken } from '../app/domain/events/preview.ts';
import { addEvent, updateEvent } from '../app/domain/event-changes/save-event.ts';
import { removeEvents } from '../app/domain/event-changes/remove-events.ts';
import { pages } from '../app/domain/pages/page.ts';
import { viewPages } from '../app/domain/pages/read-pages.ts';
import { addRecord } from '../app/domain/record-changes/save.ts';
import type { StoredFile } from '../app/domain/files/stored-file.ts';
import { mailingClub } from '../app/mail/mailing-club.ts';
import { admin as ada } from './actors.ts';
import { startApp, type RunningApp } from './app.ts';
import { eventSent, fieldSent } from './event-inputs.ts';
import { openStream } from './event-stream.ts';
import { seedAdmin, seedMember, seedPerson, type Person } from './people.ts';
import { picture } from './pictures.ts';
import { publicAddresses, type Named } from './public-walk.ts';
import { readZip } from './read-zip.ts';
import { bucketStorage } from './storages.ts';
import { visitorOf } from './visitor.ts';

/** What is not stored is the same with both: there, the walk is over files and pictures alone. */
const STORED = /^\/files|\.(svg|png)/;

const kinds: [string, () => Promise<{ env: NodeJS.ProcessEnv; close: () => Promise<void> }>][] = [
  ['a folder', async () => ({ env: {}, close: async () => undefined })],
  [
    'an S3 bucket',
    async () => {
      const { storageUrl, close } = await bucketStorage();
      return { env: { STORAGE_URL: storageUrl }, close };
    },
  ],
];

/** In every field of an event that a person may read, and in the names of its files. */
const WORDS = ['Quixotry', 'Zephyrine', 'Mumpsimus', 'Borborygm', 'Widdershin', 'Tatterdema', 'Nudiustert'] as const;
const [TITLE, DESCRIPTION, PLACE, PRESENTER, FIELD, FILE, RECAP] = WORDS;

describe.each(kinds)('what is not published, with files in %s', (name, open) => {
  const isInBucket = name === 'an S3 bucket';
  let app: RunningApp;
  let admin: Person;
  let folder: string;
  let closeStorage: () => Promise<void>;
  let draft: Named & { token: string };
  let timed: Named & { token: string };
  let page: Named & { token: string };
  let shown: Named;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clubroom-drafts-'));
    const club: ClubConfig = {
      ...structuredClone(sample),
      pages: { services: true, dsc: true, apply: true, merch: true },
    };
    await writeFile(join(folder, 'club.json'), JSON.stringify(club));
    const opened = await open();
    closeStorage = opened.close;
    app = await startApp({ env: { ...opened.env, CLUB_CONFIG: join(folder, 'club.json') } });
    admin = await seedAdmin(app);
    shown = await add({ title: 'Talk', dscEvent: true });
    // Every page is kept before there is anything to hide.
    for (const path of addresses(shown)) await (await app.get(path)).arrayBuffer();
    draft = await addUnseen({ visibility: 'Draft', start: '2126-11-02T18:00' });
    timed = await addUnseen({ visibility: 'Publish at', publishAt: '2126-11-01T12:00', start: '2019-05-01T18:00' });
    page = await addPage();
  });
  afterAll(async () => {
    await app.close();
    await closeStorage();
    await rm(folder, { recursive: true });
  });

  const upload = async (name: string, body: Buffer): Promise<StoredFile> => {
    const address = `/api/uploads/${randomUUID()}?name=${encodeURIComponent(name)}`;
    const answer = await app.get(address, { method: 'PUT', headers: admin.sending, body: new Uint8Array(body) });
    expect(answer.status).toBe(201);
    return answer.json();
  };

  async function add(given: Partial<EventInput>): Promise<Named> {
    const { db, mailing } = app.site;
    const { key } = await addEvent(
      db,
      ada,
      eventSent({ start: '2126-11-20T19:30', end: '2126-11-20T21:00', ...given }),
      mailing,
    );
    const row = await db.query.selectFrom('events').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
    const files: StoredFile[] = [row.image, row.gallery, row.resources].flatMap(
      (stored) => JSON.parse(stored ?? '[]') ?? [],
    );
    return {
      key,
      formId: row.form_id ?? 'none',
      start: row.time_start ?? 0,
      paths: files.flatMap(({ path }) => path ?? []),
      names: files.map(({ name }) => name),
    };
  }

  async function addUnseen(given: Partial<EventInput>): Promise<Named & { token: string }> {
    const image = await upload(`${FILE}-poster.jpg`, await picture(900, 700));
    const event = await add({
      title: `${TITLE} talk`,
      description: DESCRIPTION,
      location: PLACE,
      presenter: PRESENTER,
      recap: RECAP,
      dscEvent: true,
      hasForm: true,
      asksPerson: true,
      places: '7',
      fields: [fieldSent(FIELD)],
      image: { ...image, url: image.url },
      gallery: [await upload(`${FILE}-gallery.png`, await picture(500, 300, 'png'))],
      resources: [await upload(`${FILE}-slides.pdf`, Buffer.from(`%PDF-1.4 ${FILE}`))],
      ...given,
      end: `${given.start?.slice(0, 10)}T21:00`,
    });
    return { ...event, token: (await findPreviewToken(app.site.db, ada, event.key)) ?? '' };
  }

  async function addPage(): Promise<Named & { token: string }> {
    const { db, clock } = app.site;
    const { url, path = '', name } = await upload(`${FILE}-mentors.png`, await picture(500, 300, 'png'));
    const text = `${DESCRIPTION}\n\n![${PLACE}](${url})`;
    const slug = `${TITLE.toLowerCase()}-page`;
    await addRecord(db, ada, pages, { title: `${TITLE} page`, slug, text, where: 'menu', publishAt: 'never' });
    const [row] = await viewPages(db, ada, clock);
    const token = row?.previewToken ?? '';
    return { key: slug, formId: 'nosuchform', start: 0, paths: [path], names: [name], token };
  }

  const addresses = (named: Named) => {
    const { paths } = publicAddresses(app.routes, named);
    return isInBucket ? paths.filter((path) => STORED.test(path)) : paths;
  };

  const edit = async (key: string, given: Partial<EventInput>) => {
    const { db, mailing, club } = app.site;
    const { version, input } = await openEventForEditing(db, ada, key, mailing);
    await updateEvent(db, ada, { key, version, input: { ...input, ...given } }, mailingClub(club, app.url));
  };

  const secretsOf = ({ key, formId, paths, token }: Named & { token: string }) => [
    ...[key, formId, token],
    ...paths.map((path) => path.split('/').at(-1) ?? ''),
  ];
  const secrets = () => [...WORDS, ...[draft, timed, page].flatMap(secretsOf)];

  interface Seen {
    path: string;
    how: string;
    status: number;
    text: string;
  }

  /** Asks in the ways that a visitor, a program and a cache on the way ask. */
  async function ask(path: string): Promise<Seen[]> {
    const guid = path.split('/').at(-2) ?? '';
    const ways: [string, RequestInit][] = [
      ['GET', { headers: { accept: 'text/html' } }],
      STORED.test(path)
        ? ['GET of a part', { headers: { range: 'bytes=0-9', 'if-none-match': `"${guid}", "${guid}-400.avif", *` } }]
        : ['GET for a program', { headers: { accept: 'application/json' } }],
      ['HEAD', { method: 'HEAD' }],
      ['OPTIONS', { method: 'OPTIONS' }],
    ];
    return Promise.all(
      ways.map(async ([how, init]) => {
        const answer = await app.get(path, init);
        const headers = [...answer.headers].map((one) => one.join(': ')).join('\n');
        return { path, how, status: answer.status, text: `${headers}\n\n${await answer.text()}` };
      }),
    );
  }

  async function walk(paths: string[]): Promise<Seen[]> {
    const all: Seen[] = [];
    for (const path of paths) all.push(...(await ask(path)));
    return all;
  }

  /** Where something is told that whoever asks did not say themselves. */
  function traces(seen: Seen[], sought: string[]): string[] {
    return seen.flatMap(({ path, how, text }) => {
      const said = decodeURIComponent(path).toLowerCase();
      const found = sought.filter(
        (one) => !said.includes(one.toLowerCase()) && text.toLowerCase().includes(one.toLowerCase()),
      );
      return found.map((one) => `${how} ${path} tells ${one}`);
    });
  }

  /** What is answered below an address that names the event or a file of it. */
  function served(seen: Seen[], { key, paths }: Named): string[] {
    const isOwn = (path: string) => [key, ...paths].some((one) => path.split('?')[0]?.includes(one));
    const found = seen.filter(({ path, status }) => isOwn(path) && [200, 206, 304].includes(status));
    return found.map(({ how, path, status }) => `${how} ${path}: ${status}`);
  }

  test('every public address is walked', () => {
    expect(publicAddresses(app.routes, draft).unknown).toEqual([]);
    expect(
      publicAddresses([...app.routes, { kind: 'address', method: 'GET', path: '/new/:thing' }], draft).unknown,
    ).toEqual(['/new/:thing']);
  });

  test('leaves no trace at any public address', async () => {
    for (const event of [draft, timed]) {
      const paths = addresses(event);
      expect(paths.length).toBeGreaterThan(isInBucket ? 40 : 100);
      const seen = await walk(paths);
      expect(traces(seen, secrets())).toEqual([]);
      expect(served(seen, event)).toEqual([]);
    }
    const own = addresses(page).filter((path) => [page.key, ...page.paths].some((one) => path.includes(one)));
    expect(own.length).toBeGreaterThan(10);
    const seen = await walk(own);
    expect([traces(seen, secrets()), served(seen, page)]).toEqual([[], []]);
  });

  test('is answered as what was never there', async () => {
    for (const { key, formId } of [draft, timed]) {
      const answersFor = async (id: string, form: string) => {
        const paths = [
          `/events/${id}`,
          `/events/${id}?preview=${draft.token.slice(1)}`,
          `/events/${id}.data?preview=x`,
          `/events/${id}.ics`,
          `/api/events/${id}`,
          `/api/events/${id}/places`,
          `/api/forms/${form}`,
        ];
        const seen = await walk([...paths, `/events/${id}/poster.svg`]);
        return seen.map(({ status, text }) => [
          status,
          text
            .replaceAll(id, 'ID')
            .replaceAll(form, 'FORM')
            .replaceAll(/nonce[-=]"?[\w+/=]+"?|'sha256-[^']+'|(x-request-id|date|etag|content-length): .*|\d{13}/g, ''),
        ]);
      };
      const [one, other] = [await answersFor(key, formId), await answersFor('-OhNoSuchEventHere00', 'abcdefghij')];
      expect(one).toEqual(other);
    }
  });

  test('takes no answers', async () => {
    const visitor = visitorOf(app);
    const send = (form: string) =>
      visitor.json(`/api/entries/${form}`, {
        answers: { name: 'Sam', email: 'sam@example.edu' },
        token: visitor.token(),
        once: visitor.once(),
      });
    const [one, none] = [await send(draft.formId), await send('abcdefghij')];
    expect([one.status, one.body]).toEqual([none.status, none.body]);
    expect(one.status).toBe(404);
    expect(await app.site.db.query.selectFrom('entries').selectAll().execute()).toEqual([]);
  });

  test('is told of on /live to officers alone', async () => {
    const [anyone, member, officer] = [
      await openStream(app),
      await openStream(app, (await seedMember(app)).cookie),
      await openStream(app, admin.cookie),
    ];
    await edit(draft.key, { presenter: `${PRESENTER} Other`, fields: [fieldSent(FIELD), fieldSent(`${FIELD} two`)] });
    await edit(shown.key, { presenter: 'Ben' });
    for (const stream of [anyone, member]) {
      expect(await stream.next()).toEqual({ event: 'change', data: { topic: 'event', key: shown.key } });
      await stream.close();
    }
    expect(await officer.next()).toEqual({ event: 'change', data: { topic: 'draft', key: draft.key } });
    await officer.close();
  });

  test('is nowhere in the archive', async () => {
    const zip = await app.get('/admin/archive/archive.zip', { headers: { cookie: admin.cookie } });
    const files = readZip(Buffer.from(await zip.arrayBuffer()));
    expect(files.size).toBeGreaterThan(5);
    const found = [...files].filter(([name, content]) =>
      secrets().some((one) => `${name} ${content.toString()}`.includes(one)),
    );
    expect(found.map(([name]) => name)).toEqual([]);
  });

  test('shows its files and pictures to every officer, kept nowhere', async () => {
    const viewer = await seedPerson(app, { admin: false, role: 'viewer' });
    const [path = ''] = draft.paths;
    for (const address of [
      `/files/${path}/${draft.names[0]}`,
      `/files/${path}/400.avif`,
      `/events/${draft.key}/poster.svg?v=0`,
      `/events/${draft.key}/share.png`,
    ]) {
      const answers = await Promise.all(
        [viewer, admin, await seedMember(app)].map(({ cookie }) => app.get(address, { headers: { cookie } })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
      expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(
        Array(3).fill(expect.stringContaining('no-store')),
      );
    }
  });

  test('is shown whole to whoever has its link, kept and passed on nowhere', async () => {
    const page = await app.get(`/events/${draft.key}?preview=${draft.token}`);
    expect([
      page.status,
      page.headers.get('cache-control'),
      page.headers.get('referrer-policy'),
      page.headers.get('x-robots-tag'),
    ]).toEqual([200, 'no-store', 'no-referrer', 'noindex']);
    const html = (await page.text()).replaceAll('<!-- -->', '');
    for (const word of [TITLE, DESCRIPTION, PLACE, PRESENTER, FIELD, FILE]) expect(html).toContain(word);
    expect(html).toContain('Draft. Only people with this link see this page.');
    expect(html).toContain('the form takes no answers yet');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain('<button type="submit"');
    const own = new RegExp(`(?:/files/preview/${draft.token}|/events/${draft.key}/)[^"' ,\\\\]+`, 'g');
    const named = [...new Set(html.replaceAll(/&amp;|\\u0026/g, '&').match(own))].filter(
      (one) => !one.endsWith(draft.paths[0] ?? '') && !one.endsWith(draft.paths[1] ?? ''),
    );
    expect(named.length).toBeGreaterThan(8);
    for (const address of named) {
      const answer = await app.get(address);
      expect([
        address,
        answer.status,
        answer.headers.get('cache-control'),
        answer.headers.get('referrer-policy'),
      ]).toEqual([address, 200, 'no-store', 'no-referrer']);
      expect((await app.get(address.replaceAll(draft.token, timed.token))).status).toBe(404);
    }
    expect(html).not.toMatch(new RegExp(`"/files/${draft.paths[0]}`));
    const late = await app.get(`/events/${timed.key}?preview=${timed.token}`);
    expect(await late.text()).toContain('Draft. Publishes Nov 1, 2126, 12:00 PM. Only people with this link');
    expect((await app.get(`/events/${draft.key}?preview=${timed.token}`)).status).toBe(404);
    expect((await app.get(`/events/${draft.key}`, { headers: { cookie: admin.cookie } })).status).toBe(404);
  });

  test('gives its link to whoever may change it, and to no other role', async () => {
    const has = async (role: 'viewer' | 'events') => {
      const { cookie } = await seedPerson(app, { admin: false, role });
      const html = await (await app.get(`/admin/events/${draft.key}`, { headers: { cookie } })).text();
      expect(html).toContain(TITLE);
      return html.includes(draft.token);
    };
    expect([await has('viewer'), await has('events')]).toEqual([false, true]);
  });

  test('keeps a file public that something public uses too', async () => {
    const [path = '', name = ''] = [draft.paths[0], draft.names[0]];
    const { input } = await openEventForEditing(app.site.db, ada, draft.key, app.site.mailing);
    const other = await add({ title: 'Shares it', image: input.image });
    const answer = await app.get(`/files/${path}/${name}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, expect.stringContaining('public')]);
    await removeEvents(app.site.db, ada, [other.key], mailingClub(app.site.club, app.url));
    expect((await app.get(`/files/${path}/${name}`)).status).toBe(404);
  });

  test('appears by itself on every page that was kept, and is gone again as a draft', async () => {
    const sees = async () => (await (await app.get('/events')).text()).includes(TITLE);
    expect([await sees(), await sees()]).toEqual([false, false]);
    await app.site.db.write(({ query }) =>
      query
        .updateTable('events')
        .set({ publish_at: Date.now() + 500 })
        .where('key', '=', draft.key)
        .execute(),
    );
    await vi.waitFor(async () => expect(await sees()).toBe(true), { timeout: 15_000, interval: 200 });
    const paths = addresses(draft);
    const seen = await walk(paths);
    expect(served(seen, draft).length).toBeGreaterThan(20);
    const found = new Set(traces(seen, secretsOf(draft)).map((one) => one.split(' ').slice(0, -2).join(' ')));
    // The walk sees what there is to see.
    const shows = ['/home', '/events', '/dsc', '/feed.xml', '/events.ics', '/sitemap.xml', '/api/events?set=future'];
    const silent = shows.filter((one) => ![...found].some((place) => place.endsWith(` ${one}`)));
    expect(silent).toEqual(isInBucket ? shows : []);
    const [path = '', name = ''] = [draft.paths[0], draft.names[0]];
    expect((await app.get(`/files/${path}/${name}`)).status).toBe(200);
    const stream = await openStream(app);
    await edit(draft.key, { visibility: 'Draft' });
    expect(await stream.next()).toEqual({ event: 'change', data: { topic: 'event', key: draft.key } });
    await stream.close();
    const after = await walk(paths);
    expect([traces(after, secrets()), served(after, draft)]).toEqual([[], []]);
    expect((await app.get(`/files/${path}/${name}`)).status).toBe(404);
    expect((await app.get(`/events/${draft.key}?preview=${draft.token}`)).status).toBe(404);
  });
});
