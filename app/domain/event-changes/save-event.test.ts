import { club } from '../../../test/outbox.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { admin, member } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventSent, fieldSent } from '../../../test/event-inputs.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { seedFile } from '../../../test/seed-file.ts';
import { signUp } from '../../../test/sign-ups.ts';
import { DAY_MS } from '../../time/durations.ts';
import { findForm } from '../forms/event-form.ts';
import { newKey } from '../keys.ts';
import type { Change } from '../topics.ts';
import { openEventForEditing } from './editable-event.ts';
import type { EventInput } from './event-input.ts';
import { requireAnyEvent } from '../events/with-drafts.ts';
import { addEvent, updateEvent } from './save-event.ts';
import { removeEvents } from './remove-events.ts';

/** Far in the future, whenever this runs. */
const LATER = '2126-11-20T19:30';

describe.each(databases)('saving an event on %s', (_name, openFresh) => {
  const { db } = freshDatabase(openFresh);

  const add = (given: Partial<EventInput> = {}) => addEvent(db, admin, eventSent(given), club);
  const open = (key: string) => openEventForEditing(db, admin, key, club);
  const find = (key: string) => requireAnyEvent(db, key);

  /** Opens an event, changes it and saves it. */
  async function edit(key: string, given: Partial<EventInput>) {
    const { version, input } = await open(key);
    return updateEvent(db, admin, { key, version, input: { ...input, ...given } }, club);
  }

  /** Counts from now on how often a row of an event is written. */
  async function countWrites(): Promise<() => Promise<number>> {
    await db.write(async ({ query }) => {
      await sql`create table written (key text)`.execute(query);
      if (db.dialect === 'sqlite') {
        await sql`create trigger note_write after update on events begin insert into written values (new.key); end`.execute(
          query,
        );
        return;
      }
      await sql`create function note_write() returns trigger language plpgsql as
        $$ begin insert into written values (new.key); return new; end $$`.execute(query);
      await sql`create trigger note_write after update on events for each row execute function note_write()`.execute(
        query,
      );
    });
    return async () => {
      const { rows } = await sql<{ count: number | string }>`select count(*) as count from written`.execute(db.query);
      return Number(rows[0]?.count);
    };
  }

  test('takes the key that its poster was drawn from, unless it is old, taken or none', async () => {
    const addAs = async (offered: string) => {
      const { key } = await addEvent(db, admin, eventSent(), club, { key: offered });
      await find(key);
      return key;
    };
    const offered = newKey();
    expect(await addAs(offered)).toBe(offered);
    for (const other of [offered, newKey(Date.now() - 2 * DAY_MS), newKey(Date.now() + 2 * DAY_MS), 'jam', ''])
      expect(await addAs(other)).not.toBe(other);
    await removeEvents(db, admin, [offered], club);
    expect(await addAs(offered)).not.toBe(offered);
  });

  test('stores every field, and tells whoever shows events', async () => {
    const told: Change[] = [];
    db.onCommit((changes) => {
      told.push(...changes);
    });
    const image = await seedFile(db);
    const handout = await seedFile(db, 'handout.pdf');
    const { key } = await add({
      image,
      resources: [handout],
      tentative: true,
      dscEvent: true,
      hiddenDate: true,
      customDate: 'Fridays',
      hasSignup: true,
      signupUrl: 'https://tickets.example/1',
      hasGoogleForm: true,
      googleFormUrl: 'https://forms.example/d/e/1/viewform',
    });
    expect(await find(key)).toMatchObject({
      title: 'Talk',
      presenter: 'Ada',
      location: 'Room 332',
      description: 'About machines.',
      tentative: true,
      dscEvent: true,
      hiddenDate: true,
      customDate: 'Fridays',
      start: Date.parse('2026-11-20T19:30-05:00'),
      end: Date.parse('2026-11-20T21:00-05:00'),
      signupUrl: 'https://tickets.example/1',
      googleFormUrl: 'https://forms.example/d/e/1/viewform',
      formId: null,
      image: { url: image.url, path: image.path },
      resources: [{ url: handout.url, name: 'handout.pdf' }],
    });
    expect(told).toEqual([{ topic: 'event', key }]);
  });

  test('a link is saved only while its toggle is on', async () => {
    const { key } = await add({
      hasSignup: true,
      signupUrl: 'https://tickets.example/1',
      googleFormUrl: 'https://a.b/',
    });
    expect(await find(key)).toMatchObject({ signupUrl: 'https://tickets.example/1', googleFormUrl: null });
    await edit(key, { hasSignup: false });
    expect(await find(key)).toMatchObject({ signupUrl: null });
  });

  test('an included form is saved under a new id of ten letters and digits, in the same write', async () => {
    const told: Change[] = [];
    db.onCommit((changes) => {
      told.push(...changes);
    });
    const { key } = await add({
      hasForm: true,
      fields: [
        fieldSent('Name', { required: true }),
        fieldSent('Size', { type: 'radio', options: ['S', 'L'] }),
        fieldSent('Vegetarian', { type: 'checkbox', required: true, options: ['left over'] }),
      ],
    });
    const { formId } = await find(key);
    expect(formId).toMatch(/^[A-Za-z0-9]{10}$/);
    const { fields } = await findForm(db, formId ?? '');
    expect(fields).toMatchObject([
      { type: 'text', description: 'Name', required: true, options: [] },
      { type: 'radio', description: 'Size', options: ['S', 'L'] },
      { type: 'checkbox', description: 'Vegetarian', required: false, options: [] },
    ]);
    expect(new Set(fields.map(({ name }) => name)).size).toBe(3);
    for (const { name } of fields) expect(name).toMatch(/^[A-Za-z0-9]{10}$/);
    expect(told).toEqual([
      { topic: 'form', key: formId },
      { topic: 'event', key },
    ]);
  });

  test('the event’s row is written once, whatever becomes of its form', async () => {
    const { key } = await add({ hasForm: true, fields: [fieldSent('Name')] });
    const writes = await countWrites();
    await edit(key, { fields: [fieldSent('Shoe size')] });
    expect(await writes()).toBe(1);
    await edit(key, { hasForm: false });
    expect(await writes()).toBe(2);
  });

  test('a form keeps its id and its fields their names; without fields it is not included', async () => {
    const { key } = await add({ hasForm: true, fields: [fieldSent('Name'), fieldSent('Diet')] });
    const { formId } = await find(key);
    const before = (await findForm(db, formId ?? '')).fields;
    await edit(key, {
      fields: [...before].reverse().map((field) => ({ ...field, description: `${field.description}?` })),
    });
    expect((await find(key)).formId).toBe(formId);
    const after = (await findForm(db, formId ?? '')).fields;
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name).reverse());
    expect(after.map(({ description }) => description)).toEqual(['Diet?', 'Name?']);
    await edit(key, { hasForm: true, fields: [] });
    expect((await find(key)).formId).toBeNull();
  });

  test('what an import knew of an event, a form and a field besides stays', async () => {
    await insertEvents(db, eventRow('old', { title: 'Old', form_id: 'form', extra: '{"room":"B"}' }));
    const fields = JSON.stringify([{ name: 'a/b', type: 'text', description: 'Name', hint: 'Both' }]);
    await db.write(({ query }) =>
      query
        .insertInto('forms')
        .values({ id: 'form', fields, extra: '{"colour":1}', version: 0, updated_at: 0 })
        .execute(),
    );
    const times = { start: '2026-01-01T10:00', end: '2026-01-01T11:00' };
    await edit('old', { ...times, fields: [fieldSent('Full name', { name: 'a/b' })] });
    const event = await db.query.selectFrom('events').select('extra').executeTakeFirstOrThrow();
    const form = await db.query.selectFrom('forms').selectAll().executeTakeFirstOrThrow();
    expect(event.extra).toBe('{"room":"B"}');
    expect(form.extra).toBe('{"colour":1}');
    expect(JSON.parse(form.fields ?? '')).toMatchObject([{ name: 'a/b', description: 'Full name', hint: 'Both' }]);
  });

  test('a time that was not touched keeps its seconds', async () => {
    const start = Date.parse('2026-11-01T01:30:15.250-05:00');
    await insertEvents(db, eventRow('old', { title: 'Old', time_start: start, time_end: start }));
    await edit('old', { title: 'New' });
    expect(await find('old')).toMatchObject({ title: 'New', start, end: start });
    await edit('old', { startOccurrence: 'first' });
    expect((await find('old')).start).toBe(Date.parse('2026-11-01T01:30-04:00'));
  });

  test('an event that came without an end goes on without one, and any other needs one', async () => {
    const { key } = await add();
    await expect(edit(key, { end: '' })).rejects.toMatchObject({ fields: { end: 'Please enter a date and a time' } });
    await db.write((tx) => tx.query.updateTable('events').set({ time_end: null }).where('key', '=', key).execute());
    await edit(key, { end: '', title: 'Open end' });
    expect(await find(key)).toMatchObject({ title: 'Open end', end: null });
    await edit(key, { end: (await open(key)).input.start });
    await expect(edit(key, { end: '' })).rejects.toMatchObject({ fields: { end: 'Please enter a date and a time' } });
  });

  test('a moment until which members come first keeps its seconds too', async () => {
    const { key } = await add({
      hasForm: true,
      asksPerson: true,
      audience: 'Members first, until',
      membersUntil: '2026-11-18T12:00',
    });
    const until = Date.parse('2026-11-18T12:00:15.250-05:00');
    await db.write(({ query }) => query.updateTable('forms').set({ members_until: until }).execute());
    await edit(key, { title: 'New' });
    expect(await db.query.selectFrom('forms').select('members_until').execute()).toEqual([{ members_until: until }]);
  });

  test('a save over an older version changes nothing and shows what was saved meanwhile', async () => {
    const { key } = await add({ hasForm: true, fields: [fieldSent('Name')] });
    const { version, input } = await open(key);
    await edit(key, { title: 'Theirs' });
    const mine = updateEvent(db, admin, { key, version, input: { ...input, title: 'Mine' } }, club);
    await expect(mine).rejects.toMatchObject({
      name: 'Stale',
      current: { version: version + 1, input: { title: 'Theirs', fields: [{ description: 'Name' }] } },
    });
    expect((await find(key)).title).toBe('Theirs');
  });

  test('a form that two events share is not overwritten from the other in silence', async () => {
    const { key } = await add({ hasForm: true, fields: [fieldSent('Name')] });
    const { formId } = await find(key);
    await insertEvents(db, eventRow('other', { title: 'Other', form_id: formId, time_start: 0, time_end: 0 }));
    const { version, input } = await open('other');
    await edit(key, { fields: [...(await open(key)).input.fields, fieldSent('Diet')] });
    const other = updateEvent(db, admin, { key: 'other', version, input }, club);
    await expect(other).rejects.toMatchObject({ name: 'Stale' });
    expect((await findForm(db, formId ?? '')).fields).toHaveLength(2);
  });

  test('of two who save events that share a form at the same moment, one is told so', async () => {
    const { key } = await add({ hasForm: true, fields: [fieldSent('Name')] });
    const { formId } = await find(key);
    await insertEvents(db, eventRow('other', { title: 'Other', form_id: formId, time_start: 0, time_end: 0 }));
    const saves = (await Promise.all([open(key), open('other')])).map((one, at) => ({
      key: one.key,
      version: one.version,
      input: { ...one.input, fields: [...one.input.fields, fieldSent(`Question ${at}`)] },
    }));
    const saved = await Promise.allSettled(saves.map((one) => updateEvent(db, admin, one, club)));
    const refused = saved.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject([{ name: 'Stale' }]);
    expect((await findForm(db, formId ?? '')).fields).toHaveLength(2);
  });

  test('a file that the event no longer names is given up, one of another host stays as it is', async () => {
    const image = await seedFile(db);
    const outside = { name: 'a.jpg', url: 'https://elsewhere.example/a.jpg' };
    await insertEvents(
      db,
      eventRow('old', { title: 'Old', time_start: 0, time_end: 0, gallery: JSON.stringify([outside]) }),
    );
    await edit('old', { image });
    await edit('old', { image: null });
    expect(await find('old')).toMatchObject({ image: null, gallery: [outside] });
    expect(await db.query.selectFrom('files').selectAll().execute()).toEqual([]);
    const deletions = await db.query.selectFrom('file_deletions').select('path').execute();
    expect(deletions).toEqual([{ path: image.path }]);
  });

  test('when any part is refused, nothing is saved', async () => {
    const gone = { name: 'gone.jpg', url: '/files/2026/1/1/00000000-0000-4000-8000-000000000000/gone.jpg' };
    const refused = add({ hasForm: true, fields: [fieldSent('Name')], gallery: [gone] });
    await expect(refused).rejects.toMatchObject({ name: 'Rejected', fields: { gallery: expect.any(String) } });
    expect(await db.query.selectFrom('events').selectAll().execute()).toEqual([]);
    expect(await db.query.selectFrom('forms').selectAll().execute()).toEqual([]);
  });

  test('whoever waits has the place that a raised limit makes, and is told', async () => {
    const { key } = await add({ hasForm: true, asksPerson: true, places: '1', start: LATER, end: LATER });
    const { formId } = await find(key);
    for (const name of ['ana', 'ben', 'cleo']) {
      await signUp(db, `${name}@example.edu`, {}, formId ?? '');
    }
    await edit(key, { places: '2' });
    const states = await db.query.selectFrom('entries').select('state').orderBy('since').execute();
    expect(states.map(({ state }) => state)).toEqual(['going', 'going', 'waiting']);
    const mails = await db.query.selectFrom('outbox').select(['recipient', 'message']).execute();
    expect(mails.map(({ recipient, message }) => [recipient, JSON.parse(message).subject])).toEqual([
      ['ben@example.edu', 'A place is yours: Talk'],
    ]);
    await edit(key, { places: '' });
    expect(
      (await db.query.selectFrom('entries').select('state').execute()).every(({ state }) => state === 'going'),
    ).toBe(true);
  });

  test('only admins save, and the log says who did what', async () => {
    await expect(addEvent(db, null, eventSent(), club)).rejects.toMatchObject({ name: 'NotAllowed' });
    await expect(addEvent(db, member, eventSent(), club)).rejects.toMatchObject({ name: 'NotAllowed' });
    const { key } = await add();
    await edit(key, { title: 'Talk II' });
    const log = await db.query.selectFrom('activity').select(['who', 'verb', 'title']).orderBy('key').execute();
    expect(log).toEqual([
      { who: 'Ada', verb: 'added', title: 'Talk' },
      { who: 'Ada', verb: 'updated', title: 'Talk II' },
    ]);
  });
});
