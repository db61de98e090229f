import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { admin, member, treasurer } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventSent } from '../../../test/event-inputs.ts';
import { club } from '../../../test/outbox.ts';
import { dump, load } from '../../../test/transfers.ts';
import { listActivity } from '../activity.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { NotAllowed, Rejected } from '../errors.ts';
import { addEvent } from '../event-changes/save-event.ts';
import { removeRecords } from '../record-changes/remove.ts';
import { eraseOldTrash, listTrash } from '../trash.ts';
import { clubYears } from '../../../test/club-years.ts';
import { addLink, shortLinkOf, updateLink } from './change.ts';
import { links } from './link.ts';
import { followLink, listWorkingLinks, viewLinks } from './read-links.ts';
import { addVisits, countVisits, createVisitCounter, forgetOldVisits, listVisits } from './visits.ts';

const CLOCK = { timeZone: 'America/Toronto', locale: 'en' };
const publicUrl = 'https://club.example.com';
const HOUR = 3_600_000;
const ELSEWHERE = { slug: 'game-night', url: 'https://chat.example.com/invite', note: 'Posters', until: null };
const SECRET = 'This address belongs to one person, and whoever has it can use it. Please enter another one';
const NO_TARGET = 'Please enter a link that begins with https://, or with / for a page of this site';
const LEADS_TO_ITSELF = { url: 'This short link would lead to itself' };
const LEADS_TO_ANOTHER_LINK = {
  url: 'It leads to a short link that leads to another one. Please enter where that one ends',
};

