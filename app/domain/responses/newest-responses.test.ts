import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { NotAllowed } from '../errors.ts';
import club from '../../../club.config.ts';
import { viewNewestResponses } from './newest-responses.ts';

const admin = { uid: 'a', name: 'Ada', email: 'ada@example.edu', role: 'admin' as const };
const fields = [
  { name: 'first', type: 'text', description: 'Name' },
  { name: 'second', type: 'text', description: 'Email' },
];

const { timeZone, locale } = club.club;
const WANTED = { club, clock: { timeZone, locale } };
const DAY_MS = 86_400_000;
/** By the club's clock. */
const MIDNIGHT = Date.parse('2026-07-15T00:00:00-04:00');

describe.each(databases)('the newest responses on %s', (_, open) => {
  const opened = freshDatabase(open);

  const view = (limit: number) => viewNewestResponses(opened.db, admin, { ...WANTED, limit });

  test('name the event and the first answer, newest first, to admins only', async () => {
    const { db } = opened;
    await insertEvents(db, eventRow('e1', { title: 'Game Night', form_id: 'kept' }));
    await db.write(async ({ query }) => {
      const form = { id: 'kept', fields: JSON.stringify(fields), extra: null, version: 0, updated_at: 0 };
      await query.insertInto('forms').values(form).execute();
      const entries = [
        { form_id: 'kept', key: 'a', answers: '{"second":"sam@example.edu","first":"Sam"}', created_at: MIDNIGHT + 3 },
        { form_id: 'gone', key: 'b', answers: '{"other":true,"more":"Zoë"}', created_at: MIDNIGHT + 4 },
        { form_id: 'gone', key: 'c', answers: '{}', created_at: MIDNIGHT + 2 },
        { form_id: 'kept', key: 'd', answers: '{}', created_at: MIDNIGHT + 1 },
      ];
      await query.insertInto('entries').values(entries).execute();
    });
    const event = { key: 'e1', title: 'Game Night' };
    const newest = async (limit: number) => (await view(limit)).flatMap(({ responses }) => responses);
    expect(await newest(3)).toEqual([
      {
        key: 'gone/b',
        receivedAt: MIDNIGHT + 4,
        to: null,
        answer: 'Zoë',
        answers: [
          { label: 'other', text: 'Yes' },
          { label: 'more', text: 'Zoë' },
        ],
      },
      {
        key: 'kept/a',
        receivedAt: MIDNIGHT + 3,
        to: { event },
        answer: 'Sam',
        answers: [
          { label: 'Name', text: 'Sam' },
          { label: 'Email', text: 'sam@example.edu' },
        ],
      },
      { key: 'gone/c', receivedAt: MIDNIGHT + 2, to: null, answer: '', answers: [] },
    ]);
    await db.write(({ query }) =>
      query.insertInto('former_forms').values({ form_id: 'gone', event_key: 'e1' }).execute(),
    );
    expect(await newest(1)).toMatchObject([{ key: 'gone/b', to: { event }, answer: 'Zoë' }]);
    await expect(viewNewestResponses(db, null, { ...WANTED, limit: 3 })).rejects.toThrow(NotAllowed);
  });

  test('call people by their name, wherever the form asks for it', async () => {
    const { db } = opened;
    const asked = [
      { name: 'id', type: 'text', description: 'Student number' },
      { name: 'team', type: 'text', description: 'Team name' },
      { name: 'who', type: 'text', description: 'Full name' },
    ];
    await db.write(async ({ query }) => {
      const form = { id: 'f', fields: JSON.stringify(asked), extra: null, version: 0, updated_at: 0 };
      await query.insertInto('forms').values(form).execute();
      const entries = [
        '{"id":"1234","team":"Owls","who":"Sam"}',
        '{"id":"1234","team":"Owls","who":""}',
        '{"id":"1234"}',
        '{"id":"1234","name":"Zoë"}',
      ].map((answers, place) => ({ form_id: 'f', key: `k${place}`, answers, created_at: MIDNIGHT - place }));
      await query.insertInto('entries').values(entries).execute();
    });
    const responses = (await view(9)).flatMap((day) => day.responses);
    expect(responses.map(({ answer }) => answer)).toEqual(['Sam', 'Owls', '1234', 'Zoë']);
    expect(responses[0]?.answers.map(({ label }) => label)).toEqual(['Student number', 'Team name', 'Full name']);
  });

  test('come with sign-ups and messages, by the club’s days, each with all that it had', async () => {
    const { db } = opened;
    await db.write(async ({ query }) => {
      const sent = [
        { form: 'contact', key: 'm', answers: '{"name":"Ada","email":"","message":"Hello"}', created_at: MIDNIGHT + 5 },
        { form: 'signup', key: 's', answers: '{"name":"Grace","program":"Physics"}', created_at: MIDNIGHT - 1 },
        { form: 'chatInvite', key: 'c', answers: '{"email":"a@example.edu"}', created_at: MIDNIGHT - 1 },
        { form: 'signup', key: 't', answers: '{"name":"Alan"}', created_at: MIDNIGHT - 2 },
      ];
      await query.insertInto('submissions').values(sent).execute();
      const entry = { form_id: 'f', key: 'a', answers: '{"x":"Zoë"}', created_at: MIDNIGHT - DAY_MS - 1 };
      await query.insertInto('entries').values(entry).execute();
    });
    const days = await view(2);
    expect(days.map(({ day, count }) => [day, count])).toEqual([
      ['Wed Jul 15', 1],
      ['Tue Jul 14', 2],
    ]);
    expect(days.flatMap(({ responses }) => responses).map(({ to, answer }) => [to, answer])).toEqual([
      [{ form: 'Contact messages' }, 'Ada'],
      [{ form: 'Member sign-ups' }, 'Grace'],
    ]);
    expect(days[0]?.responses[0]?.answers.at(-1)).toEqual({ label: 'Message', text: 'Hello' });
    expect((await view(9)).map(({ day }) => day).at(-1)).toBe('Mon Jul 13');
    // Submissions are for admins, and so is how many there are.
    const events = { ...admin, role: 'events' as const };
    const ofEvents = await viewNewestResponses(db, events, { ...WANTED, limit: 9 });
    expect(ofEvents.map(({ day, count, responses }) => [day, count, responses.map(({ answer }) => answer)])).toEqual([
      ['Mon Jul 13', 1, ['Zoë']],
    ]);
    for (const role of ['editor', 'viewer', 'treasurer'] as const)
      await expect(viewNewestResponses(db, { ...admin, role }, { ...WANTED, limit: 9 })).rejects.toThrow(NotAllowed);
  });
});
