import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databases, type TestDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { NotAllowed } from '../errors.ts';
import { listNewestResponses } from './newest-responses.ts';

const admin = { uid: 'a', name: 'Ada', email: 'ada@example.edu', admin: true };
const fields = [
  { name: 'first', type: 'text', description: 'Name' },
  { name: 'second', type: 'text', description: 'Email' },
];

describe.each(databases)('the newest responses on %s', (_, open) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test('name the event and the first answer, newest first, to admins only', async () => {
    const { db } = opened;
    await insertEvents(db, eventRow('e1', { title: 'Game Night', form_id: 'kept' }));
    await db.write(async ({ query }) => {
      const form = { id: 'kept', fields: JSON.stringify(fields), extra: null, version: 0, updated_at: 0 };
      await query.insertInto('forms').values(form).execute();
      const entries = [
        { form_id: 'kept', key: 'a', answers: '{"second":"sam@example.edu","first":"Sam"}', created_at: 3 },
        { form_id: 'gone', key: 'b', answers: '{"other":true,"more":"Zoë"}', created_at: 4 },
        { form_id: 'gone', key: 'c', answers: '{}', created_at: 2 },
        { form_id: 'kept', key: 'd', answers: '{}', created_at: 1 },
      ];
      await query.insertInto('entries').values(entries).execute();
    });
    const event = { key: 'e1', title: 'Game Night' };
    expect(await listNewestResponses(db, admin, 3)).toEqual([
      { key: 'gone/b', receivedAt: 4, event: null, answer: 'Zoë' },
      { key: 'kept/a', receivedAt: 3, event, answer: 'Sam' },
      { key: 'gone/c', receivedAt: 2, event: null, answer: '' },
    ]);
    await db.write(({ query }) =>
      query.insertInto('former_forms').values({ form_id: 'gone', event_key: 'e1' }).execute(),
    );
    const [newest] = await listNewestResponses(db, admin, 1);
    expect(newest).toEqual({ key: 'gone/b', receivedAt: 4, event, answer: 'Zoë' });
    await expect(listNewestResponses(db, null, 3)).rejects.toThrow(NotAllowed);
  });
});
