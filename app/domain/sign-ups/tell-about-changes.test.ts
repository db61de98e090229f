import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { ana, ben, cleo, dan, plantTalk, saveTalk } from '../../../test/cast.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { runDue } from '../../../test/jobs.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { claimMail, club } from '../../../test/outbox.ts';
import { clockTime, insertSignUps, listMails, signUpRow } from '../../../test/sign-ups.ts';
import { currentEdition } from '../events/calendar-edition.ts';
import type { EventRow } from '../events/event.ts';
import { openEventForEditing } from '../event-changes/editable-event.ts';
import type { EventInput } from '../event-changes/event-input.ts';
import { requireAnyEvent } from '../events/with-drafts.ts';
import { cancelEvent } from '../event-changes/cancel-event.ts';
import { removeEvents } from '../event-changes/remove-events.ts';
import { updateEvent } from '../event-changes/save-event.ts';
import { readMessage, withSecret, type MailMessage } from '../mail/mail.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { NEVER } from '../records/publish-at.ts';
import { listTrash } from '../trash.ts';
import { tellAboutCancellation } from './tell-about-changes.ts';
import { RECIPIENTS_AT_ONCE, mailingJobs } from './mailings.ts';
import { cancelByLink, viewByLink } from './by-link.ts';
import { newLink } from './links.ts';

const ZONE = club.clock.timeZone;
const HOUR = 3_600_000;
const AT = '2126-11-20T19:30';
const START = clockTime(AT, ZONE);