describe.each(databases)('short links on %s', (_, open) => {
  const site = freshDatabase(open);

  const add = async (given: object = {}) =>
    (await addLink(site.db, admin, { input: { ...ELSEWHERE, ...given }, publicUrl })).key;
  const save = (key: string, version: number, given: object) =>
    updateLink(site.db, admin, { key, version, input: { ...ELSEWHERE, ...given }, publicUrl });
  const list = async () => (await viewLinks(site.db, CLOCK, { search: '', limit: 200 })).rows;
  const found = (slug: string, now?: number) => followLink(site.db, slug, { publicUrl, ...(now && { now }) });
  const leadsTo = async (slug: string) => (await found(slug))?.to;
  const remove = (...keys: string[]) => removeRecords(site.db, admin, links, keys);

  test('leads on from its address until its time is over, whatever the case', async () => {
    const until = Date.now() + HOUR;
    const key = await add({ until });
    expect(await found('game-night')).toEqual({ kind: 'link', key, to: ELSEWHERE.url, until });
    expect(await leadsTo('Game-Night')).toBe(ELSEWHERE.url);
    expect(await found('game-night', until)).toBeUndefined();
    expect(await found('other')).toBeUndefined();
    await remove(key);
    expect(await found('game-night')).toBeUndefined();
  });

  test('only who may change content changes one', async () => {
    for (const actor of [member, treasurer, { ...admin, role: 'events' as const }, null]) {
      const denied = addLink(site.db, actor, { input: ELSEWHERE, publicUrl });
      await expect(denied).rejects.toThrow(NotAllowed);
    }
  });

  const WRONG: Record<string, string[]> = {
    [NO_TARGET]: [
      ...['http://other.example.com', 'javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.example', 'events'],
      ...['//evil.example', '/\\evil.example', '\\\\evil.example', 'https:\\\\evil.example', '/.//evil.example'],
      ...['/\t/evil.example', 'https://a.example/\r\nset-cookie: x=1', '/a\u0000b', 'https://', 'https:a.example'],
    ],
    'A link cannot hold a user name or a password': [
      'https://me@a.example/',
      'https://:pw@a.example',
      'https://me:pw@a.example',
      'https://me:pw@club.example.com/team',
    ],
    'A link can have 2,000 characters at most': [`https://a.example/${'x'.repeat(2000)}`],
    'Please enter where it leads to': ['', ' '],
    [SECRET]: [
      ...['sign-ups', 'members', 'door', 'still-coming', 'subscribe', 'unsubscribe'].map((name) => `/${name}/token`),
      ...[
        '/SIGN-UPS/token',
        '//sign-ups/token'.slice(1),
        '/%73ign-ups/token',
        '/x/../door/token',
        '/door/token.data',
        '/%64oor/token/%ff',
      ],
      ...[
        '/live?door=x',
        '/events/talk?preview=x',
        '/mentoring?PREVIEW=1&preview=x',
        '/files/preview/token/1/2/3/a/b.png',
      ],
      ...[`${publicUrl}/sign-ups/token`, 'https://CLUB.example.com/door/x', 'https://club.example.com./door/x'],
    ],
  };
  const wrong = Object.entries(WRONG).flatMap(([said, urls]) =>
    urls.map((url) => [url.slice(0, 60), said, url] as const),
  );

  test.each(wrong)('%j leads nowhere: %s', async (_shown, said, url) => {
    await expect(add({ url })).rejects.toMatchObject({ fields: { url: said } });
    expect(await list()).toEqual([]);
  });

  test('what merely looks like one of these is another site’s, or a page', async () => {
    const rights = [
      'https://other.example/sign-ups/x',
      '/sign-ups-are-open',
      '/membership',
      '/events?previews=1',
      '/ärger',
      // Where anyone subscribes: only what comes after it is a secret.
      '/subscribe',
      '/Subscribe/',
      `${publicUrl}/subscribe/`,
    ];
    for (const [at, url] of rights.entries()) await add({ url, slug: `right-${at}` });
    expect(await leadsTo('right-5')).toBe('/subscribe');
    expect(await leadsTo('right-4')).toBe('/%C3%A4rger');
  });

  test('the site’s own address is stored as a path', async () => {
    await add({ url: `${publicUrl}/events?year=2026#more` });
    expect(await list()).toMatchObject([{ url: '/events?year=2026#more' }]);
  });

  test.each([
    ['', 'Please enter an address'],
    ['Über', 'An address has small letters, digits and single hyphens, such as new-members'],
    ['a/b', 'An address has small letters, digits and single hyphens, such as new-members'],
    ['x'.repeat(101), 'An address can have 100 characters at most'],
  ])('the address %j is refused', async (slug, said) => {
    await expect(add({ slug })).rejects.toMatchObject({ fields: { slug: said } });
  });

  test.each([
    [{ note: 'x'.repeat(201) }, { note: 'A note can have 200 characters at most' }],
    [{ note: 'one\ntwo' }, { note: 'A note is one line' }],
    [{ until: Number.NaN }, { until: 'Please enter a date and a time' }],
  ])('%j is refused', async (given, fields) => {
    await expect(add(given)).rejects.toMatchObject({ fields });
  });

  test('an address may be typed with what stands before it', async () => {
    await add({ slug: '/go/chess' });
    expect(await leadsTo('chess')).toBe(ELSEWHERE.url);
  });

  test('an address that another link has is refused, whoever was first', async () => {
    const tries = await Promise.allSettled([add(), add()]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const taken = { slug: 'Another short link has this address already' };
    await expect(add()).rejects.toMatchObject({ fields: taken });
  });

  test('a changed address leads on from every one before, while nobody takes it', async () => {
    const key = await add();
    await save(key, 0, { slug: 'games' });
    await save(key, 1, { slug: 'play' });
    for (const slug of ['game-night', 'games', 'GAMES'])
      expect(await found(slug)).toEqual({ kind: 'moved', to: '/go/play' });
    const taker = await add({ slug: 'games', url: '/team' });
    expect(await leadsTo('games')).toBe('/team');
    await remove(taker);
    expect(await leadsTo('games')).toBe('/go/play');
    await remove(key);
    expect(await found('games')).toBeUndefined();
  });

  describe('a short link that leads to a short link', () => {
    test('may lead to one that leads to none', async () => {
      await add();
      await add({ slug: 'poster', url: '/go/game-night' });
      expect(await leadsTo('poster')).toBe('/go/game-night');
    });

    test.each([
      '/go/game-night',
      '/GO/Game-Night/',
      '/go//game-night?x=1#y',
      '/%67o/game-night',
      '/go/game-night.data',
    ])('never leads to itself: %s', async (url) => {
      await expect(add({ url })).rejects.toMatchObject({ fields: LEADS_TO_ITSELF });
      await expect(add({ url: publicUrl + url })).rejects.toMatchObject({ fields: LEADS_TO_ITSELF });
      const key = await add();
      await expect(save(key, 0, { url })).rejects.toMatchObject({ fields: LEADS_TO_ITSELF });
      expect(await leadsTo('game-night')).toBe(ELSEWHERE.url);
    });

    test('never leads to itself by the address that it had', async () => {
      const key = await add();
      await save(key, 0, { slug: 'games' });
      await expect(save(key, 1, { slug: 'games', url: '/go/game-night' })).rejects.toMatchObject({
        fields: LEADS_TO_ITSELF,
      });
    });

    test('never leads to a third, whichever of them is saved last', async () => {
      const last = await add();
      await add({ slug: 'second', url: '/go/game-night' });
      await expect(add({ slug: 'first', url: '/go/second' })).rejects.toMatchObject({ fields: LEADS_TO_ANOTHER_LINK });
      const led = { url: '/go/second leads to this short link, which has to lead to a page itself' };
      await add({ slug: 'fourth', url: '/team' });
      await expect(save(last, 0, { url: '/go/fourth' })).rejects.toMatchObject({ fields: led });
      // Under another address it is the same link.
      await save(last, 0, { slug: 'games' });
      await expect(save(last, 1, { slug: 'games', url: '/go/fourth' })).rejects.toMatchObject({ fields: led });
    });

    test('never leads to a third that comes later', async () => {
      await add({ slug: 'first', url: '/go/second' });
      await expect(add({ slug: 'second', url: '/go/first' })).rejects.toMatchObject({
        fields: { url: expect.stringContaining('leads to') },
      });
      await expect(add({ slug: 'second', url: '/go/third' })).rejects.toThrow(Rejected);
      await add({ slug: 'second', url: '/team' });
    });

    test('is not brought in by an import in a circle', async () => {
      const { refused } = await load(site.db, {
        link: {
          one: { slug: 'one', url: '/go/two' },
          two: { slug: 'two', url: '/go/one' },
          me: { slug: 'me', url: '/go/me' },
          own: { slug: 'own', url: `${publicUrl}/go/own` },
          secret: { slug: 'secret', url: `${publicUrl}/door/token` },
          good: { slug: 'good', url: '/team' },
        },
      });
      expect(refused).toHaveLength(3);
      expect([await leadsTo('own'), await leadsTo('secret'), await leadsTo('good')]).toEqual([
        undefined,
        undefined,
        '/team',
      ]);
      expect(await listWorkingLinks(site.db, { publicUrl })).toEqual([{ path: '/go/good', to: '/team' }]);
    });
  });

  test('what comes back from the trash gets another address where its own is taken', async () => {
    const key = await add();
    await remove(key);
    await add({ url: '/team' });
    const restored = await restoreFromTrash(site.db, (await listTrash(site.db))[0]?.key ?? '');
    expect(restored.note).toBe('Its address is now /go/game-night-2: another short link has its old one.');
    expect(await leadsTo('game-night-2')).toBe(ELSEWHERE.url);
    await remove(key);
    await eraseOldTrash(site.db, clubYears, Date.now() + 31 * 24 * HOUR);
    const left = await site.db.query.selectFrom('link_addresses').select('slug').execute();
    expect(left).toEqual([{ slug: 'game-night' }]);
  });

  test('a stale save is told, and the log says who did what', async () => {
    const key = await add();
    await save(key, 0, { note: 'Mine' });
    const late = save(key, 0, { note: 'Late' });
    await expect(late).rejects.toMatchObject({ current: { note: 'Mine', version: 1 } });
    await remove(key);
    const log = await listActivity(site.db, admin, 9);
    expect(log.map(({ who, verb, title }) => `${who} ${verb} ${title}`)).toEqual([
      'Ada removed /go/game-night',
      'Ada updated /go/game-night',
      'Ada added /go/game-night',
    ]);
  });

  test('what one dialog sends is added once', async () => {
    const once = { input: ELSEWHERE, publicUrl, once: randomUUID() };
    const [one, two] = await Promise.all([addLink(site.db, admin, once), addLink(site.db, admin, once)]);
    expect(two).toEqual(one);
  });

  test('goes into an export and comes back, and a wrong field costs that field', async () => {
    await add({ until: 1_800_000_000_000 });
    await add({ slug: 'team', url: '/team' });
    const text = await dump(site.db);
    expect(JSON.parse(text)).toMatchObject({
      link: expect.objectContaining({}),
    });
    expect(Object.values(JSON.parse(text).link)).toEqual([
      { slug: 'game-night', url: ELSEWHERE.url, note: 'Posters', until: 1_800_000_000_000, order: 1 },
      { slug: 'team', url: '/team', note: 'Posters', order: 2 },
    ]);
    await load(site.db, Buffer.from(text));
    expect(await dump(site.db)).toBe(text);
    const { refused } = await load(site.db, {
      link: {
        a: { slug: 'a', url: 'javascript:alert(1)', note: 'Kept' },
        b: { slug: 'Not One', url: '/team' },
        c: { slug: 'team', url: '/team' },
      },
    });
    expect(refused.map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining(['link/a/url', 'link/b/slug', 'link/c']),
    );
    expect(await found('a')).toBeUndefined();
  });

  describe('visits', () => {
    test('are counted by the club’s day, and are there after a restart', async () => {
      const key = await add();
      const counter = createVisitCounter(site.db, CLOCK.timeZone);
      for (let at = 0; at < 3; at++) counter.count(key);
      expect(await countVisits(site.db, [key])).toEqual(new Map());
      await counter.close();
      counter.count(key);
      await counter.close();
      expect(await list()).toMatchObject([{ visits: 4 }]);
      const [row] = await site.db.query.selectFrom('link_visits').selectAll().execute();
      expect(Object.keys(row ?? {}).toSorted()).toEqual(['day', 'link_key', 'visits']);
    });

    test('are shown with the days between them, and kept for a year', async () => {
      const key = await add();
      await addVisits(site.db, '2026-11-18', new Map([[key, 2]]));
      await addVisits(site.db, '2026-11-20', new Map([[key, 1]]));
      expect(await listVisits(site.db, key, '2026-11-21')).toEqual([
        { day: '2026-11-18', visits: 2 },
        { day: '2026-11-19', visits: 0 },
        { day: '2026-11-20', visits: 1 },
        { day: '2026-11-21', visits: 0 },
      ]);
      await forgetOldVisits(site.db, '2027-11-20');
      expect(await listVisits(site.db, key, '2026-11-20')).toEqual([{ day: '2026-11-20', visits: 1 }]);
    });
  });

  describe('of an event', () => {
    const talk = (title: string, given: object = {}) =>
      addEvent(site.db, admin, eventSent({ title, ...given }), club).then(({ key }) => key);
    const short = (key: string, actor = admin) => shortLinkOf(site.db, actor, key);

    test('is made once, however frequently it is asked for', async () => {
      const key = await talk('Game Night');
      const slugs = await Promise.all([short(key), short(key), short(key)]);
      expect(new Set(slugs.map(({ slug }) => slug))).toEqual(new Set(['game-night']));
      expect(await leadsTo('game-night')).toBe(`/events/${key}`);
    });

    test('has a number where its title is taken, and a name where there is none', async () => {
      await add();
      expect(await short(await talk('Game Night!'))).toEqual({ slug: 'game-night-2' });
      expect(await short(await talk('ערב משחקים'))).toEqual({ slug: 'event' });
    });

    test('is neither for drafts nor for who may not change links', async () => {
      const draft = await talk('Secret', { visibility: 'Draft' });
      await expect(short(draft)).rejects.toThrow('A draft cannot have a short link');
      const key = await talk('Open');
      await expect(short(key, { ...admin, role: 'events' })).rejects.toThrow(NotAllowed);
      await expect(short('nobody')).rejects.toThrow("Event doesn't exist.");
    });
  });

  test('ten thousand are listed and found', async () => {
    const link = Object.fromEntries(
      Array.from({ length: 10_000 }, (_one, at) => [`k${at}`, { slug: `link-${at}`, url: '/team', order: at }]),
    );
    await load(site.db, { link });
    expect(await list()).toHaveLength(200);
    const listed = async (search: string, limit = 200) => {
      const { rows, total } = await viewLinks(site.db, CLOCK, { search, limit });
      return [rows.length, total, rows[0]?.slug];
    };
    expect(await listed('', 400)).toEqual([400, 10_000, 'link-0']);
    expect(await listed('LINK-999')).toEqual([11, 11, 'link-999']);
    expect(await listed('/go/link-7 téam', 5)).toEqual([5, 1111, 'link-7']);
    expect(await listed('nothing')).toEqual([0, 0, undefined]);
    expect(await leadsTo('link-9999')).toBe('/team');
    expect(await listWorkingLinks(site.db, { publicUrl })).toHaveLength(10_000);
  }, 60_000);
});
