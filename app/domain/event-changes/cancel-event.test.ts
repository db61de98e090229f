import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { admin, member } from '../../../test/actors.ts';
import { ana, ben, cleo, plantTalk } from '../../../test/cast.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { runDue } from '../../../test/jobs.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { club } from '../../../test/outbox.ts';
import { listMails, signUp } from '../../../test/sign-ups.ts';
import type { EventRow } from '../events/event.ts';
import { listActivity } from '../activity.ts';
import { NotAllowed, Stale } from '../errors.ts';
import { readMessage } from '../mail/mail.ts';
import { recordEntry } from '../responses/record-response.ts';
import { addByOfficer, cancelByOfficer } from '../sign-ups/by-officer.ts';
import { findPersonForm, viewPlaces } from '../sign-ups/places.ts';
import { reminderJobs } from '../sign-ups/reminders.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { listTrash } from '../trash.ts';
import { cancelEvent, resumeEvent } from './cancel-event.ts';
import { removeEvents } from './remove-events.ts';
import { updateEvent } from './save-event.ts';
import { openEventForEditing } from './editable-event.ts';
import type { EventInput } from './event-input.ts';
import { findNextOfAll, requireAnyEvent } from '../events/with-drafts.ts';
import { findNextEvent, listUnsettledEvents } from '../events/read-events.ts';