describe.each(databases)('whoever signed up, on %s', (_, open) => {
  const { db } = freshDatabase(open);

  async function talk(event: Partial<EventRow> = {}, form: { fields?: string } = {}) {
    const times = { time_start: START, time_end: START + HOUR };
    await plantTalk(db, { event: { ...times, ...event }, form: { places: 2, ...form }, people: [ana, ben, cleo, dan] });
  }
  const save = (given: Partial<EventInput>) => saveTalk(db, given);
  const remove = (...keys: string[]) => removeEvents(db, admin, keys, club);
  async function firstMail(): Promise<MailMessage> {
    const row = await db.query.selectFrom('outbox').select('message').orderBy('key').executeTakeFirstOrThrow();
    const message = readMessage(row.message);
    if (!message) throw new Error('It cannot be read');
    return message;
  }
  function calendarOf({ attachments = [] }: MailMessage) {
    const [entry] = new ICAL.Component(ICAL.parse(attachments[0]?.content ?? '')).getAllSubcomponents('vevent');
    return Object.fromEntries(
      ['uid', 'sequence', 'status', 'dtstart'].map((name) => [name, String(entry?.getFirstPropertyValue(name))]),
    );
  }

  test.each([
    ['another time', { start: '2126-11-21T19:30', end: '2126-11-21T20:30' }],
    ['another end', { end: '2126-11-20T22:00' }],
    ['another place', { location: 'Room 7' }],
    ['a custom date', { hiddenDate: true, customDate: 'Some day' }],
  ])('is told of %s, whether going or waiting', async (_what, given) => {
    await talk();
    await save(given);
    expect(await listMails(db)).toEqual(['ana: Changed: Talk', 'ben: Changed: Talk']);
  });

  test('sees before and after, and the calendar follows', async () => {
    await talk();
    await save({ start: '2126-11-21T18:00', end: '2126-11-21T20:00', location: 'Room 7' });
    const message = await firstMail();
    expect(message.text).toContain(
      [
        'Before:',
        'When: Wed Nov 20, 2126, 7:30–8:30 PM\nWhere: Room 332',
        'Now:',
        'When: Thu Nov 21, 2126, 6–8 PM\nWhere: Room 7',
      ].join('\n\n'),
    );
    expect(withSecret(message, 'TOKEN').text).toContain('/sign-ups/TOKEN\n');
    expect(calendarOf(message)).toMatchObject({
      uid: 'talk@club.example.edu',
      status: 'CONFIRMED',
      dtstart: '2126-11-21T23:00:00Z',
    });
  });

  test('has the old date taken out of the calendar where none is fixed any more', async () => {
    await talk();
    await save({ hiddenDate: true, customDate: 'Some day' });
    const message = await firstMail();
    expect(message.text).toContain('When: Some day');
    expect(calendarOf(message)).toMatchObject({ status: 'CANCELLED', dtstart: '2126-11-21T00:30:00Z' });
  });

  test.each([
    ['another title', { title: 'Lecture', description: 'More', presenter: 'Ada' }],
    ['a custom date that is not shown', { customDate: 'Some day' }],
    ['what the officer does not want told', { location: 'Room 7', tellSignUps: false }],
  ])('is not told of %s', async (_what, given) => {
    await talk();
    await save(given);
    expect(await listMails(db)).toEqual([]);
  });

  test('is not told of what has passed, but of what is to come after all', async () => {
    await talk({ time_start: Date.now() - 5 * HOUR, time_end: Date.now() - HOUR });
    await save({ location: 'Room 7' });
    expect(await listMails(db)).toEqual([]);
    await save({ start: AT, end: AT });
    expect(await listMails(db)).toEqual(['ana: Changed: Talk', 'ben: Changed: Talk']);
  });

  test('is told once of one save, and of each of two', async () => {
    await talk();
    const { version, input } = await openEventForEditing(db, admin, 'talk', club);
    const again = () => updateEvent(db, admin, { key: 'talk', version, input: { ...input, location: 'Room 7' } }, club);
    const saved = await Promise.allSettled([again(), again()]);
    expect(saved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listMails(db)).toHaveLength(2);
    await save({ location: 'Room 8' });
    expect(await listMails(db)).toHaveLength(4);
  });

  test.each([
    ['has stopped asking for a person', [{ name: 'why', type: 'text', description: 'Why?', required: false }], 'form'],
    ['has been taken off the event', [], null],
  ])('is told also once the form %s, and their link shows what they have', async (_case, fields, formId) => {
    await talk({}, { fields: JSON.stringify(fields) });
    const token = await db.write((tx) => newLink(tx, 'form', 'ana'));
    await save({ asksPerson: false });
    expect(await db.query.selectFrom('events').select('form_id').execute()).toEqual([{ form_id: formId }]);
    await save({ location: 'Room 7' });
    expect(await listMails(db)).toEqual(['ana: Changed: Talk', 'ben: Changed: Talk']);
    expect(await viewByLink(db, club, token)).toMatchObject({ state: 'going', canChange: false, code: null });
    await expect(cancelByLink(db, club, token)).rejects.toThrow('Sign-up has closed.');
    await remove('talk');
    expect(await listMails(db)).toContain('ana: Cancelled: Talk');
  });

  test('is told nothing where nothing was saved', async () => {
    await talk();
    await expect(save({ title: '', location: 'Room 8' })).rejects.toThrow('Nothing was saved');
    expect(await listMails(db)).toEqual([]);
  });

  test('is one of many: a part is written to with the save, the others in parts after it', async () => {
    await talk();
    const many = Array.from({ length: 2 * RECIPIENTS_AT_ONCE }, (_one, at) => signUpRow('form', `person-${at}`));
    await insertSignUps(db, many);
    await save({ location: 'Room 7' });
    expect(await listMails(db)).toHaveLength(RECIPIENTS_AT_ONCE);
    // Whoever comes now knows already.
    await insertSignUps(db, [signUpRow('form', 'zoe', { since: Date.now() + HOUR })]);
    await runDue(db, mailingJobs());
    const mails = await listMails(db);
    expect([mails.length, new Set(mails).size]).toEqual([many.length + 2, many.length + 2]);
    expect(mails).not.toContain('zoe: Changed: Talk');
    await runDue(db, mailingJobs());
    expect(await listMails(db)).toHaveLength(mails.length);
  });

  test('is told that a removed event does not take place, without a link', async () => {
    await talk();
    await remove('talk');
    expect(await listMails(db)).toEqual(['ana: Cancelled: Talk', 'ben: Cancelled: Talk']);
    const message = await firstMail();
    expect(message.text).toContain('When: Wed Nov 20, 2126, 7:30–8:30 PM\nWhere: Room 332');
    expect(message.text + message.html).not.toMatch(/sign-ups|\/events\//);
    expect(calendarOf(message)).toMatchObject({ uid: 'talk@club.example.edu', status: 'CANCELLED' });
    expect((await claimMail(db))?.message.text).not.toContain('/sign-ups/');
  });

  test('is told that a removed event takes place after all, where it is brought back in time', async () => {
    await talk();
    await remove('talk');
    const before = await listMails(db);
    const bringBack = async () => restoreFromTrash(db, (await listTrash(db))[0]?.key ?? '', club);
    expect((await bringBack()).note).toBe('2 people are told that it takes place after all.');
    await runDue(db, mailingJobs());
    const after = [...before, 'ana: Changed: Talk', 'ben: Changed: Talk'];
    expect(await listMails(db)).toEqual(after.toSorted());
    const mails = db.query.selectFrom('outbox').select('message').where('message', 'like', '%Changed: Talk%');
    const { text } = JSON.parse((await mails.executeTakeFirstOrThrow()).message);
    expect(text).toContain('Talk will take place after all.');
    // Who was told that it is cancelled was told nothing of the removal.
    const { version } = await requireAnyEvent(db, 'talk');
    await cancelEvent(db, admin, { key: 'talk', version, input: { reason: '' } }, club);
    const cancelled = await listMails(db);
    await remove('talk');
    expect(await bringBack()).not.toHaveProperty('note');
    expect(await listMails(db)).toEqual(cancelled);
  });

  test.each([
    ['the one without the form', ['talk', 'other']],
    ['the one with the form', ['other', 'talk']],
  ])(
    'is told of two removed events with one form that each takes place, where %s comes back first',
    async (_what, back) => {
      await talk();
      await insertEvents(db, eventRow('other', { title: 'Other', form_id: 'form', time_start: START }));
      await insertEvents(
        db,
        eventRow('draft', { title: 'Draft', form_id: 'form', time_start: START, publish_at: NEVER }),
      );
      // The form goes to the trash with the last of them.
      for (const key of ['draft', 'talk', 'other']) await remove(key);
      const before = await listMails(db);
      const notes: (string | undefined)[] = [];
      for (const key of ['draft', ...back]) {
        const trashed = (await listTrash(db)).find(({ recordKey }) => recordKey === key);
        notes.push((await restoreFromTrash(db, trashed?.key ?? '', club)).note);
      }
      const told = ['ana: Changed: Other', 'ana: Changed: Talk', 'ben: Changed: Other', 'ben: Changed: Talk'];
      expect(await listMails(db)).toEqual([...before, ...told].toSorted());
      const it = '2 people are told that it takes place after all.';
      const both = `${it} 2 people are told that ‘Talk’ takes place after all.`;
      expect(notes).toEqual(back[0] === 'talk' ? [undefined, undefined, both] : [undefined, it, it]);
    },
  );

  test('is told nothing of an imported event that has the form of one that comes back', async () => {
    await talk();
    await remove('talk');
    await insertEvents(db, eventRow('other', { title: 'Other', form_id: 'form', time_start: START }));
    await restoreFromTrash(db, (await listTrash(db))[0]?.key ?? '', club);
    expect((await listMails(db)).filter((mail) => mail.includes('Other'))).toEqual([]);
  });

  test('is told nothing of an event that is over and removed, nor where that is brought back', async () => {
    await talk();
    const before = await listMails(db);
    const over = { time_start: 0, time_end: Date.now() - 1 };
    await db.write(({ query }) => query.updateTable('events').set(over).execute());
    await remove('talk');
    const [removed] = await listTrash(db);
    expect(await restoreFromTrash(db, removed?.key ?? '', club)).not.toHaveProperty('note');
    expect(await listMails(db)).toEqual(before);
  });

  test('is not told that a draft takes place, which nobody can see, where it is brought back', async () => {
    await talk();
    await db.write(({ query }) => query.updateTable('events').set({ publish_at: NEVER }).execute());
    await remove('talk');
    const before = await listMails(db);
    expect(await restoreFromTrash(db, (await listTrash(db))[0]?.key ?? '', club)).not.toHaveProperty('note');
    expect(await listMails(db)).toEqual(before);
  });

  test('finds an event that came back in the calendar again, which a removal took out of it', async () => {
    await talk();
    await remove('talk');
    const { sequence } = calendarOf(await firstMail());
    const [removed] = await listTrash(db);
    await restoreFromTrash(db, removed?.key ?? '');
    const edition = await currentEdition(db, await requireAnyEvent(db, 'talk'));
    expect(edition.sequence).toBeGreaterThan(Number(sequence));
  });

  test('is told of each of two events with one form that are removed together', async () => {
    await talk();
    await insertEvents(db, eventRow('more', { title: 'More', form_id: 'form', time_start: START + HOUR }));
    await remove('talk', 'more');
    expect(await listMails(db)).toEqual([
      ...['ana: Cancelled: More', 'ana: Cancelled: Talk'],
      ...['ben: Cancelled: More', 'ben: Cancelled: Talk'],
    ]);
  });

  test('is one of many at a removal: each is told, and whoever is erased meanwhile is not', async () => {
    await talk();
    const many = Array.from({ length: 3 * RECIPIENTS_AT_ONCE }, (_one, at) => signUpRow('form', `person-${at}`));
    await insertSignUps(db, many);
    await remove('talk');
    expect(await db.query.selectFrom('entries').select('key').execute()).toEqual([]);
    expect(await listMails(db)).toHaveLength(RECIPIENTS_AT_ONCE);
    const told = new Set((await listMails(db)).map((line) => line.split(':')[0]));
    const erased = many.findLast(({ key }) => !told.has(key))?.key ?? '';
    await erasePersonalData(db, admin, {
      email: `${erased}@example.edu`,
      club: { email: club.email },
      mailing: club,
    });
    await runDue(db, mailingJobs());
    const mails = await listMails(db);
    expect([mails.length, new Set(mails).size]).toEqual([many.length + 1, many.length + 1]);
    expect(mails.join('\n')).not.toContain(`${erased}:`);
    expect(JSON.stringify(await db.query.selectFrom('mailings').selectAll().execute())).not.toContain('@example');
  });

  test('is told why an event is cancelled that stays, with the link', async () => {
    await talk();
    const cancelled = { ...(await requireAnyEvent(db, 'talk')), version: 1 };
    await db.write((tx) => tellAboutCancellation(tx, club, cancelled, { reason: 'The speaker is ill.' }));
    expect(await listMails(db)).toEqual(['ana: Cancelled: Talk', 'ben: Cancelled: Talk']);
    const message = await firstMail();
    expect(message.text).toContain('> The speaker is ill.');
    expect(withSecret(message, 'TOKEN').text).toContain('/sign-ups/TOKEN\n');
    expect(calendarOf(message)).toMatchObject({ status: 'CANCELLED' });
  });
});
