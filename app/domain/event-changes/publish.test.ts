import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventSent, fieldSent } from '../../../test/event-inputs.ts';
import { runDue } from '../../../test/jobs.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { club } from '../../../test/outbox.ts';
import { insertPersonForm, insertSignUps, listMails, signUpRow } from '../../../test/sign-ups.ts';
import { importRecords } from '../../transfer/import.ts';
import { listActivity } from '../activity.ts';
import { Rejected } from '../errors.ts';
import { requireOpenForm } from '../responses/record-response.ts';
import { mailingJobs } from '../sign-ups/mailings.ts';
import { reminderJobs } from '../sign-ups/reminders.ts';
import type { Change } from '../topics.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { listTrash } from '../trash.ts';
import { openEventForEditing } from './editable-event.ts';
import { NEVER } from '../records/publish-at.ts';
import type { EventInput } from './event-input.ts';
import { findPreview, findPreviewToken } from '../events/preview.ts';
import { publications } from './publish.ts';
import { findPublicEvent } from '../events/read-events.ts';
import { addEvent, updateEvent } from './save-event.ts';
import { removeEvents } from './remove-events.ts';
import { isPublicForm } from '../events/visibility.ts';

const HOUR = 3_600_000;
const NOW = Date.now();

describe.each(databases)('what the public sees, on %s', (_, open) => {
  const opened = freshDatabase(open);
  let told: Change[];
  beforeEach(async () => {
    told = [];
    opened.db.onCommit((changes) => {
      told.push(...changes);
    });
  });

  const add = async (given: Partial<EventInput>) =>
    (
      await addEvent(
        opened.db,
        admin,
        eventSent({ start: '2126-11-20T19:30', end: '2126-11-20T21:00', ...given }),
        club,
      )
    ).key;
  const edit = async (key: string, given: Partial<EventInput>) => {
    const { version, input } = await openEventForEditing(opened.db, admin, key, club);
    await updateEvent(opened.db, admin, { key, version, input: { ...input, ...given } }, club);
  };
  const timed = (key = 'talk', at = NOW) =>
    insertEvents(opened.db, eventRow(key, { title: 'Talk', publish_at: at, preview_token: 'token' }));
  const activity = async () => (await listActivity(opened.db, admin, 10)).map(({ who, verb }) => `${who} ${verb}`);

  test('a timed event is published at its moment, once, by the site itself', async () => {
    await timed();
    await runDue(opened.db, publications, NOW - 1);
    expect(await findPublicEvent(opened.db, 'talk')).toBeUndefined();
    await runDue(opened.db, publications, NOW);
    await runDue(opened.db, publications, NOW + HOUR);
    expect(await findPublicEvent(opened.db, 'talk')).toMatchObject({ publishAt: null, version: 1, updatedAt: NOW });
    expect(told).toEqual([{ topic: 'event', key: 'talk' }]);
    expect(await activity()).toEqual(['the site published']);
  });

  test('two copies at once publish it once', async () => {
    for (let at = 0; at < 10; at++) await timed(`talk-${at}`);
    const other = await opened.copy();
    await Promise.all([
      runDue(opened.db, publications, NOW),
      runDue(other, publications, NOW),
      runDue(opened.db, publications, NOW),
    ]);
    const rows = await opened.db.query.selectFrom('events').select(['version', 'publish_at']).execute();
    expect(rows).toEqual(Array.from({ length: 10 }, () => ({ version: 1, publish_at: null })));
    const { length } = await opened.db.query.selectFrom('activity').selectAll().execute();
    expect(length).toBe(10);
  });

  test('a draft is never published by any time', async () => {
    await timed('talk', NEVER);
    await runDue(opened.db, publications, Date.parse('9999-12-30'));
    expect(await findPublicEvent(opened.db, 'talk')).toBeUndefined();
  });

  test('a site that was down at the moment publishes it when it runs again', async () => {
    await timed('talk', NOW - 30 * 24 * HOUR);
    await runDue(opened.db, publications, NOW);
    expect(await findPublicEvent(opened.db, 'talk')).toBeDefined();
  });

  test('a draft’s changes are told to those who see it, and its publishing to everyone', async () => {
    const key = await add({ visibility: 'Draft', hasForm: true, fields: [fieldSent('Name')] });
    await edit(key, { title: 'Other', fields: [] });
    expect(told.filter(({ topic }) => topic !== 'draft')).toEqual([]);
    expect(told).toContainEqual({ topic: 'draft', key });
    await edit(key, { visibility: 'Published' });
    expect(told.at(-1)).toEqual({ topic: 'event', key });
    expect((await activity())[0]).toMatch(/ published$/);
    await edit(key, { visibility: 'Draft' });
    expect(told.at(-1)).toEqual({ topic: 'event', key });
    expect(await findPublicEvent(opened.db, key)).toBeUndefined();
  });

  test('a draft that is removed and brought back is a draft all the time', async () => {
    const key = await add({ visibility: 'Draft', hasForm: true, fields: [fieldSent('Name')] });
    await removeEvents(opened.db, admin, [key], club);
    const [trashed] = await listTrash(opened.db);
    await restoreFromTrash(opened.db, trashed?.key ?? '');
    expect(told.filter(({ topic }) => topic !== 'draft')).toEqual([]);
    expect(await findPublicEvent(opened.db, key)).toBeUndefined();
  });

  test('a draft’s form takes no answers and is as unknown as it is, unless a public event has it too', async () => {
    const key = await add({ visibility: 'Draft', hasForm: true, fields: [fieldSent('Name')] });
    const { formId } = await opened.db.query
      .selectFrom('events')
      .select('form_id as formId')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    const form = formId ?? '';
    await expect(requireOpenForm(opened.db, form)).rejects.toThrow('This form is closed');
    expect(await isPublicForm(opened.db, form)).toBe(false);
    await insertEvents(opened.db, eventRow('other', { form_id: form }));
    expect(await requireOpenForm(opened.db, form)).toMatchObject({ id: form });
    expect(await isPublicForm(opened.db, form)).toBe(true);
    await removeEvents(opened.db, admin, ['other'], club);
    await edit(key, { hasForm: false, fields: [] });
    expect(await isPublicForm(opened.db, form)).toBe(false);
  });

  test('an import tells everyone of what is public, and nobody else of a draft or its form', async () => {
    const event = { public: {}, draft: { publishAt: 'never', formId: 'drafts' }, timed: { publishAt: NOW + HOUR } };
    const form = { drafts: { fields: [{ name: 'a', type: 'text' }] } };
    const load = (records: object) =>
      importRecords(opened.db, () => Readable.from([Buffer.from(JSON.stringify(records))]));
    await load({ event, form });
    expect(new Set(told.map(({ topic, key }) => `${topic} ${key}`))).toEqual(
      new Set(['event public', 'draft draft', 'draft timed', 'form ']),
    );
    told = [];
    await load({ event: { public: { publishAt: 'never' }, timed: {} } });
    expect(told.map(({ topic, key }) => `${topic} ${key}`).toSorted()).toEqual(['event public', 'event timed']);
  });

  test('a moment that has passed is refused', async () => {
    const past = { visibility: 'Publish at', publishAt: '2026-01-05T12:00' } as const;
    await expect(add(past)).rejects.toThrow(Rejected);
    await expect(add(past)).rejects.toMatchObject({ fields: { publishAt: expect.stringContaining('has passed') } });
  });

  test('the link to a draft needs its token, and ends with the draft', async () => {
    const key = await add({ visibility: 'Draft' });
    const token = (await findPreviewToken(opened.db, admin, key)) ?? '';
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(await findPreviewToken(opened.db, admin, key)).toBe(token);
    expect(await findPreview(opened.db, key, token)).toMatchObject({ key });
    for (const wrong of ['', 'x', token.slice(1), `${token}a`, token.toUpperCase()])
      expect(await findPreview(opened.db, key, wrong)).toBeUndefined();
    await edit(key, { title: 'Other' });
    expect(await findPreview(opened.db, key, token)).toMatchObject({ title: 'Other' });
    await edit(key, { visibility: 'Published' });
    expect(await findPreviewToken(opened.db, admin, key)).toBeNull();
    await edit(key, { visibility: 'Draft' });
    expect(await findPreview(opened.db, key, token)).toBeUndefined();
    expect(await findPreviewToken(opened.db, admin, key)).not.toBe(token);
  });

  test('the link to a draft ends where an import publishes it, and lives through any other', async () => {
    const key = await add({ visibility: 'Draft' });
    const token = (await findPreviewToken(opened.db, admin, key)) ?? '';
    const load = (record: object) =>
      importRecords(opened.db, () => Readable.from([Buffer.from(JSON.stringify({ event: { [key]: record } }))]));
    await load({ title: 'Other', publishAt: 'never' });
    expect(await findPreview(opened.db, key, token)).toMatchObject({ title: 'Other' });
    await load({ title: 'Other' });
    await load({ title: 'Other', publishAt: 'never' });
    expect(await findPreview(opened.db, key, token)).toBeUndefined();
  });

  test('nobody is reminded of a draft, nor later of a moment that lay behind when it was published', async () => {
    const start = NOW + 20 * HOUR;
    await insertEvents(
      opened.db,
      eventRow('talk', { title: 'Talk', form_id: 'form', time_start: start, publish_at: NOW }),
    );
    await insertPersonForm(opened.db, 'form');
    await insertSignUps(opened.db, [signUpRow('form', 'ana')]);
    await runDue(
      opened.db,
      reminderJobs(() => club),
      NOW,
    );
    await runDue(opened.db, publications, NOW);
    await runDue(
      opened.db,
      reminderJobs(() => club),
      NOW,
    );
    await runDue(opened.db, mailingJobs());
    expect(await listMails(opened.db)).toEqual([]);
  });
});
