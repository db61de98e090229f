import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADDRESSES as TABLE } from '../app/addresses.ts';
import { committees } from '../app/domain/committees/committee.ts';
import { addRecord } from '../app/domain/record-changes/save.ts';
import { addEvent } from '../app/domain/event-changes/save-event.ts';
import { removeEvents } from '../app/domain/event-changes/remove-events.ts';
import { pages } from '../app/domain/pages/page.ts';
import { removeRecords } from '../app/domain/record-changes/remove.ts';
import { findAnyEvent } from '../app/domain/events/with-drafts.ts';
import { changeRole } from '../app/domain/users/set-role.ts';
import { admin as ada } from './actors.ts';
import { startApp, type RunningApp } from './app.ts';
import { eventSent, fieldSent } from './event-inputs.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { openStream } from './event-stream.ts';
import { seedPerson, sendAs, type Person } from './people.ts';
import { insertSignUps, signUpRow } from './sign-ups.ts';

/** Every address that is about one event, or its form, and for officers. */
const OF_EVENTS = Object.entries(TABLE).flatMap(([path, { isForOfficers }]) =>
  isForOfficers && /^\/admin\/events\/:|^\/api\/entries\/:/.test(path) ? [path] : [],
);

interface Known {
  key: string;
  formId: string;
}

const AT = { start: '2031-05-02T18:00', end: '2031-05-02T20:00' };
const NONE: Known = { key: '', formId: '' };
const events = { own: NONE, others: NONE, nobodys: NONE, hidden: NONE };
let app: RunningApp;
let cora: Person;
let games: string;
let talks: string;

beforeAll(async () => {
  app = await startApp();
  const { db, mailing } = app.site;
  games = (await addRecord(db, ada, committees, { name: 'Games', mayPublish: true })).key;
  talks = (await addRecord(db, ada, committees, { name: 'Talks', mayPublish: false })).key;
  cora = await seedPerson(app, { admin: false, role: 'committee', committees: [games] });
  const add = async (title: string, committee: string, visibility: 'Published' | 'Draft' = 'Published') => {
    const form = { hasForm: true, asksPerson: true, fields: [fieldSent('Size')] };
    const { key } = await addEvent(db, ada, eventSent({ title, committee, visibility, ...AT, ...form }), mailing);
    return { key, formId: (await findAnyEvent(db, key))?.formId ?? '' };
  };
  events.own = await add('Chess', games);
  await app.site.db.write(({ query }) => query.updateTable('forms').set({ price: 1250 }).execute());
  events.others = await add('A talk', talks);
  events.nobodys = await add('Welcome fair', '');
  events.hidden = await add('A secret talk', talks, 'Draft');
});
afterAll(() => app.close());

function pathOf(pattern: string, { key, formId }: Known): string {
  const [first, ...others] = pattern.split(/(?=:\w+)/);
  const parts = others.map((part, at) => {
    const name = /^:\w+/.exec(part)?.[0] ?? '';
    const own = name === ':formId' ? formId : key;
    return part.replace(name, at === 0 ? own : name === ':file' ? 'poster.pdf' : 'unknown');
  });
  return [first, ...parts].join('');
}

