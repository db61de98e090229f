import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Role } from '../app/domain/users/roles.ts';
import type { RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { seedAdmin, seedPerson, type Person } from './people.ts';
import { proxiedApps } from './proxied-apps.ts';

const GUID = '7d0ffd2f-3e9c-4d55-8f0a-5b4f8a3b7d10';

interface Sent {
  path: string;
  method?: string;
  body: string;
}

const command = (path: string, sent: object): Sent => ({ path, body: JSON.stringify(sent) });

describe.each(proxiedApps)('whoever loses a role while they send, on %s', (_name, open) => {
  let app: RunningApp;
  let admin: Person;

  beforeAll(async () => {
    app = await open();
    admin = await seedAdmin(app);
    await insertEvents(app.site.db, eventRow('talk', { title: 'Talk', time_start: 2e12 }));
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
  async function sendSlowly(who: Person, { path, method = 'POST', body }: Sent, meanwhile: () => Promise<void>) {
    const find = vi.spyOn(app.site.auth, 'find');
    const headers = { ...who.sending, 'content-type': 'application/json', 'content-length': body.length };
    const sending = request(app.url + path, { method, headers });
    const answered: Promise<IncomingMessage[]> = once(sending, 'response');
    sending.write(body.slice(0, -1));
    await expect.poll(() => find.mock.results.length).toBe(1);
    await find.mock.results[0]?.value;
    find.mockRestore();
    await meanwhile();
    sending.end(body.slice(-1));
    const [answer] = await answered;
    return { status: answer?.statusCode, text: answer ? await text(answer) : '' };
  }

  const rolesOf = (role: Role | null) => ({ admin: role === null, role });

  test.each<[string, Role | null, Sent]>([
    [
      'an invitation to be an admin again',
      null,
      command('/admin/people.data', { verb: 'invite', input: { email: 'back@example.org', role: 'admin' } }),
    ],
    [
      'a text',
      'editor',
      command('/admin/texts.data', { verb: 'save', path: 'club.room', version: 0, input: { text: 'Room 0' } }),
    ],
    [
      'an item of the handover, in other letters',
      null,
      command('/ADMIN/handover.data', { verb: 'add', input: { title: 'Bank', owner: 'Me' } }),
    ],
    ['a removal', 'events', command('/admin/events.data', { verb: 'remove', keys: ['talk'] })],
    ['what is done at a door', 'events', command('/admin/events/talk/door/people', { actions: [] })],
    ['a file', 'editor', { path: `/api/uploads/${GUID}?name=a.txt&wanted=any`, method: 'PUT', body: 'hello there' }],
  ])('%s is refused', async (_what, role, sent) => {
    const leaving = await seedPerson(app, rolesOf(role));
    const answer = await sendSlowly(leaving, sent, () => takeRole(leaving));
    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('Only the club’s admins may do this.') });
  });

  test('nothing of it is kept', async () => {
    const { query } = app.site.db;
    for (const table of ['invitations', 'texts', 'handover_items', 'files', 'trash'] as const)
      expect(await query.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await query.selectFrom('events').select('key').execute()).toEqual([{ key: 'talk' }]);
  });

  test('and one whose session ended is asked to sign in', async () => {
    const leaving = await seedPerson(app, rolesOf('editor'));
    const sent = command('/admin/texts.data', { verb: 'back', path: 'club.room', version: 0 });
    const answer = await sendSlowly(leaving, sent, async () => {
      await app.site.db.write(({ query }) => query.deleteFrom('sessions').where('uid', '=', leaving.uid).execute());
    });
    expect(answer.status).toBe(401);
  });
});
