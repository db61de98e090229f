import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { saveTalk } from '../../../test/cast.ts';
import { databases, freshDatabase, sqliteDatabase, untilOthersWait } from '../../../test/databases.ts';
import { runDue } from '../../../test/jobs.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { claimMail, club } from '../../../test/outbox.ts';
import { clockTime, insertPersonForm, insertSignUps, listMails, signUpRow } from '../../../test/sign-ups.ts';
import type { FormRow } from '../../db/tables.ts';
import type { EventInput } from '../event-changes/event-input.ts';
import type { EventRow } from '../events/event.ts';
import { importEventFile } from '../event-import/import-events.ts';
import { importRecords } from '../../transfer/import.ts';
import { removeEvents } from '../event-changes/remove-events.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { listTrash } from '../trash.ts';
import { RECIPIENTS_AT_ONCE, mailingJobs } from './mailings.ts';
import { reminderJobs } from './reminders.ts';
import { lockForm } from './standing.ts';

const ZONE = club.clock.timeZone;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Saving takes the present for granted. */
const START = Date.now() + 10 * DAY;

describe.each(databases)('reminders on %s', (_, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;

  async function talk(form: Partial<FormRow> = {}, event: Partial<EventRow> = {}) {
    const times = { time_start: START, time_end: (event.time_start ?? START) + HOUR };
    await insertEvents(db, eventRow('talk', { title: 'Talk', form_id: 'form', ...times, ...event }));
    await insertPersonForm(db, 'form', form);
    await insertSignUps(db, [signUpRow('form', 'ana')]);
  }
  const remind = async (now: number, site = db) => {
    await runDue(
      site,
      reminderJobs(() => club),
      now,
    );
    await runDue(site, mailingJobs(), now);
  };
  const change = (values: Partial<EventRow>) =>
    db.write(({ query }) => query.updateTable('events').set(values).where('key', '=', 'talk').execute());

  test('go out the chosen number of hours before, to those who go, once', async () => {
    await talk();
    await insertSignUps(db, [
      signUpRow('form', 'ben', { state: 'waiting' }),
      signUpRow('form', 'cleo', { state: 'cancelled' }),
      signUpRow('form', 'dan', { email: null }),
      signUpRow('form', 'eve', { email: 'no address' }),
    ]);
    await remind(START - DAY - 1);
    expect(await listMails(db)).toEqual([]);
    await remind(START - DAY);
    expect(await listMails(db)).toEqual(['ana: Reminder: Talk']);
    await remind(START - DAY + MINUTE);
    await remind(START - HOUR);
    expect(await listMails(db)).toEqual(['ana: Reminder: Talk']);
    const mail = await claimMail(db);
    const [token] = /(?<=\/sign-ups\/)[\w-]+/.exec(mail?.message.text ?? '') ?? [];
    expect(token?.length).toBeGreaterThanOrEqual(22);
    expect(mail?.message.text).toContain('Talk');
  });

  test('two hours before do not go out sooner, and never for an event that has none', async () => {
    await talk({ remind_hours: 2 });
    await insertEvents(db, eventRow('quiet', { title: 'Quiet', form_id: 'other', time_start: START }));
    await insertPersonForm(db, 'other', { remind_hours: null });
    await insertSignUps(db, [signUpRow('other', 'ben')]);
    await remind(START - DAY);
    await remind(START - 2 * HOUR - 1);
    expect(await listMails(db)).toEqual([]);
    await remind(START - 2 * HOUR);
    expect(await listMails(db)).toEqual(['ana: Reminder: Talk']);
  });

  test('go out late if the site was down at their moment, until the event has begun', async () => {
    await talk();
    await remind(START);
    expect(await listMails(db)).toEqual([]);
    await remind(START - 1);
    expect(await listMails(db)).toEqual(['ana: Reminder: Talk']);
  });

  test('do not go to whoever signed up after their moment', async () => {
    await talk();
    await insertSignUps(db, [
      signUpRow('form', 'ben', { since: START - DAY }),
      signUpRow('form', 'late', { since: START - DAY + 1 }),
    ]);
    await remind(START - HOUR);
    expect(await listMails(db)).toEqual(['ana: Reminder: Talk', 'ben: Reminder: Talk']);
  });

  test('go to whoever signed up before their moment and is still being stored', async () => {
    await talk();
    const copy = db.dialect === 'postgres' ? await opened.copy() : db;
    let reminded: Promise<void> = Promise.resolve();
    await copy.write(async (tx) => {
      await lockForm(tx, 'form');
      await tx.query.insertInto('entries').values(signUpRow('form', 'ben')).execute();
      reminded = remind(START - DAY);
      await untilOthersWait(db);
    });
    await reminded;
    expect(await listMails(db)).toEqual(['ana: Reminder: Talk', 'ben: Reminder: Talk']);
  });

  test('are not sent once the event has begun, however long the mail server was gone', async () => {
    await talk();
    await remind(START - DAY);
    expect(await claimMail(db, START)).toBeUndefined();
    expect(await listMails(db)).toEqual([]);
  });

  test('do not go out for an event without a fixed date, nor for a form that asks for nobody', async () => {
    await talk({}, { hidden_date: 1, custom_date: 'Every Friday' });
    await remind(START - HOUR);
    await change({ hidden_date: 0 });
    await db.write(({ query }) => query.updateTable('forms').set({ asks_person: 0 }).execute());
    await remind(START - HOUR + MINUTE);
    expect(await listMails(db)).toEqual([]);
  });

  test('go to many in parts, each once, by two copies that look at the same moment', async () => {
    await talk();
    const many = Array.from({ length: 3 * RECIPIENTS_AT_ONCE + 7 }, (_one, at) => signUpRow('form', `person-${at}`));
    await insertSignUps(db, many);
    const other = await opened.copy();
    await runDue(
      db,
      reminderJobs(() => club),
      START - DAY,
    );
    expect(await listMails(db)).toHaveLength(RECIPIENTS_AT_ONCE);
    // As after a crash: another copy goes on where the first stopped.
    await Promise.all([remind(START - DAY + MINUTE, other), remind(START - DAY + MINUTE)]);
    const mails = await listMails(db);
    expect([mails.length, new Set(mails).size]).toEqual([many.length + 1, many.length + 1]);
    expect(await db.query.selectFrom('sign_up_links').select('token_hash').execute()).toHaveLength(mails.length);
  });

  test('stop half-way when the event begins at another time', async () => {
    await talk();
    await insertSignUps(
      db,
      Array.from({ length: RECIPIENTS_AT_ONCE + 7 }, (_one, at) => signUpRow('form', `person-${at}`)),
    );
    await runDue(
      db,
      reminderJobs(() => club),
      START - DAY,
    );
    await change({ time_start: START + DAY });
    await runDue(db, mailingJobs(), START - DAY);
    expect(await listMails(db)).toHaveLength(RECIPIENTS_AT_ONCE);
  });

  describe('of an event that is saved', () => {
    const save = (given: Partial<EventInput>) => saveTalk(db, { tellSignUps: false, ...given });
    const soon = Math.ceil(Date.now() / MINUTE) * MINUTE + 3 * HOUR;
    const wall = (time: number) =>
      new Date(time).toLocaleString('sv', { timeZone: ZONE }).slice(0, 16).replace(' ', 'T');
    const at = (time: number) => ({ start: wall(time), end: wall(time + HOUR) });

    test('for later come again before the new time, and those that wait about the old one are not sent', async () => {
      await talk({}, { time_start: soon });
      await remind(Date.now());
      expect(await listMails(db)).toEqual(['ana: Reminder: Talk']);
      await save(at(soon + 5 * DAY));
      expect(await listMails(db)).toEqual([]);
      await remind(soon);
      expect(await listMails(db)).toEqual([]);
      await remind(soon + 4 * DAY);
      expect(await listMails(db)).toEqual(['ana: Reminder: Talk']);
    });

    test('with a moment that lies behind are not made up for, and with one to come they are due then', async () => {
      await talk();
      await save(at(soon));
      await remind(Date.now() + MINUTE);
      expect(await listMails(db)).toEqual([]);
      await save({ remind: 'Two hours before' });
      await remind(soon - 2 * HOUR - 1);
      expect(await listMails(db)).toEqual([]);
      await remind(soon - 2 * HOUR);
      expect(await listMails(db)).toEqual(['ana: Reminder: Talk']);
    });

    test('with other hours go to nobody twice', async () => {
      await talk({}, { time_start: soon });
      await remind(Date.now());
      await save({ remind: 'Two hours before' });
      await remind(soon - 2 * HOUR);
      expect(await listMails(db)).toEqual(['ana: Reminder: Talk']);
    });

    test('with another title only are due all the same', async () => {
      await talk({}, { time_start: soon });
      await save({ title: 'Lecture' });
      await remind(Date.now() + MINUTE);
      expect(await listMails(db)).toEqual(['ana: Reminder: Lecture']);
    });

    test('stay for another event with the form that it gives up', async () => {
      await talk({}, { time_start: soon });
      await insertEvents(db, eventRow('twin', { title: 'Twin', form_id: 'form', time_start: soon }));
      await remind(Date.now());
      expect((await listMails(db)).toSorted()).toEqual(['ana: Reminder: Talk', 'ana: Reminder: Twin']);
      await save({ hasForm: false });
      expect(await listMails(db)).toEqual(['ana: Reminder: Twin']);
    });

    test('are not sent once it was removed, nor again when it is brought back', async () => {
      await talk({}, { time_start: soon });
      await remind(Date.now());
      await removeEvents(db, admin, ['talk'], club);
      expect(await listMails(db)).toEqual(['ana: Cancelled: Talk']);
      const [removed] = await listTrash(db);
      await restoreFromTrash(db, removed?.key ?? '');
      await remind(Date.now() + MINUTE);
      expect(await listMails(db)).toEqual(['ana: Cancelled: Talk']);
    });
  });

  test('go out for imported events only if their moment is still to come', async () => {
    const record = (start: number, formId: string) => ({
      title: formId,
      formId,
      datetime: { timeStartTimestamp: start },
    });
    const entry = (key: string) => ({ [key]: { $state: 'going', $email: `${key}@example.edu`, $since: 1, name: key } });
    const now = Date.now();
    const file = {
      event: { a: record(now - HOUR, 'over'), b: record(now + HOUR, 'today'), c: record(now + 3 * DAY, 'later') },
      form: Object.fromEntries(
        ['over', 'today', 'later'].map((id) => [id, { fields: [], asksPerson: true, remindHours: 24 }]),
      ),
      entry: { over: entry('ana'), today: entry('ben'), later: entry('cleo') },
    };
    await importRecords(db, () => Readable.from([Buffer.from(JSON.stringify(file))]), { now });
    await remind(now + MINUTE);
    expect(await listMails(db)).toEqual([]);
    await remind(now + 2 * DAY);
    expect(await listMails(db)).toEqual(['cleo: Reminder: later']);
  });

  test('of an event that a file moves are not made up for, and do not go out about its former start', async () => {
    const soon = Date.now() + 12 * HOUR;
    const said = { ...{ line: 2, id: 'talk@other', title: 'Talk', location: 'Room 5', description: '', url: '' } };
    const readIn = (start: number) => {
      const event = { ...said, start, end: start + HOUR, cancelled: false };
      const file = { events: [event], notRead: [], columns: null, asksColumns: false, asksOrder: false };
      return importEventFile(db, admin, club, file, { leftOut: [], isPublished: true });
    };
    await talk();
    await db.write(({ query }) =>
      query
        .updateTable('entries')
        .set({ created_at: soon - 2 * DAY })
        .execute(),
    );
    await readIn(START);
    await readIn(soon);
    await remind(Date.now());
    expect(await listMails(db)).toEqual([]);
    await change({ time_start: START });
    await remind(START - DAY);
    expect(await listMails(db)).toEqual(['ana: Reminder: Talk']);
    await readIn(START + DAY);
    expect(await listMails(db)).toEqual([]);
  });
});

