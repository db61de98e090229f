import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newKey } from '../app/domain/keys.ts';
import type { RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { sameOriginHeaders, seedAdmin, seedMember, sendAs, type Person } from './people.ts';
import { proxiedApps } from './proxied-apps.ts';

const HOUR = 3_600_000;
const AT = Date.UTC(2026, 6, 1, 16, 0, 5);

describe.each(proxiedApps)('an event’s sign-ups in the admin area on %s', (_name, open) => {
  let app: RunningApp;
  let ada: Person;
  let made = 0;
  let formId = '';
  let key = '';

  beforeAll(async () => {
    app = await open();
    ada = await seedAdmin(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    made += 1;
    [formId, key] = [`form${made}`, `event${made}`];
    const start = Date.now() + 48 * HOUR;
    await insertEvents(app.site.db, eventRow(key, { title: 'Talk', form_id: formId, time_start: start }));
    const form = { id: formId, fields: '[]', asks_person: 1, places: 1, version: 1, updated_at: 0 };
    await app.site.db.write(({ query }) => query.insertInto('forms').values(form).execute());
  });

  const act = (path: string, sent: object = {}, method = 'POST', who: Pick<Person, 'sending'> = ada) =>
    sendAs(app, who, `/admin/events/${key}/${path}.data`, sent, method);
  const add = (who: string, name = who) =>
    act('sign-ups', { answers: { name, email: `${who.toLowerCase()}@example.edu` }, beyondLimit: false });
  const keyOf = async (name: string) =>
    (
      await app.site.db.query
        .selectFrom('entries')
        .select('key')
        .where('form_id', '=', formId)
        .where('email', '=', `${name.toLowerCase()}@example.edu`)
        .executeTakeFirstOrThrow()
    ).key;
  const page = async () =>
    (await (await app.get(`/admin/events/${key}`, { headers: ada.sending })).text()).replaceAll('<!-- -->', '');
  const csv = async () => (await app.get(`/admin/events/${key}/responses.csv`, { headers: ada.sending })).text();
  const message = (given: object = {}) => ({
    once: newKey(),
    input: { to: 'Everyone', subject: 'Room', message: 'It is 332.' },
    ...given,
  });
  const recipients = async () =>
    (
      await app.site.db.query
        .selectFrom('outbox')
        .select('recipient')
        .where('kind', '=', 'message')
        .where('key', 'like', `sign-up-${formId}-%`)
        .orderBy('recipient')
        .execute()
    ).map(({ recipient }) => recipient);

  test('are counted above their table, which begins with how each stands', async () => {
    expect(await page()).toContain('0 of 1 places taken, 0 on the waitlist, 0 came');
    expect((await add('Ana')).text).toMatch(/"name","Ana","state","going","position"\]/);
    expect((await add('Ben')).text).toContain('"name","Ben","state","waiting","position",1');
    await act(`sign-ups/${await keyOf('Ana')}/check-in`);
    const shown = await page();
    expect(shown).toContain('1 of 1 places taken, 1 on the waitlist, 1 came');
    expect(shown).toMatch(/<th[^>]*>Status<\/th>/);
    for (const text of ['Came', 'Waitlist 1', 'Actions for Ana', 'Actions for Ben']) expect(shown).toContain(text);
  });

  test('are a file with their state and times, which no spreadsheet runs', async () => {
    await add('Ana');
    await add('Ben', '=1+1');
    await act(`sign-ups/${await keyOf('Ana')}/check-in`);
    await app.site.db.write(async ({ query }) => {
      const times = query.updateTable('entries').where('form_id', '=', formId);
      await times
        .set({ since: AT, created_at: AT, checked_in: AT + HOUR })
        .where('state', '=', 'going')
        .execute();
      await times
        .set({ since: AT + 1000, created_at: AT + 1000 })
        .where('state', '=', 'waiting')
        .execute();
    });
    expect(await csv()).toBe(
      'Status,Signed up at,Came at,Name,Email\r\n' +
        "Waitlist 1,2026-07-01 12:00:06,,'=1+1,ben@example.edu\r\n" +
        'Came,2026-07-01 12:00:05,2026-07-01 13:00:05,Ana,ana@example.edu\r\n',
    );
  });

  test('are changed by what is chosen for one of them', async () => {
    for (const name of ['Ana', 'Ben', 'Cleo']) await add(name);
    const [ana, ben, cleo] = [await keyOf('Ana'), await keyOf('Ben'), await keyOf('Cleo')];
    expect(await act(`sign-ups/${cleo}/place`, { beyondLimit: false })).toMatchObject({
      status: 422,
      text: expect.stringContaining('All places are taken.'),
    });
    expect((await act(`sign-ups/${cleo}/place`, { beyondLimit: true })).status).toBe(200);
    expect((await act(`sign-ups/${ana}`, {}, 'DELETE')).status).toBe(200);
    expect((await act(`sign-ups/${ben}/check-in`)).status).toBe(422);
    expect((await act(`sign-ups/${ben}/link`)).status).toBe(200);
    for (const [path, method] of [
      [`sign-ups/${ben}`, 'PUT'],
      [`sign-ups/${ben}/place`, 'DELETE'],
      [`sign-ups/${ben}/check-in`, 'PUT'],
      ['sign-ups', 'DELETE'],
    ] as const)
      expect([path, (await act(path, {}, method)).status]).toEqual([path, 405]);
    const states = (await csv())
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.replace(/,.*,(?=\w+,)/, ' '));
    expect(states.map((line) => line.replace(/,.*/, ''))).toEqual(['Going Cleo', 'Waitlist 1 Ben', 'Cancelled Ana']);
  });

  test('get a message once, however often it is pressed', async () => {
    for (const name of ['Ana', 'Ben']) await add(name);
    const sent = message();
    const answers = await Promise.all([act('messages', sent), act('messages', sent)]);
    expect(answers.map(({ status, text }) => [status, text.includes('"recipients",2')])).toEqual(
      Array<unknown>(2).fill([200, true]),
    );
    expect(await recipients()).toEqual(['ana@example.edu', 'ben@example.edu']);
    const changed = { ...sent, input: { to: 'Everyone', subject: 'Room', message: 'No, 333.' } };
    const other = await act('messages', changed);
    expect([other.status, other.text.includes('sent-before')]).toEqual([409, true]);
  });

  test('are many: the rest of a message follows by itself', async () => {
    await app.site.db.write(({ query }) =>
      query
        .insertInto('entries')
        .values(
          Array.from({ length: 230 }, (_person, at) => ({
            form_id: formId,
            key: `p${at}`,
            answers: '{}',
            created_at: 1,
            since: at,
            state: 'going' as const,
            email: `p${at}@example.edu`,
          })),
        )
        .execute(),
    );
    expect((await act('messages', message())).text).toContain('"recipients",230');
    await expect.poll(async () => (await recipients()).length, { timeout: 15_000 }).toBe(230);
    expect(new Set(await recipients()).size).toBe(230);
  });

  test('are written to with words only, and not too many', async () => {
    await add('Ana');
    const wrong = { to: 'Nobody', subject: ' ', message: 'x'.repeat(5001) };
    const refused = await act('messages', message({ input: wrong }));
    expect(refused.status).toBe(422);
    for (const said of ['choose whom', 'enter a subject', 'at most 5,000']) expect(refused.text).toContain(said);
    expect((await act('messages', message({ once: 1 }))).status).toBe(422);
    expect(await recipients()).toEqual([]);
  });

  test('can be tried first, by a mail to whoever writes', async () => {
    await add('Ana');
    const tried = await act('messages/test', { subject: 'Room', message: 'It is 332.' });
    expect(tried.text).toContain(`${ada.uid}@example.edu`);
    expect(await recipients()).toEqual([]);
  });

  test('belong to those who may, and to no form that asks for nobody', async () => {
    await add('Ana');
    const member = await seedMember(app);
    const ana = await keyOf('Ana');
    const writes: [path: string, sent: object, method: string][] = [
      [`sign-ups/${ana}`, {}, 'DELETE'],
      ['messages', message(), 'POST'],
      ['sign-ups', { answers: {}, beyondLimit: true }, 'POST'],
    ];
    for (const write of writes) {
      expect((await act(...write, { sending: sameOriginHeaders(app) })).status).toBe(401);
      expect((await act(...write, member)).status).toBe(403);
    }
    expect((await act('sign-ups/nobody', {}, 'DELETE')).status).toBe(404);
    await app.site.db.write(({ query }) => query.updateTable('forms').set({ asks_person: 0 }).execute());
    expect((await act(`sign-ups/${ana}`, {}, 'DELETE')).status).toBe(404);
    expect(await page()).not.toContain('Add a sign-up');
    expect(await csv()).toMatch(/^Received,/);
  });
});