const SPELLINGS: ((path: string) => string)[] = [
  (path) => path,
  (path) => path.replace(/^\/[a-z]+/, (first) => first.toUpperCase()).replace('/events/', '/Events/'),
  (path) => `${path}/`,
  (path) => `${path}.data`,
  (path) => path.replace(/(?<=\w)\//, '//'),
  (path) => path.replace(/\w$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
];

const READING = ['GET', 'HEAD'];
const METHODS = [...READING, 'POST', 'PUT', 'DELETE'];
/** What a Viewer sees too. */
const SEEN = '/admin/events/:id';
/** Nowhere, not theirs, unknown, or no such method. */
const REFUSED = [202, 302, 403, 404, 405];

async function statusOf(path: string, method: string, who: Person): Promise<number> {
  const sent = { ...who.sending, 'content-type': 'application/json' };
  const isReading = READING.includes(method);
  const answer = await app.get(path, {
    method,
    headers: isReading ? { cookie: who.cookie } : sent,
    ...(!isReading && { body: '{}' }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

describe('every address that is about an event', () => {
  test('is in the table', () => {
    expect(OF_EVENTS.length).toBeGreaterThan(15);
    expect(
      OF_EVENTS.filter((path) => path.includes('/payments')).map((path) => path.replace(/.*:id.payments/, '')),
    ).toEqual([...['', '/marks', '/refunds', '/matches', '/payments.csv']]);
  });

  test.each(OF_EVENTS)('%s is refused in every spelling where the event is not their committee’s', async (pattern) => {
    const answered: string[] = [];
    for (const one of ['others', 'nobodys', 'hidden'] as const)
      for (const spell of SPELLINGS)
        for (const method of METHODS) {
          const path = spell(pathOf(pattern, events[one]));
          const status = await statusOf(path, method, cora);
          const isSeen = pattern === SEEN && READING.includes(method) && one !== 'hidden';
          if (!isSeen && !REFUSED.includes(status)) answered.push(`${method} ${path}: ${status}`);
        }
    expect(answered).toEqual([]);
  });

  test.each(OF_EVENTS)('%s answers of their own event as it answers the role Events', async (pattern) => {
    const all = await seedPerson(app, { admin: false, role: 'events' });
    // These are for who decides about all events, or handles members.
    if (/door\/membership$|short-link$|proposal$/.test(pattern)) return;
    const path = pathOf(pattern, events.own);
    for (const method of ['GET', 'POST', 'DELETE'])
      expect([method, path, await statusOf(path, method, cora)]).toEqual([
        method,
        path,
        await statusOf(path, method, all),
      ]);
  });
});

const textOf = async (path: string, who?: Person) =>
  (await app.get(path, who && { headers: { cookie: who.cookie } })).text();

test('another committee’s event is what a Viewer sees, without its count; its draft is unknown', async () => {
  const seen = await textOf(`/admin/events/${events.others.key}`, cora);
  expect(seen).toContain('A talk');
  expect(seen).not.toContain('Edit event');
  expect(seen).not.toContain('responses-heading');
  const viewer = await seedPerson(app, { admin: false, role: 'viewer' });
  const mainOf = (page: string) => /<main[^]*<\/main>/.exec(page)?.[0] ?? '';
  const theirs = mainOf(await textOf(`/admin/events/${events.nobodys.key}`, cora));
  expect(theirs).toContain('Welcome fair');
  expect(theirs).toBe(mainOf(await textOf(`/admin/events/${events.nobodys.key}`, viewer)));
  expect(await statusOf(`/admin/events/${events.hidden.key}`, 'GET', cora)).toBe(404);
  expect(await statusOf(`/events/${events.hidden.key}/poster.svg`, 'GET', cora)).toBe(404);
  const list = await textOf('/admin/events', cora);
  expect(list).toContain('Chess');
  expect(list).not.toContain('A secret talk');
  expect(await textOf('/admin/home', cora)).not.toContain('A secret talk');
});

test('they mark payments of their events, and reach no payment of another by the address of their own', async () => {
  const reference = 'ABCD2345';
  const [ana, ben] = [
    signUpRow(events.own.formId, 'ana', { owes: 1250, reference }),
    signUpRow(events.others.formId, 'ben', { owes: 1250, reference: 'WXYZ6789' }),
  ];
  await insertSignUps(app.site.db, [ana, ben]);
  const address = `/admin/events/${events.own.key}/payments`;
  const input = { on: '2026-11-20', how: 'cash', note: '' };
  const mark = async (...keys: string[]) => (await sendAs(app, cora, `${address}/marks.data`, { keys, input })).status;
  expect(await mark('ana', 'ben')).toBe(404);
  expect(await mark('ben')).toBe(404);
  const paid = () => app.site.db.query.selectFrom('entries').select(['key', 'paid_on']).orderBy('key').execute();
  expect(await paid()).toEqual([
    { key: 'ana', paid_on: null },
    { key: 'ben', paid_on: null },
  ]);
  expect(await mark('ana')).toBe(200);
  expect(await paid()).toMatchObject([{ paid_on: '2026-11-20' }, { paid_on: null }]);
  const csv = await textOf(`${address}/payments.csv`, cora);
  expect(csv).toContain(reference);
  expect(csv).not.toContain('WXYZ6789');
  const found = await sendAs(app, cora, `${address}/matches`, { text: `${reference}\nWXYZ6789` });
  expect(JSON.parse(found.text)).toMatchObject({ found: [{ key: 'ana' }], unknown: 1 });
});

test('they import no events: the file is not even read', async () => {
  expect(await textOf('/admin/events', cora)).toContain('Create a new event');
  expect(await textOf('/admin/events', cora)).not.toContain('Import events');
  for (const path of ['', '/preview'])
    expect((await sendAs(app, cora, `/admin/import-events${path}`, '{')).status).toBe(403);
});

test('a file of another committee’s draft is not theirs to see', async () => {
  const admin = await seedPerson(app, { admin: true });
  const sending = { method: 'PUT', headers: admin.sending, body: '%PDF-1.4 slides' };
  const stored = await (await app.get(`/api/uploads/${crypto.randomUUID()}?name=slides.pdf`, sending)).json();
  const { db, mailing } = app.site;
  const draft = { title: 'With slides', committee: talks, visibility: 'Draft' as const, resources: [stored] };
  await addEvent(db, ada, eventSent({ ...draft, ...AT }), mailing);
  const seenBy = async (role: 'viewer' | 'committee', committees: string[] = []) =>
    statusOf(new URL(stored.url, app.url).pathname, 'GET', await seedPerson(app, { admin: false, role, committees }));
  expect([await seenBy('viewer'), await seenBy('committee', [talks]), await seenBy('committee', [games])]).toEqual([
    ...[200, 200, 404],
  ]);
});

test('what is about no event is refused as to a Viewer', async () => {
  const closed = ['submissions', 'people', 'committees', 'trash', 'personal-data', 'year', 'dates'];
  for (const path of closed) expect([path, await statusOf(`/admin/${path}`, 'GET', cora)]).toEqual([path, 403]);
  expect(await statusOf('/admin/test-mail', 'POST', cora)).toBe(403);
  const keys = [events.own.key, events.others.key];
  expect((await sendAs(app, cora, '/admin/events', { verb: 'remove', keys })).status).toBe(403);
  expect(await findAnyEvent(app.site.db, events.own.key)).toBeDefined();
  const inviting = { verb: 'invite', input: { email: 'x@example.edu', role: 'admin' } };
  expect((await sendAs(app, cora, '/admin/people', inviting)).status).toBe(403);
});

test('the admin area of somebody in no committee is a Viewer’s', async () => {
  const nobody = await seedPerson(app, { admin: false, role: 'committee', committees: [] });
  expect(await textOf('/admin/events', nobody)).not.toContain('Create a new event');
  expect((await sendAs(app, nobody, '/admin/events', { verb: 'add', input: eventSent({}) })).status).toBe(403);
  expect(await statusOf(`/api/uploads/${crypto.randomUUID()}?name=a.png&wanted=image`, 'PUT', nobody)).toBe(403);
});

test('a committee that is taken away is gone at the next request', async () => {
  const leaving = await seedPerson(app, { admin: false, role: 'committee', committees: [games] });
  const path = `/admin/events/${events.own.key}/edit`;
  expect(await statusOf(path, 'GET', leaving)).toBe(200);
  await changeRole(app.site.db, { ...ada, uid: await adminIn() }, leaving.uid, 'committee', [talks]);
  expect(await statusOf(path, 'GET', leaving)).toBe(403);
});

async function adminIn(): Promise<string> {
  return (await seedPerson(app, { admin: true })).uid;
}

test('open pages are notified of their own events’ responses, and of no others', async () => {
  const stream = await openStream(app, cora.cookie);
  const [other, own] = [`${events.others.formId}/x`, `${events.own.formId}/y`];
  await app.site.db.write(async (tx) => {
    tx.changed('entry', other);
    tx.changed('draft', events.hidden.key);
    tx.changed('entry', own);
  });
  expect(await stream.next()).toEqual({ event: 'change', data: { topic: 'entry', key: own } });
  await stream.close();
});

test('open pages follow drafts that their people see, also one that is removed', async () => {
  const { db, mailing } = app.site;
  const draft = (committee: string) =>
    addEvent(db, ada, eventSent({ title: 'To come', committee, visibility: 'Draft', ...AT }), mailing);
  const [own, others] = [await draft(games), await draft(talks)];
  const stream = await openStream(app, cora.cookie);
  const said = (key: string) => ({ event: 'change', data: { topic: 'draft', key } });
  await removeEvents(db, ada, [others.key], mailing);
  await removeEvents(db, ada, [own.key], mailing);
  expect(await stream.next()).toEqual(said(own.key));
  const page = { title: 'Mentors', slug: 'mentors', text: '', where: 'nowhere' as const, publishAt: 'never' as const };
  const { key } = await addRecord(db, ada, pages, page);
  expect(await stream.next()).toEqual(said(key));
  await removeRecords(db, ada, pages, [key]);
  expect(await stream.next()).toEqual(said(key));
  await stream.close();
});

test('visitors read who organises an event, and find all of theirs', async () => {
  const page = await textOf(`/events/${events.own.key}`);
  expect(page).toContain('Organised by <bdi>Games</bdi>');
  for (const path of ['/events', '/events.ics', '/feed.xml']) {
    expect(page).toContain(`href="${path}?committee=${games}"`);
    const theirs = await textOf(`${path}?committee=${games}`);
    expect([path, theirs.includes('Chess'), theirs.includes('Welcome fair')]).toEqual([path, true, false]);
    expect(await textOf(`${path}?committee=unknown`)).not.toContain('Chess');
    // As an empty choice of a form is sent.
    expect(await textOf(`${path}?committee=`)).toContain('Chess');
    expect(await textOf(path)).toContain('Welcome fair');
  }
  const json = await (await app.get(`/api/events/${events.own.key}`)).json();
  expect(Object.keys(json)).not.toContain('proposed');
});

test('past events of a committee are its own, also without JavaScript and further on', async () => {
  const past = (key: string, committee: string) =>
    eventRow(key, { title: key, committee, time_start: Date.UTC(2024, 5) });
  await insertEvents(app.site.db, past('past-games', games), past('past-talks', talks));
  const ofGames = `committee=${games}`;
  expect(await textOf(`/events?${ofGames}`)).toContain(`href="/events?${ofGames}&amp;past=1"`);
  for (const path of ['/events?past=1&', '/events?year=2024&', '/past-events.data?', '/past-events.data?before=x&']) {
    const found = await textOf(path + ofGames);
    expect([path, found.includes('past-games'), found.includes('past-talks')]).toEqual([path, true, false]);
    expect([path, (await textOf(path)).includes('past-talks')]).toEqual([path, true]);
    expect(await textOf(`${path}committee=unknown`)).not.toContain('past-games');
  }
});

/** A path that the pattern matches, with the event or its form wherever it has room for a key. */
function pathWith(pattern: string, { key, formId }: Known): string {
  return pattern
    .replace(/:file\{[^}]+\}/, `${key}.ics`)
    .replaceAll(/:(\w+)(\{[^}]+\})?/g, (_part, name) => (/^form/.test(name) ? formId : key))
    .replace('*', key);
}

test('no address of the table, however it is spelt, tells of another’s draft, or of who comes to another’s event', async () => {
  const { others, nobodys, hidden } = events;
  const forms = [others, nobodys, hidden].map(({ formId }) => formId);
  await insertSignUps(
    app.site.db,
    forms.map((formId, at) => signUpRow(formId, `zita-${at}`)),
  );
  const THEIRS = /A secret talk|zita-\d/i;
  // A stream of changes never ends: the tests of open pages read it.
  const patterns = Object.keys(TABLE).filter((pattern) => TABLE[pattern]?.kind !== 'live');
  const tellers = async (who: Person, spellings: typeof SPELLINGS) => {
    const found = new Set<string>();
    const asked = patterns.flatMap((pattern) =>
      [others, nobodys, hidden].flatMap((event) => spellings.map((spell) => spell(pathWith(pattern, event)))),
    );
    for (const path of new Set(asked)) if (THEIRS.test(await textOf(path, who))) found.add(path);
    return found;
  };
  expect(await tellers(cora, SPELLINGS)).toEqual(new Set());
  // Whoever may read it finds it at these addresses, so the walk looks where there is something to see.
  const told = await tellers(await seedPerson(app, { admin: true }), SPELLINGS.slice(0, 1));
  for (const path of [
    '/admin/home',
    '/admin/events',
    `/admin/events/${hidden.key}/edit`,
    `/admin/events/${others.key}`,
    `/admin/events/${others.key}/door/people`,
    `/admin/events/${others.key}/responses.csv`,
    `/api/entries/${nobodys.formId}`,
  ])
    expect([path, told.has(path)]).toEqual([path, true]);
}, 120_000);

test('who signed up for another’s event is reached by no address of their own event', async () => {
  const { query } = app.site.db;
  await insertSignUps(app.site.db, [signUpRow(events.others.formId, 'yuri')]);
  const theirs = await query.selectFrom('entries').selectAll().where('key', '=', 'yuri').execute();
  expect(theirs).toMatchObject([{ form_id: events.others.formId, state: 'going' }]);
  const at = `/admin/events/${events.own.key}`;
  const statusFor = async (path: string, sent?: object, method?: string) =>
    (sent ? await sendAs(app, cora, at + path, sent, method) : await app.get(at + path, { headers: cora.sending }))
      .status;
  const answers = { name: 'Zoe', email: 'zoe@example.edu' };
  expect(await statusFor('/sign-ups/yuri')).toBe(404);
  expect(await statusFor('/sign-ups/yuri', { answers })).toBe(404);
  expect(await statusFor('/sign-ups/yuri', {}, 'DELETE')).toBe(404);
  expect(await statusFor('/sign-ups/yuri/place', { beyondLimit: true })).toBe(404);
  for (const path of ['/sign-ups/yuri/check-in', '/sign-ups/yuri/link'])
    expect([path, await statusFor(path, {})]).toEqual([path, 404]);
  const checkIn = { verb: 'checkIn', id: crypto.randomUUID(), key: 'yuri', at: Date.now() };
  const batch = await sendAs(app, cora, `${at}/door/people`, { now: Date.now(), actions: [checkIn] });
  expect(batch.text).not.toContain('yuri@');
  expect(await query.selectFrom('entries').selectAll().where('key', '=', 'yuri').execute()).toEqual(theirs);
});