const ZONE = club.clock.timeZone;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(databases)('a cancelled event, on %s', (_, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;

  /** Ana goes, Ben waits, Cleo has cancelled; there is one place. */
  async function talk(event: Partial<EventRow> = {}) {
    await plantTalk(db, { event, form: { remind_hours: 24 }, people: [ana, ben, cleo] });
  }
  async function cancel(reason = '', key = 'talk', site = db) {
    const { version } = await requireAnyEvent(db, key);
    return cancelEvent(site, admin, { key, version, input: { reason } }, club);
  }
  async function takeBack(key = 'talk') {
    const { version } = await requireAnyEvent(db, key);
    return resumeEvent(db, admin, { key, version }, club);
  }
  async function save(given: Partial<EventInput>) {
    const { version, input } = await openEventForEditing(db, admin, 'talk', club);
    return updateEvent(db, admin, { key: 'talk', version, input: { ...input, ...given } }, club);
  }
  async function stateNow(formId = 'form') {
    const form = await findPersonForm(db, formId, ZONE);
    return form && (await viewPlaces(db, form, club)).state;
  }
  const come = (email: string) => signUp(db, email);
  const statesNow = async () => {
    const rows = await db.query.selectFrom('entries').select(['key', 'state']).orderBy('key').execute();
    return Object.fromEntries(rows.map(({ key, state }) => [key, state]));
  };
  /** What her calendar is told, by the number of each file. */
  async function calendarsToAna() {
    const rows = await db.query
      .selectFrom('outbox')
      .select('message')
      .where('recipient', '=', 'ana@example.edu')
      .orderBy('created_at')
      .orderBy('key')
      .execute();
    const files = rows.map(({ message }) => {
      const { attachments = [] } = readMessage(message) ?? {};
      const [entry] = new ICAL.Component(ICAL.parse(attachments[0]?.content ?? '')).getAllSubcomponents('vevent');
      return {
        sequence: Number(entry?.getFirstPropertyValue('sequence')),
        status: String(entry?.getFirstPropertyValue('status')),
      };
    });
    expect(new Set(files.map(({ sequence }) => sequence)).size).toBe(files.length);
    return files.toSorted((a, b) => a.sequence - b.sequence).map(({ status }) => status);
  }

  test('tells those going and waiting why, once, and takes it out of their calendars', async () => {
    await talk();
    await cancel('The speaker is ill.\nWe are sorry.');
    expect(await requireAnyEvent(db, 'talk')).toMatchObject({
      cancelled: true,
      cancelReason: 'The speaker is ill.\nWe are sorry.',
      version: 1,
    });
    expect(await listMails(db)).toEqual(['ana: Cancelled: Talk', 'ben: Cancelled: Talk']);
    await expect(cancel()).rejects.toThrow('This event has already been cancelled.');
    expect(await listMails(db)).toHaveLength(2);
    expect(await calendarsToAna()).toEqual(['CANCELLED']);
    const [action] = await listActivity(db, admin, 1);
    expect(action).toMatchObject({ verb: 'cancelled', topic: 'event', title: 'Talk' });
  });

  test('is cancelled once by two officers at the same time, on two copies', async () => {
    await talk();
    const copy = await opened.copy();
    const done = await Promise.allSettled([cancel('One'), cancel('Two', 'talk', copy)]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listMails(db)).toEqual(['ana: Cancelled: Talk', 'ben: Cancelled: Talk']);
  });

  test.each(['cancelled', 'removed'])(
    'whose sign-ups arrive while it is %s: each is refused, or told of it',
    async (action) => {
      await talk();
      const copy = await opened.copy();
      const site = (at: number) => (at % 2 === 0 ? db : copy);
      const arriving = Array.from({ length: 20 }, (_, at) => {
        const answers = { name: 'Guest', email: `guest${at}@example.edu` };
        const once = { idempotencyKey: `once-${at}`, attestation: `attestation-${at}` };
        return recordEntry(site(at), { formId: 'form', answers, club, ...once });
      });
      await (action === 'cancelled' ? cancel() : removeEvents(db, admin, ['talk'], club));
      const recorded = await Promise.allSettled(arriving);
      const mails = await listMails(db);
      for (const [at, { status }] of recorded.entries()) {
        expect(mails.includes(`guest${at}: Cancelled: Talk`)).toBe(status === 'fulfilled');
      }
    },
  );

  test('is not cancelled over what somebody else saved meanwhile', async () => {
    await talk();
    await save({ title: 'Lecture' });
    const stale = cancelEvent(db, admin, { key: 'talk', version: 0, input: { reason: '' } }, club);
    await expect(stale).rejects.toThrow(Stale);
    expect(await listMails(db)).toEqual([]);
  });

  test('takes nobody, moves nobody up, and is never the next', async () => {
    await talk();
    await insertEvents(db, eventRow('later', { title: 'Later', time_start: Date.now() + 96 * HOUR }));
    await cancel();
    expect(await stateNow()).toBe('closed');
    await expect(come('dan@example.edu')).rejects.toThrow('Sign-up has closed.');
    const answers = { name: 'Dan', email: 'dan@example.edu' };
    await expect(addByOfficer(db, admin, club, { eventKey: 'talk', answers, beyondLimit: true })).rejects.toThrow(
      'This event has been cancelled.',
    );
    await cancelByOfficer(db, admin, club, { eventKey: 'talk', key: 'ana' });
    expect(await statesNow()).toMatchObject({ ana: 'cancelled', ben: 'waiting' });
    expect((await findNextEvent(db, Date.now()))?.key).toBe('later');
    expect((await findNextOfAll(db, admin, Date.now()))?.key).toBe('later');
  });

  test('takes place after all: those who signed up are told, and a place given up meanwhile goes to who waits', async () => {
    await talk();
    await cancel('The speaker is ill.');
    await cancelByOfficer(db, admin, club, { eventKey: 'talk', key: 'ana' });
    await takeBack();
    expect(await requireAnyEvent(db, 'talk')).toMatchObject({ cancelled: false, cancelReason: '', version: 2 });
    expect(await statesNow()).toMatchObject({ ana: 'cancelled', ben: 'going' });
    expect(await listMails(db)).toEqual([
      ...['ana: Cancelled: Talk', 'ana: Your sign-up is cancelled: Talk'],
      ...['ben: A place is yours: Talk', 'ben: Cancelled: Talk', 'ben: Changed: Talk'],
    ]);
    expect(await stateNow()).toBe('waitlist');
    await expect(takeBack()).rejects.toThrow('This event is not cancelled.');
  });

  test('has a higher number in calendars each time, so that they follow', async () => {
    await talk();
    await cancel();
    await takeBack();
    await cancel();
    expect(await calendarsToAna()).toEqual(['CANCELLED', 'CONFIRMED', 'CANCELLED']);
  });

  test('is reminded of by nobody, also not for what waited to be sent, and again once it takes place', async () => {
    const start = Date.now() + 25 * HOUR;
    await talk({ time_start: start, time_end: start + HOUR });
    const moment = start - 24 * HOUR;
    await runDue(
      db,
      reminderJobs(() => club),
      moment + MINUTE,
    );
    expect(await listMails(db)).toEqual(['ana: Reminder: Talk']);
    await cancel();
    await runDue(
      db,
      reminderJobs(() => club),
      moment + 2 * MINUTE,
    );
    expect(await listMails(db)).toEqual(['ana: Cancelled: Talk', 'ben: Cancelled: Talk']);
  });

  test('is reminded of once it takes place again, where the moment is still to come', async () => {
    const start = Date.now() + 30 * HOUR;
    await talk({ time_start: start, time_end: start + HOUR });
    await cancel();
    await runDue(
      db,
      reminderJobs(() => club),
      start - 23 * HOUR,
    );
    expect(await listMails(db)).not.toContain('ana: Reminder: Talk');
    await takeBack();
    await runDue(
      db,
      reminderJobs(() => club),
      start - 23 * HOUR,
    );
    expect(await listMails(db)).toContain('ana: Reminder: Talk');
  });

  test('stays cancelled when it is changed, of which nobody is told', async () => {
    await talk();
    await cancel('The speaker is ill.');
    await save({ location: 'Room 7', title: 'Lecture' });
    expect(await requireAnyEvent(db, 'talk')).toMatchObject({
      title: 'Lecture',
      cancelled: true,
      cancelReason: 'The speaker is ill.',
    });
    expect(await listMails(db)).toHaveLength(2);
  });

  test('is removed without another mail, and comes back cancelled', async () => {
    await talk();
    await cancel('The speaker is ill.');
    await removeEvents(db, admin, ['talk'], club);
    expect(await listMails(db)).toHaveLength(2);
    const [removed] = await listTrash(db);
    await restoreFromTrash(db, removed?.key ?? '');
    expect(await requireAnyEvent(db, 'talk')).toMatchObject({ cancelled: true, cancelReason: 'The speaker is ill.' });
  });

  test('that nobody signed up for, or that is over, writes to nobody', async () => {
    await insertEvents(db, eventRow('plain', { title: 'Plain', time_start: Date.now() + HOUR }));
    await cancel('', 'plain');
    await talk({ time_start: Date.now() - 3 * HOUR, time_end: Date.now() - HOUR });
    await cancel();
    await takeBack();
    expect(await listMails(db)).toEqual([]);
  });

  test('leaves its form to another event that takes place', async () => {
    await talk();
    await insertEvents(db, eventRow('other', { title: 'Other', form_id: 'form', time_start: Date.now() + 72 * HOUR }));
    await cancel();
    expect(await stateNow()).toBe('waitlist');
    expect((await come('dan@example.edu')).state).toBe('waiting');
  });

  test('needs no more attention', async () => {
    await talk({ tentative: 1 });
    await cancel();
    expect((await listUnsettledEvents(db, admin, Date.now(), 9)).tentative).toEqual([]);
  });

  test('is so by whoever may change events, and nobody else', async () => {
    await talk();
    const saved = { key: 'talk', version: 0 };
    await expect(cancelEvent(db, member, { ...saved, input: { reason: '' } }, club)).rejects.toThrow(NotAllowed);
    await expect(resumeEvent(db, null, saved, club)).rejects.toThrow(NotAllowed);
    await expect(cancelEvent(db, admin, { ...saved, input: { reason: 'x'.repeat(2001) } }, club)).rejects.toMatchObject(
      { fields: { reason: 'Please use at most 2,000 characters' } },
    );
  });
});
