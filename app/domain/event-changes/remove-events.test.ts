import { club } from '../../../test/outbox.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { admin, member } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventSent, fieldSent } from '../../../test/event-inputs.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { seedFile } from '../../../test/seed-file.ts';
import type { Tables } from '../../db/tables.ts';
import { recordEntry } from '../responses/record-response.ts';
import { viewResponses } from '../responses/view-responses.ts';
import { listFormerForms } from '../forms/event-form.ts';
import type { Change } from '../topics.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { listTrash } from '../trash.ts';
import { openEventForEditing } from './editable-event.ts';
import { requireAnyEvent } from '../events/with-drafts.ts';
import { addEvent, updateEvent } from './save-event.ts';
import { removeEvents } from './remove-events.ts';
import { countResponsesToRemove } from '../responses/forms-of-events.ts';

describe.each(databases)('removing events on %s', (_name, open) => {
  const { db } = freshDatabase(open);

  /** In any order, which Postgres changes as it likes. */
  async function rows(table: keyof Tables): Promise<object[]> {
    const all = await db.query.selectFrom(table).selectAll().execute();
    return all.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  const remove = (...keys: string[]) => removeEvents(db, admin, keys, club);
  const count = (...keys: string[]) => countResponsesToRemove(db, admin, keys);

  /** An event with a form of one field, and this many responses to it. */
  async function eventWithResponses(responses: number, given: Parameters<typeof eventSent>[0] = {}) {
    const input = eventSent({ hasForm: true, fields: [fieldSent('Name')], ...given });
    const { key } = await addEvent(db, admin, input, club);
    const formId = (await requireAnyEvent(db, key)).formId ?? '';
    const [field] = (await openEventForEditing(db, admin, key, club)).input.fields;
    const name = field?.name ?? '';
    for (let at = 0; at < responses; at++) {
      const answers = JSON.stringify({ [name]: `Guest ${at}` });
      const row = { form_id: formId, key: `entry-${at}`, answers, created_at: at };
      await db.write(({ query }) => query.insertInto('entries').values(row).execute());
    }
    return { key, formId, name };
  }

  async function edit(key: string, given: Parameters<typeof eventSent>[0]) {
    const { version, input } = await openEventForEditing(db, admin, key, club);
    return updateEvent(db, admin, { key, version, input: { ...input, ...given } }, club);
  }

  test('takes the files, the form and its responses along, and all of it can be restored', async () => {
    const { key, formId } = await eventWithResponses(2);
    const files = [await seedFile(db), await seedFile(db), await seedFile(db, 'a.pdf')];
    await edit(key, { image: files[0], gallery: files.slice(1, 2), resources: files.slice(2) });
    const event = await requireAnyEvent(db, key);
    const kept = [await rows('forms'), await rows('form_labels'), await rows('entries'), await rows('files')];
    const told: Change[] = [];
    db.onCommit((changes) => {
      told.push(...changes);
    });
    await remove(key);
    for (const table of ['events', 'forms', 'form_labels', 'entries', 'files'] as const) {
      expect([table, await rows(table)]).toEqual([table, []]);
    }
    expect(told).toEqual(
      expect.arrayContaining([
        { topic: 'event', key },
        { topic: 'form', key: formId },
        { topic: 'entry', key: `${formId}/entry-1` },
      ]),
    );
    const [trashed] = await listTrash(db);
    expect(trashed).toMatchObject({ topic: 'event', recordKey: key, title: 'Talk' });
    await restoreFromTrash(db, trashed?.key ?? '');
    expect(await requireAnyEvent(db, key)).toEqual({ ...event, version: event.version + 2 });
    const [forms, ...others] = kept;
    expect(await rows('forms')).toMatchObject([{ ...forms?.[0], version: expect.any(Number) }]);
    expect([await rows('form_labels'), await rows('entries'), await rows('files')]).toEqual(others);
  });

  test('a form that another event has stays, with its responses', async () => {
    const { key, formId } = await eventWithResponses(2);
    await insertEvents(db, eventRow('other', { form_id: formId }));
    expect(await count(key)).toBe(0);
    expect(await count(key, 'other')).toBe(2);
    await remove(key);
    expect(await rows('entries')).toHaveLength(2);
    await remove('other');
    expect(await rows('entries')).toEqual([]);
    expect(await rows('forms')).toEqual([]);
  });

  test('two events that share a form go together with it', async () => {
    const { key, formId } = await eventWithResponses(2);
    await insertEvents(db, eventRow('other', { form_id: formId }));
    await remove(key, 'other', 'gone already');
    expect([await rows('events'), await rows('forms'), await rows('entries')]).toEqual([[], [], []]);
    for (const { key: trashed } of await listTrash(db)) await restoreFromTrash(db, trashed);
    expect([(await rows('events')).length, (await rows('forms')).length, (await rows('entries')).length]).toEqual([
      2, 1, 2,
    ]);
  });

  test('what is answered at that moment goes with them', async () => {
    const { key, formId, name } = await eventWithResponses(0, { start: '2126-11-20T19:30', end: '2126-11-20T21:00' });
    const answers = { [name]: 'Guest' };
    const answering = recordEntry(db, { formId, answers, club, idempotencyKey: 'once', attestation: 'proof' });
    let removing: Promise<void> | undefined;
    // In the commit of the response, behind it: the removal begins when the response is written, and not yet durable.
    const later = { key: 'later', hold: async () => true, isHeld: (value: unknown) => value === true };
    const slow = db.writeHolding(later, async ({ query }) => {
      removing = remove(key);
      for (let at = 0; at < 300; at++) await sql`select 1`.execute(query);
    });
    await Promise.all([answering, slow]);
    await removing;
    expect(await rows('entries')).toEqual([]);
    const [trashed] = await listTrash(db);
    await restoreFromTrash(db, trashed?.key ?? '');
    expect(await rows('entries')).toHaveLength(1);
  });

  test('a form that the event gave up stays readable there, and goes and comes back with it', async () => {
    const { key, formId, name } = await eventWithResponses(2);
    await edit(key, { hasForm: false });
    expect((await requireAnyEvent(db, key)).formId).toBeNull();
    expect(await listFormerForms(db, key)).toEqual([formId]);
    expect((await viewResponses(db, admin, formId)).columns).toEqual([{ name, label: 'Name' }]);
    expect(await count(key)).toBe(2);
    await remove(key);
    expect(await rows('entries')).toEqual([]);
    const [trashed] = await listTrash(db);
    await restoreFromTrash(db, trashed?.key ?? '');
    expect(await listFormerForms(db, key)).toEqual([formId]);
    expect((await viewResponses(db, admin, formId)).rows).toHaveLength(2);
  });

  test('a form that another event gave up stays with its responses, and is not counted', async () => {
    const { key, formId } = await eventWithResponses(2);
    await edit(key, { hasForm: false });
    // Such as an import brings.
    await insertEvents(db, eventRow('sharing', { form_id: formId }));
    expect(await count('sharing')).toBe(0);
    await remove('sharing');
    expect((await viewResponses(db, admin, formId)).rows).toHaveLength(2);
    expect(await listFormerForms(db, key)).toEqual([formId]);
    expect(await count(key)).toBe(2);
    await remove(key);
    expect(await rows('entries')).toEqual([]);
    for (const { key: trashed } of await listTrash(db)) await restoreFromTrash(db, trashed);
    expect((await viewResponses(db, admin, formId)).rows).toHaveLength(2);
    expect([await count(key), await count(key, 'sharing')]).toEqual([0, 2]);
  });

  test('only admins remove and count', async () => {
    const { key } = await eventWithResponses(1);
    await expect(removeEvents(db, member, [key], club)).rejects.toMatchObject({ name: 'NotAllowed' });
    await expect(countResponsesToRemove(db, null, [key])).rejects.toMatchObject({ name: 'NotAllowed' });
    expect(await rows('events')).toHaveLength(1);
  });

  test('answers to a removed field stay readable under the label that they were given under', async () => {
    const { key, formId, name } = await eventWithResponses(1);
    await edit(key, { fields: [fieldSent('Diet')] });
    const responses = await viewResponses(db, admin, formId);
    expect(responses.columns).toEqual([{ name, label: 'Name' }]);
    expect(responses.rows).toMatchObject([{ cells: ['Guest 0'] }]);
    const draft = await openEventForEditing(db, admin, key, club);
    expect(draft.responses.count).toBe(1);
  });
});
