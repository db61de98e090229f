import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueToken } from '../app/attest/attestation.server.ts';
import { forgetLinks, newLink } from '../app/domain/sign-ups/links.ts';
import type { Role } from '../app/domain/roles.ts';
import type { RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { committees } from '../app/domain/committees/committee.ts';
import { addRecord } from '../app/domain/record-changes/save.ts';
import { admin as ada } from './actors.ts';
import { sameOriginHeaders, seedAdmin, seedPerson, sendAs, type Person } from './people.ts';
import { proxiedApps } from './proxied-apps.ts';
import { insertSignUps, insertPersonForm, signUpRow } from './sign-ups.ts';

const GUID = '7d0ffd2f-3e9c-4d55-8f0a-5b4f8a3b7d10';

const REFERENCE = 'ABCD2345';

interface Sent {
  path: string;
  method?: string;
  body: string;
}

const command = (path: string, sent: object): Sent => ({ path, body: JSON.stringify(sent) });
const HOUR = 3_600_000;
const MESSAGE = { to: 'Everyone', subject: 'Chess', message: 'Come' };

describe.each(proxiedApps)('whoever loses a right while they send, on %s', (_name, open) => {
  let app: RunningApp;
  let admin: Person;

  beforeAll(async () => {
    app = await open();
    admin = await seedAdmin(app);
    await insertEvents(
      app.site.db,
      eventRow('talk', { title: 'Talk', time_start: 2e12 }),
      eventRow('jam', { title: 'Jam', form_id: 'jam', time_start: Date.now() + HOUR, time_end: Date.now() + 3 * HOUR }),
    );
    await insertPersonForm(app.site.db, 'jam', { price: 1250 });
    const ana = signUpRow('jam', 'ana', { owes: 1250, reference: REFERENCE });
    await insertSignUps(app.site.db, [ana, signUpRow('jam', 'ben', { since: 2 })]);
  });
  afterAll(() => app.close());

  async function takeRole({ uid }: Person): Promise<void> {
    const answer = await app.get('/admin/people.data', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...admin.sending },
      body: JSON.stringify({ verb: 'change role', key: uid, role: null }),
    });
    expect(answer.status).toBe(200);
  }

  /** The last byte comes once the site has looked who asks, and `meanwhile` is over. */
  async function sendSlowly(
    own: Record<string, string>,
    { path, method = 'POST', body }: Sent,
    meanwhile: () => Promise<unknown>,
  ) {
    const headers = { ...own, 'content-type': 'application/json', 'content-length': body.length };
    const sending = request(app.url + path, { method, headers: { ...headers, expect: '100-continue' } });
    const answered: Promise<IncomingMessage[]> = once(sending, 'response');
    await once(sending, 'continue');
    sending.write(body.slice(0, -1));
    // What is asked for later is answered later: by then the head has been looked at.
    await app.get('/healthz');
    await app.get('/api/events');
    await meanwhile();
    sending.end(body.slice(-1));
    const [answer] = await answered;
    return { status: answer?.statusCode, text: answer ? await text(answer) : '' };
  }

  const rolesOf = (role: Role | null) => ({ admin: role === null, role });

  const BY_ROLE: [string, Role | null, Sent][] = [
    [
      'an invitation to be an admin again',
      null,
      command('/admin/people.data', { verb: 'invite', input: { email: 'back@example.org', role: 'admin' } }),
    ],
    ['a text', 'editor', command('/admin/texts/club.room.data', { version: 0, input: { text: 'Room 0' } })],
    [
      'an item of the handover, in other letters',
      null,
      command('/ADMIN/handover/items.data', { verb: 'add', input: { title: 'Bank', owner: 'Me' } }),
    ],
    ['a removal', 'events', command('/admin/events.data', { verb: 'remove', keys: ['talk'] })],
    ['what is done at a door', 'events', command('/admin/events/talk/door/people', { now: 0, actions: [] })],
    [
      'a bank statement, that nothing is written of',
      'treasurer',
      command('/admin/events/jam/payments/matches', { text: REFERENCE }),
    ],
    ['a file', 'editor', { path: `/api/uploads/${GUID}?name=a.txt&wanted=any`, method: 'PUT', body: 'hello there' }],
  ];

  test.each(BY_ROLE)('%s is refused without the role', async (_what, role, sent) => {
    const leaving = await seedPerson(app, rolesOf(role));
    const answer = await sendSlowly(leaving.sending, sent, () => takeRole(leaving));
    expect(answer).toMatchObject({
      status: 403,
      text: expect.stringContaining('Only the club’s admins can do this. Ask one of them.'),
    });
  });

  test.each(BY_ROLE)('%s is refused without the session', async (_what, role, sent) => {
    const leaving = await seedPerson(app, rolesOf(role));
    const answer = await sendSlowly(leaving.sending, sent, () =>
      app.site.db.write(({ query }) => query.deleteFrom('sessions').where('uid', '=', leaving.uid).execute()),
    );
    expect(answer.status).toBe(401);
  });

  test('nothing of it is kept', async () => {
    const { query } = app.site.db;
    for (const table of ['invitations', 'texts', 'handover_items', 'files', 'trash'] as const)
      expect(await query.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await query.selectFrom('events').select('key').orderBy('key').execute()).toEqual([
      { key: 'jam' },
      { key: 'talk' },
    ]);
  });

  const setEnd = (end: number) =>
    app.site.db.write(({ query }) =>
      query
        .updateTable('events')
        .set({ time_start: end - HOUR, time_end: end })
        .where('key', '=', 'jam')
        .execute(),
    );
  const cameOf = async () => {
    const rows = await app.site.db.query.selectFrom('entries').select(['key', 'checked_in', 'state']).execute();
    return rows.map(({ key, state, checked_in: came }) => `${key} ${state} ${came}`).toSorted();
  };
  const THERE = ['ana going null', 'ben going null'];

  test.each([
    [
      'its link was stopped',
      () => app.get('/admin/events/jam/door/links', { method: 'DELETE', headers: admin.sending }),
    ],
    ['the door has closed, six hours after the end', () => setEnd(Date.now() - 7 * HOUR)],
    [
      'the event is gone',
      () => app.site.db.write(({ query }) => query.deleteFrom('events').where('key', '=', 'jam').execute()),
    ],
  ])('a helper does and learns nothing once %s', async (_why, takeAway) => {
    await setEnd(Date.now() + HOUR);
    const made = await app.get('/admin/events/jam/door/links', { method: 'POST', headers: admin.sending });
    const path = `${new URL((await made.json()).url).pathname}/people`;
    expect((await app.get(path)).status).toBe(200);
    const checkIn = { verb: 'checkIn', id: crypto.randomUUID(), key: 'ana', at: Date.now() };
    const sent = command(path, { now: Date.now(), actions: [checkIn] });
    const answer = await sendSlowly(sameOriginHeaders(app), sent, takeAway);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toMatch(/ana|ben/i);
    expect(await cameOf()).toEqual(THERE);
  });

  const OF_COMMITTEE: [string, (key: string) => Sent][] = [
    ['a change', (key) => command('/admin/events.data', { verb: 'remove', keys: [key] })],
    ['a message', (key) => command(`/admin/events/${key}/messages`, { once: 'a'.repeat(20), input: MESSAGE })],
    ['a link for helpers', (key) => command(`/admin/events/${key}/door/links`, { showAnswers: true })],
  ];

  test.each(OF_COMMITTEE)(
    '%s of an event is not done by who lost its committee, or it the event',
    async (_what, of) => {
      const { db } = app.site;
      const add = async (name: string) =>
        (await addRecord(db, ada, committees, { name: `${name} ${crypto.randomUUID()}`, mayPublish: true })).key;
      const [games, talks] = [await add('Games'), await add('Talks')];
      const key = crypto.randomUUID();
      await insertEvents(db, eventRow(key, { title: 'Chess', committee: games, time_start: 2e12, form_id: key }));
      await insertPersonForm(db, key, {});
      const setCommittee = (committee: string) =>
        db.write(({ query }) => query.updateTable('events').set({ committee }).where('key', '=', key).execute());
      const seed = (own: string[]) => seedPerson(app, { admin: false, role: 'committee', committees: own });
      const leaving = await seed([games, talks]);
      const lost = { verb: 'change role', key: leaving.uid, role: 'committee', committees: [talks] };
      const byLeaving = await sendSlowly(leaving.sending, of(key), () =>
        sendAs(app, admin, '/admin/people.data', lost),
      );
      const byStaying = await sendSlowly((await seed([games])).sending, of(key), () => setCommittee(talks));
      expect([byLeaving.status, byStaying.status]).toEqual([403, 403]);
      const { query } = db;
      expect(await query.selectFrom('events').select('key').where('key', '=', key).execute()).toHaveLength(1);
      expect(await query.selectFrom('door_links').select('id').where('event_key', '=', key).execute()).toEqual([]);
      expect(await query.selectFrom('activity').select('verb').where('record_key', '=', key).execute()).toEqual([]);
    },
  );

  test.each(['cancel', 'change'])('a sign-up’s link that ended does not %s it', async (verb) => {
    await app.site.db.write(({ query }) => query.deleteFrom('events').where('key', '=', 'jam').execute());
    await insertEvents(app.site.db, eventRow('jam', { title: 'Jam', form_id: 'jam', time_start: Date.now() + HOUR }));
    const token = await app.site.db.write((tx) => newLink(tx, 'jam', 'ana'));
    const sent = command(`/sign-ups/${token}.data`, { verb, ...(verb === 'change' && { answers: { name: 'Eve' } }) });
    const answer = await sendSlowly(sameOriginHeaders(app), sent, () =>
      app.site.db.write((tx) => forgetLinks(tx, 'jam', ['ana'])),
    );
    expect(answer).toMatchObject({ status: 404, text: expect.stringContaining('This link leads to no sign-up.') });
    expect(answer.text).not.toMatch(/ana/i);
    expect(await cameOf()).toEqual(THERE);
  });

  test('a form is not taken with a proof that ran out meanwhile', async () => {
    const LIVES_MS = 600_000;
    const token = issueToken(app.site.auth.secret, Date.now() - LIVES_MS + 400);
    const { db } = app.site;
    const sent = command('/api/entries/jam', { answers: { name: 'Cleo', email: 'cleo@example.org' }, token });
    const runsOutAt = Date.now() + 400;
    const answer = await sendSlowly(sameOriginHeaders(app), sent, () =>
      expect.poll(() => Date.now()).toBeGreaterThan(runsOutAt),
    );
    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('attestation-expired') });
    expect(await db.query.selectFrom('entries').selectAll().where('email', '=', 'cleo@example.org').execute()).toEqual(
      [],
    );
  });

  test('a draft is not shown by a link that ended', async () => {
    const row = { title: 'Secret', publish_at: 4e12, preview_token: 'a'.repeat(32), time_start: 2e12 };
    await insertEvents(app.site.db, eventRow('draft', row));
    const path = `/events/draft?preview=${row.preview_token}`;
    expect(await (await app.get(path)).text()).toContain('Secret');
    const sent = { path, method: 'POST', body: '{"verb":"show"}' };
    const answer = await sendSlowly(sameOriginHeaders(app), sent, () =>
      app.site.db.write(({ query }) =>
        query.updateTable('events').set({ preview_token: null }).where('key', '=', 'draft').execute(),
      ),
    );
    expect(answer.text).not.toContain('Secret');
    expect((await app.get(path)).status).toBe(404);
  });
});
