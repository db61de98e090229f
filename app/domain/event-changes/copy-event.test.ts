import { beforeEach, describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { clubYears } from '../../../test/club-years.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventSent, fieldSent } from '../../../test/event-inputs.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { club } from '../../../test/outbox.ts';
import { seedFile } from '../../../test/seed-file.ts';
import { clockTime, insertPersonForm, insertSignUps, signUpRow } from '../../../test/sign-ups.ts';
import { writeWallTime } from '../../time/club-date-time.ts';
import { Rejected } from '../errors.ts';
import { findOwnFields } from '../forms/event-form.ts';
import { findSettings } from '../sign-ups/places.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { eraseOldTrash, listTrash, TRASH_RETENTION_MS } from '../trash.ts';
import { eraseDueFiles, takeDownUnusedFiles } from '../uploads/erase-files.ts';
import { removeUpload } from '../uploads/remove-upload.ts';
import { requireAnyEvent } from '../events/with-drafts.ts';
import { openEventForEditing } from './editable-event.ts';
import type { EventInput } from './event-input.ts';
import { toEvent } from '../events/event.ts';
import { addEvent, updateEvent } from './save-event.ts';
import { removeEvents } from './remove-events.ts';

const TORONTO = 'America/Toronto';
const DAY = 86_400_000;

describe.each(databases)('copies of an event, on %s', (_, open) => {
  const { db } = freshDatabase(open);
  let erased: string[];
  beforeEach(async () => {
    erased = [];
  });

  const add = (given: Partial<EventInput> = {}) => addEvent(db, admin, eventSent(given), club);
  /** As the dialog sends it: filled in like the other, with fields that are new. */
  async function copy(key: string, given: Partial<EventInput> = {}) {
    const { input } = await openEventForEditing(db, admin, key, club);
    const fields = input.fields.map((field) => ({ ...field, name: '' }));
    return addEvent(db, admin, { ...input, fields, ...given }, club, { copyOf: key });
  }
  async function update(key: string, given: Partial<EventInput>) {
    const { version, input } = await openEventForEditing(db, admin, key, club);
    return updateEvent(db, admin, { key, version, input: { ...input, ...given } }, club);
  }
  const all = async () => {
    const rows = await db.query.selectFrom('events').selectAll().orderBy('time_start').orderBy('key').execute();
    return rows.map(toEvent);
  };
  const files = async () =>
    (await db.query.selectFrom('files').select('guid').execute()).map(({ guid }) => guid).toSorted();
  const erase = async (path: string) => {
    erased.push(path);
  };
  const eraseDue = (now = Date.now()) => eraseDueFiles(db, erase, now);

  test('are as many as were asked for, by the clock, each with a form and settings of its own', async () => {
    await add({
      start: '2026-10-25T19:30',
      end: '2026-10-25T21:00',
      repeatWeekly: '2',
      hasForm: true,
      fields: [fieldSent('Diet')],
      asksPerson: true,
      places: '9',
      responsesDays: '30',
      opens: '2026-10-18T12:00',
      closes: '2026-10-25T19:00',
    });
    const events = await all();
    expect(events.map(({ start }) => start)).toEqual(
      ['2026-10-25T19:30', '2026-11-01T19:30', '2026-11-08T19:30'].map((wall) => clockTime(wall, TORONTO)),
    );
    const forms = events.map(({ formId }) => formId ?? '');
    expect(new Set(forms).size).toBe(3);
    for (const [weeks, form] of forms.entries()) {
      const day = 18 + 7 * weeks;
      const opens = clockTime(day > 31 ? '2026-11-01T12:00' : `2026-10-${day}T12:00`, TORONTO);
      expect(await findSettings(db, form)).toMatchObject({ places: 9, opens });
      expect(await findOwnFields(db, form)).toMatchObject([{ description: 'Diet' }]);
    }
    const days = await db.query.selectFrom('forms').select('responses_days').execute();
    expect(days).toEqual([{ responses_days: 30 }, { responses_days: 30 }, { responses_days: 30 }]);
    const activity = await db.query.selectFrom('activity').select('verb').execute();
    expect(activity).toEqual([{ verb: 'added' }, { verb: 'added' }, { verb: 'added' }]);
  });

  test('are made once, however often one dialog sends them, and told apart from changed ones', async () => {
    const once = '5f0c6f1e-0d0c-4d3b-9a0e-6f3a4a1f2b3c';
    const input = eventSent({ repeatWeekly: '2', visibility: 'Draft' });
    const send = (given: Partial<EventInput> = {}) => addEvent(db, admin, { ...input, ...given }, club, { once });
    await expect(send({ title: '' })).rejects.toThrow(Rejected);
    const made = await Promise.all([send(), send()]);
    expect(made).toEqual([made[0], made[0]]);
    expect(await send()).toEqual(made[0]);
    expect((await all()).map(({ key }) => key)).toHaveLength(3);
    expect((await all())[0]?.key).toBe(made[0].key);
    await expect(send({ title: 'Other' })).rejects.toThrow('created already');
    expect(await all()).toHaveLength(3);
    const other = await addEvent(db, admin, input, club, { once: '6f0c6f1e-0d0c-4d3b-9a0e-6f3a4a1f2b3c' });
    expect(other.key).not.toBe(made[0].key);
  });

  test('are announced once where they appear together, by the first that is not over; timed ones and drafts each', async () => {
    const dates = { start: '2126-11-20T19:30', end: '2126-11-20T21:00' };
    await add({ ...dates, announce: true, repeatWeekly: '2' });
    expect((await all()).map(({ announce }) => announce)).toEqual([true, false, false]);
    const told = () => db.query.selectFrom('announcements').select(['event_key', 'kind']).execute();
    expect(await told()).toEqual([{ event_key: (await all())[0]?.key, kind: 'published' }]);
    for (const timed of [
      { visibility: 'Draft' },
      { visibility: 'Publish at', publishAt: '2126-11-01T12:00' },
    ] as const) {
      await removeEvents(
        db,
        admin,
        (await all()).map(({ key }) => key),
        club,
      );
      await add({ ...dates, ...timed, announce: true, repeatWeekly: '1' });
      expect((await all()).map(({ announce }) => announce)).toEqual([true, true]);
    }
    const lastWeek = writeWallTime(Date.now() - 7 * DAY - 3_600_000, TORONTO).wall;
    await removeEvents(
      db,
      admin,
      (await all()).map(({ key }) => key),
      club,
    );
    await add({ start: lastWeek, end: lastWeek, announce: true, repeatWeekly: '2' });
    expect((await all()).map(({ announce }) => announce)).toEqual([false, false, true]);
    // Where all are over the box stays on at the first: moved to a later time, it is announced.
    for (const [repeatWeekly, left] of [
      ['0', [true]],
      ['1', [true, false]],
    ] as const) {
      await removeEvents(
        db,
        admin,
        (await all()).map(({ key }) => key),
        club,
      );
      await add({ start: '2020-05-01T10:00', end: '2020-05-01T11:00', announce: true, repeatWeekly });
      expect((await all()).map(({ announce }) => announce)).toEqual(left);
    }
  });

  test('are all made or none', async () => {
    const gone = { name: 'gone.jpg', url: '/files/2026/1/1/00000000-0000-4000-8000-000000000000/gone.jpg' };
    await expect(add({ repeatWeekly: '20', image: gone })).rejects.toMatchObject({
      fields: { image: expect.any(String) },
    });
    await expect(add({ repeatWeekly: '21' })).rejects.toMatchObject({ fields: { repeatWeekly: expect.any(String) } });
    expect(await all()).toEqual([]);
  });

  test('of a draft are drafts, and a timed one is published a week later too', async () => {
    await add({ visibility: 'Draft', repeatWeekly: '1' });
    expect((await all()).map(({ publishAt }) => publishAt)).toEqual(['never', 'never']);
    const { key } = await add({
      visibility: 'Publish at',
      publishAt: '2126-11-01T12:00',
      start: '2126-11-20T19:30',
      end: '2126-11-20T21:00',
      repeatWeekly: '1',
    });
    const timed = (await all()).slice(2).map(({ publishAt }) => publishAt);
    expect(timed).toEqual(['2126-11-01T12:00', '2126-11-08T12:00'].map((wall) => clockTime(wall, TORONTO)));
    expect((await requireAnyEvent(db, key)).start).toBe(clockTime('2126-11-20T19:30', TORONTO));
  });

  test('have a form like the other’s, whatever its fields are called, and none of its responses', async () => {
    const fields = JSON.stringify([{ name: 'size', type: 'radio', description: 'Size', options: ['S', 'M'] }]);
    await insertEvents(db, eventRow('talk', { title: 'Talk', form_id: 'form', time_start: 2e12, time_end: 2e12 }));
    await insertPersonForm(db, 'form', { places: 3, fields });
    await insertSignUps(db, [signUpRow('form', 'ana')]);
    const { key } = await copy('talk');
    const { formId } = await requireAnyEvent(db, key);
    expect(formId).not.toBe('form');
    const [field] = await findOwnFields(db, formId ?? '');
    expect(field).toMatchObject({ type: 'radio', description: 'Size', options: ['S', 'M'] });
    expect(field?.name).toMatch(/^[A-Za-z0-9]{10}$/);
    const { responses, signUps, sharers } = await openEventForEditing(db, admin, key, club);
    expect([responses.count, signUps, sharers]).toEqual([0, 0, 0]);
  });

  test('are not cancelled, whatever became of the other', async () => {
    await insertEvents(
      db,
      eventRow('talk', { title: 'Talk', time_start: 2e12, time_end: 2e12, cancelled: 1, cancel_reason: 'Ill' }),
    );
    const { key } = await copy('talk');
    expect(await requireAnyEvent(db, key)).toMatchObject({ cancelled: false, cancelReason: '' });
  });

  test('keep their pictures when the other is removed, and until the last of them is', async () => {
    const [image, handout] = [await seedFile(db), await seedFile(db, 'handout.pdf')];
    const shared = [image.guid, handout.guid].toSorted();
    const { key } = await add({ image, resources: [handout] });
    const { key: other } = await copy(key);
    await removeEvents(db, admin, [key], club);
    expect(await files()).toEqual(shared);
    await eraseOldTrash(db, clubYears, Date.now() + TRASH_RETENTION_MS + DAY);
    await eraseDue(Date.now() + TRASH_RETENTION_MS + 2 * DAY);
    await takeDownUnusedFiles(db, Date.now() + TRASH_RETENTION_MS + 2 * DAY);
    expect([await files(), erased]).toEqual([shared, []]);
    expect(await requireAnyEvent(db, other)).toMatchObject({ image: { guid: image.guid } });
    await removeEvents(db, admin, [other], club);
    expect(await files()).toEqual([]);
    await eraseOldTrash(db, clubYears, Date.now() + TRASH_RETENTION_MS + DAY);
    await eraseDue(Date.now() + TRASH_RETENTION_MS + 2 * DAY);
    expect(erased.toSorted()).toEqual([image.path, handout.path].toSorted());
  });

  test('keep a picture that the other gives up, or brings back from the trash', async () => {
    const image = await seedFile(db);
    const { key } = await add({ image });
    const { key: other } = await copy(key, { repeatWeekly: '1' });
    await update(key, { image: null });
    const remove = removeUpload(db, admin, erase, image.guid);
    await expect(remove).rejects.toMatchObject({ name: 'StillUsed' });
    await removeEvents(db, admin, [other], club);
    await eraseDue();
    expect([await files(), erased]).toEqual([[image.guid], []]);
    const [removed] = await listTrash(db);
    await restoreFromTrash(db, removed?.key ?? '');
    expect(await requireAnyEvent(db, other)).toMatchObject({ image: { guid: image.guid } });
  });

  test('keep a picture on another host, which only the event that they are like may name', async () => {
    const image = { name: 'a.jpg', url: 'https://elsewhere.example/a.jpg' };
    await insertEvents(
      db,
      eventRow('old', { title: 'Old', time_start: 2e12, time_end: 2e12, image: JSON.stringify(image) }),
    );
    const { key } = await copy('old');
    expect(await requireAnyEvent(db, key)).toMatchObject({ image });
    await expect(add({ image })).rejects.toMatchObject({ fields: { image: expect.any(String) } });
  });

  test('of what was removed meanwhile say which picture is gone', async () => {
    const image = await seedFile(db);
    const { key } = await add({ image });
    const { input } = await openEventForEditing(db, admin, key, club);
    await removeEvents(db, admin, [key], club);
    await expect(addEvent(db, admin, input, club, { copyOf: key })).rejects.toMatchObject({
      fields: { image: '‘portrait.jpg’ is not stored here any more. Please upload it again.' },
    });
    await addEvent(db, admin, { ...input, image: null }, club, { copyOf: key });
    expect(await all()).toHaveLength(1);
  });
});