test.each([
  ['the clocks go forward in between', '2027-03-14T12:00', 'America/Toronto', '2027-03-13T11:00'],
  ['the clocks go back in between', '2027-11-07T12:00', 'America/Toronto', '2027-11-06T13:00'],
  ['the clocks go forward elsewhere only', '2027-03-28T12:00', 'America/Toronto', '2027-03-27T12:00'],
  ['they go forward at the club, east of Greenwich', '2027-03-28T12:00', 'Europe/Berlin', '2027-03-27T11:00'],
])('a day before is 24 hours before, also where %s', async (_, wall, timeZone, moment) => {
  const { db, close } = await sqliteDatabase();
  await insertEvents(db, eventRow('talk', { title: 'Talk', form_id: 'form', time_start: clockTime(wall, timeZone) }));
  await insertPersonForm(db, 'form');
  await insertSignUps(db, [signUpRow('form', 'ana')]);
  const there = { ...club, clock: { ...club.clock, timeZone } };
  await runDue(
    db,
    reminderJobs(() => there),
    clockTime(moment, timeZone) - 1,
  );
  expect(await listMails(db)).toEqual([]);
  await runDue(
    db,
    reminderJobs(() => there),
    clockTime(moment, timeZone),
  );
  expect(await listMails(db)).toEqual(['ana: Reminder: Talk']);
  const { message } = await db.query.selectFrom('outbox').select('message').executeTakeFirstOrThrow();
  expect(JSON.parse(message).text).toContain(', 12 PM');
  await close();
});
