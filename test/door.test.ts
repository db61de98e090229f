import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteExpiredDoorLinks } from '../app/domain/sign-ups/door/links.ts';
import type { DoorList } from '../app/domain/sign-ups/door/door.ts';
import type { RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { openStream } from './event-stream.ts';
import { sameOriginHeaders, seedAdmin, seedMember, type Person } from './people.ts';
import { proxiedApps } from './proxied-apps.ts';
import { insertSignUps, signUpRow } from './sign-ups.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(proxiedApps)('the door of an event on %s', (_name, open) => {
  let app: RunningApp;
  let admin: Person;
  let made = 0;
  let [key, formId] = ['', ''];

  beforeAll(async () => {
    app = await open();
    admin = await seedAdmin(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    made += 1;
    [key, formId] = [`event${made}`, `form${made}`];
    const [start, end] = [Date.now() - HOUR, Date.now() + HOUR];
    await insertEvents(app.site.db, eventRow(key, { title: 'Jam', form_id: formId, time_start: start, time_end: end }));
    await app.site.db.write(({ query }) =>
      query
        .insertInto('forms')
        .values({ id: formId, fields: '[]', asks_person: 1, places: 2, version: 1, updated_at: 0 })
        .execute(),
    );
    await insertSignUps(app.site.db, [
      signUpRow(formId, 'ana', { answers: JSON.stringify({ name: 'Ana', email: 'ana@example.edu', size: 'Huge' }) }),
      signUpRow(formId, 'ben', { state: 'waiting', since: 2 }),
      signUpRow(formId, 'cleo', { state: 'cancelled', since: 3 }),
    ]);
  });

  const door = () => `/admin/events/${key}/door`;
  const json = { 'content-type': 'application/json' };
  const send = (path: string, actions: object[], headers = sameOriginHeaders(app), now = Date.now()) =>
    app.get(`${path}/people`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify({ now, actions }),
    });
  const checkIn = (who: string, at = Date.now()) => ({ verb: 'checkIn', id: crypto.randomUUID(), key: who, at });
  async function makeLink(): Promise<string> {
    const answer = await app.get(`${door()}/links`, { method: 'POST', headers: admin.sending });
    const { url } = await answer.json();
    return new URL(url).pathname;
  }
  const stopLinks = () => app.get(`${door()}/links`, { method: 'DELETE', headers: admin.sending });
  const listAt = async (path: string, headers = {}): Promise<DoorList> =>
    (await (await app.get(`${path}/people`, { headers })).json()).list;
  const cameAt = async (who: string) =>
    (await listAt(door(), admin.sending)).people.find((one) => one.key === who)?.came;

  test.each([
    ['six hours after the end', '2037-11-20T21:00-05:00', 'Sat Nov 21, 2037, 3 AM'],
    ['thirty days after the start, where it has no end', null, 'Sun Dec 20, 2037, 7:30 PM'],
  ])('a link for helpers says that it works until %s', async (_when, end, said) => {
    const times = { time_start: Date.parse('2037-11-20T19:30-05:00'), time_end: end === null ? null : Date.parse(end) };
    await app.site.db.write(({ query }) => query.updateTable('events').set(times).where('key', '=', key).execute());
    const answer = await app.get(`${door()}/links`, { method: 'POST', headers: admin.sending });
    expect((await answer.json()).worksUntil).toBe(said);
  });

  test('no link for helpers is made that would open nothing: the door closed six hours after the end', async () => {
    const times = { time_start: Date.now() - 9 * HOUR, time_end: Date.now() - 7 * HOUR };
    await app.site.db.write(({ query }) => query.updateTable('events').set(times).where('key', '=', key).execute());
    expect(await (await app.get(door(), { headers: { cookie: admin.cookie } })).text()).not.toContain(
      'Link for helpers',
    );
    const answer = await app.get(`${door()}/links`, { method: 'POST', headers: admin.sending });
    expect(answer.status).toBe(422);
    expect(
      await app.site.db.query.selectFrom('door_links').select('id').where('event_key', '=', key).execute(),
    ).toEqual([]);
  });

  test('the link for helpers offers answers and payments only where the event has them', async () => {
    const offered = async () => {
      const html = await (await app.get(door(), { headers: { cookie: admin.cookie } })).text();
      return ['Show answers to helpers', 'Show payments to helpers'].filter((label) => html.includes(label));
    };
    const setForm = (values: { fields?: string; price?: number }) =>
      app.site.db.write(({ query }) => query.updateTable('forms').set(values).where('id', '=', formId).execute());
    expect(await offered()).toEqual([]);
    await setForm({
      fields: JSON.stringify([{ name: 'diet', type: 'text', description: 'Diet', atDoor: true }]),
    });
    expect(await offered()).toEqual(['Show answers to helpers']);
    await setForm({ fields: '[]', price: 1250 });
    expect(await offered()).toEqual(['Show payments to helpers']);
  });

  test('answers stand beside the names, for helpers only where their link was made so', async () => {
    const fields = [
      { name: 'diet', type: 'radio', description: 'Diet', options: ['Vegetarian', 'Anything'], atDoor: true },
      { name: 'shifts', type: 'several', description: 'Shifts', options: ['Early', 'Late'], atDoor: true },
      { name: 'laptop', type: 'checkbox', description: 'Laptop', atDoor: true },
      { name: 'bag', type: 'checkbox', description: 'Bag', atDoor: true },
      { name: 'secret', type: 'text', description: 'Secret' },
    ];
    const given = { diet: 'Vegetarian', shifts: ['Early', 'Late'], laptop: true, bag: false, secret: 'Hidden' };
    await app.site.db.write(async ({ query }) => {
      await query
        .updateTable('forms')
        .set({ fields: JSON.stringify(fields) })
        .where('id', '=', formId)
        .execute();
      await query
        .updateTable('entries')
        .set({ answers: JSON.stringify({ name: 'Ana', ...given }) })
        .where('form_id', '=', formId)
        .where('key', '=', 'ana')
        .execute();
    });
    const answersAt = async (path: string, headers = {}) =>
      (await listAt(path, headers)).people.map(({ key: one, answers }) => [one, answers]);
    const shown = [
      ['ana', ['Vegetarian', 'Early', 'Late', 'Laptop']],
      ['ben', undefined],
    ];
    expect(await answersAt(door(), admin.sending)).toEqual(shown);
    expect(await answersAt(await makeLink())).toEqual([
      ['ana', undefined],
      ['ben', undefined],
    ]);
    const body = JSON.stringify({ showAnswers: true });
    const made = await app.get(`${door()}/links`, { method: 'POST', headers: { ...json, ...admin.sending }, body });
    expect(await answersAt(new URL((await made.json()).url).pathname)).toEqual(shown);
    const wrong = { ...json, ...admin.sending };
    const refused = await app.get(`${door()}/links`, { method: 'POST', headers: wrong, body: '{"showAnswers":"yes"}' });
    expect(refused.status).toBe(422);
  });

  test('a helpers’ link is long, stored as a hash, and shows names and states only', async () => {
    const link = await makeLink();
    expect(link).toMatch(/^\/door\/[\w-]{32}$/);
    const stored = await app.site.db.query.selectFrom('door_links').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(link.slice(6));
    const answers = [await app.get(link), await app.get(`${link}/people`)];
    for (const answer of answers) {
      const text = await answer.text();
      expect(text).not.toMatch(/(ana|ben|cleo)@|Huge/);
      const names = ['cache-control', 'referrer-policy', 'x-robots-tag', 'permissions-policy'];
      expect([answer.status, ...names.slice(0, 3).map((name) => answer.headers.get(name))]).toEqual([
        ...[200, 'no-store', 'no-referrer', 'noindex'],
      ]);
    }
    expect(await listAt(link)).toMatchObject({
      people: [
        { key: 'ana', name: 'Ana', state: 'going', came: null, checkIns: [] },
        { key: 'ben', name: 'ben', state: 'waiting', came: null, checkIns: [] },
      ],
      cancelled: ['cleo'],
    });
  });

  test('only its pages may use the camera, and they hold nobody’s name', async () => {
    const link = await makeLink();
    for (const [path, headers] of [
      [link, {}],
      [door(), { cookie: admin.cookie }],
    ] as const) {
      const answer = await app.get(path, { headers });
      expect(answer.headers.get('permissions-policy')).toContain('camera=(self)');
      expect(await answer.text()).not.toContain('Ana');
    }
    for (const path of ['/home', `/events/${key}`, `${link}/people`])
      expect((await app.get(path)).headers.get('permissions-policy')).toContain('camera=()');
  });

  test('what a phone sends twice is done once, and nobody else is kept from it by what cannot be done', async () => {
    const link = await makeLink();
    const at = Date.now() - 5000;
    const added = { verb: 'add', id: crypto.randomUUID(), key: crypto.randomUUID(), at, name: 'Dan', email: '' };
    const actions = [checkIn('ana', at), checkIn('nobody'), added];
    for (let time = 0; time < 2; time++) {
      const { outcomes, list } = await (await send(link, actions)).json();
      expect(outcomes).toMatchObject([
        { key: 'ana' },
        { problem: 'This sign-up is no longer on the list.' },
        { key: added.key },
      ]);
      expect(list.people).toHaveLength(3);
    }
    await send(door(), [checkIn('ana', at + 1000)], admin.sending);
    expect([await cameAt('ana'), await cameAt(added.key)]).toEqual([at, at]);
  });

  test.each([
    ['too many', () => ({ now: 1, actions: Array.from({ length: 201 }, () => checkIn('ana')) })],
    ['an id of another kind', () => ({ now: 1, actions: [{ ...checkIn('ana'), id: '__proto__' }] })],
    ['a time that is none', () => ({ now: 1, actions: [{ ...checkIn('ana'), at: 1e300 }] })],
    ['something more', () => ({ now: 1, actions: [{ ...checkIn('ana'), more: 1 }] })],
    ['no list', () => ({ now: 1, actions: {} })],
  ])('refuses %s', async (_what, batch) => {
    const body = JSON.stringify(batch());
    const headers = { ...json, ...admin.sending };
    const answer = await app.get(`${door()}/people`, { method: 'POST', headers, body });
    expect(answer.status).toBe(422);
    expect(await cameAt('ana')).toBeNull();
  });

  test('refuses more than a megabyte, and what another site sends', async () => {
    const large = [{ ...checkIn('ana'), key: 'x'.repeat(1_100_000) }];
    expect((await send(door(), large, admin.sending)).status).toBe(413);
    const link = await makeLink();
    const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await send(link, [checkIn('ana')], elsewhere)).status).toBe(403);
  });

  test('a stopped link ends at once: pages, lists, and the streams that are open', async () => {
    const links = [await makeLink(), await makeLink()];
    const streams = await Promise.all(links.map((link) => openStream(app, undefined, `?door=${link.slice(6)}`)));
    await send(door(), [checkIn('ana')], admin.sending);
    for (const stream of streams)
      expect(await stream.next()).toEqual({ event: 'change', data: { topic: 'door', key: '' } });
    const isWithin = performance.now();
    expect((await stopLinks()).status).toBe(204);
    for (const stream of streams) {
      const { events } = await stream.rest();
      expect(JSON.stringify(events)).not.toMatch(/ana|form|event\d/);
    }
    expect(performance.now() - isWithin).toBeLessThan(2000);
    for (const link of links) {
      expect((await app.get(link)).status).toBe(404);
      expect((await send(link, [checkIn('ben')])).status).toBe(404);
      expect((await app.get(`/live?door=${link.slice(6)}`)).status).toBe(404);
    }
    expect(await cameAt('ben')).toBeNull();
  });

  test('a link of one event says nothing of another, and is told of nothing else', async () => {
    const link = await makeLink();
    const stream = await openStream(app, undefined, `?door=${link.slice(6)}`);
    const other = 'elsewhere';
    await app.site.db.write(async ({ changed }) => changed('entry', `${other}/someone`));
    await app.site.db.write(async ({ changed }) => changed('exec', 'someone'));
    await send(link, [checkIn('ana')]);
    expect(await stream.next()).toEqual({ event: 'change', data: { topic: 'door', key: '' } });
    await stream.close();
    const { outcomes } = await (await send(link, [{ ...checkIn('ana'), key: 'other-events-person' }])).json();
    expect(outcomes).toMatchObject([{ problem: 'This sign-up is no longer on the list.' }]);
  });

  test.each([
    ['six hours after the end', { time_start: Date.now() - 9 * HOUR, time_end: Date.now() - 6 * HOUR - 1000 }, 404],
    ['not before', { time_start: Date.now() - 9 * HOUR, time_end: Date.now() - 6 * HOUR + 60_000 }, 200],
    [
      'thirty days after the beginning where there is no end',
      { time_end: null, time_start: Date.now() - 30 * DAY - 1000 },
      404,
    ],
    ['not before that', { time_end: null, time_start: Date.now() - 29 * DAY }, 200],
  ])('ends %s', async (_when, times, status) => {
    const link = await makeLink();
    await app.site.db.write(({ query }) => query.updateTable('events').set(times).where('key', '=', key).execute());
    expect([(await app.get(link)).status, (await app.get(`${link}/people`)).status]).toEqual([status, status]);
    await deleteExpiredDoorLinks(app.site.db);
    const left = await app.site.db.query.selectFrom('door_links').select('id').where('event_key', '=', key).execute();
    expect(left).toHaveLength(status === 200 ? 1 : 0);
  });

  test('links are made and stopped by whoever handles responses, and nobody else', async () => {
    const { sending } = await seedMember(app);
    for (const method of ['POST', 'DELETE'])
      expect((await app.get(`${door()}/links`, { method, headers: sending })).status).toBe(403);
    expect((await app.get(`${door()}/people`, { headers: sending })).status).toBe(403);
    expect((await app.get(`/admin/events/nothing/door/people`, { headers: admin.sending })).status).toBe(404);
  });

  test('whoever has a helpers’ link cannot fill the list without end; whoever comes is checked in still', async () => {
    const link = await makeLink();
    const add = () => ({ ...checkIn(crypto.randomUUID()), verb: 'add', name: 'Nobody', email: '' });
    const tried = [];
    for (let at = 0; at < 3; at++) tried.push((await send(link, Array.from({ length: 200 }, add))).status);
    expect(tried).toEqual([200, 200, 429]);
    expect((await send(link, [checkIn('ana')])).status).toBe(200);
    expect((await send(link, [add()])).status).toBe(200);
  });

  test('tokens are not tried one after the other', async () => {
    const link = await makeLink();
    const unknown = await app.get(`/door/${'x'.repeat(32)}`);
    expect(await unknown.text()).toContain('This link leads to no door.');
    const tried = [];
    for (let at = 0; at < 61; at++) tried.push((await app.get(`/door/guess-${at}/people`)).status);
    expect([tried[0], tried.at(-1)]).toEqual([404, 429]);
    expect((await app.get(`${link}/people`)).status).toBe(200);
  });
});
