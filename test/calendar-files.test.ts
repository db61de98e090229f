import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readMessage } from '../app/domain/mail/mail.ts';
import type { RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { seedAdmin, sendAs, type Person } from './people.ts';
import { proxiedApps } from './proxied-apps.ts';
import { insertPersonForm } from './sign-ups.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const HOUR = 3_600_000;

interface CalendarFile {
  from: string;
  method: string;
  status: string;
  organizer: string;
  sequence: number;
  stamp: string;
}

function read(from: string, file: string): CalendarFile {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const event = calendar.getFirstSubcomponent('vevent');
  const valueOf = (name: string) => String(event?.getFirstPropertyValue(name));
  return {
    from,
    method: String(calendar.getFirstPropertyValue('method')),
    status: valueOf('status'),
    organizer: valueOf('organizer'),
    sequence: Number(valueOf('sequence')),
    stamp: valueOf('dtstamp'),
  };
}

/** RFC 5546, 2.1.5. */
function isNewer(one: CalendarFile, before: CalendarFile): boolean {
  if (one.sequence !== before.sequence) return one.sequence > before.sequence;
  return one.stamp > before.stamp;
}

describe.each(proxiedApps)('what goes into a person’s calendar, on %s', (_name, open) => {
  let app: RunningApp;
  let ana: Visitor;
  let admin: Person;
  const files: CalendarFile[] = [];
  const seen = new Set<string>();

  beforeAll(async () => {
    app = await open();
    ana = visitorOf(app);
    admin = await seedAdmin(app);
    const start = Date.now() + 48 * HOUR;
    await insertEvents(app.site.db, eventRow('talk', { title: 'Talk', form_id: 'form', time_start: start }));
    await insertPersonForm(app.site.db, 'form', { places: 1 });
  });
  afterAll(() => app.close());

  async function download() {
    files.push(read('download', await (await app.get('/events/talk.ics')).text()));
  }

  /** What was mailed to her since this was called last; then she looks at the event's page again. */
  async function receive() {
    const rows = await app.site.db.query.selectFrom('outbox').select(['key', 'recipient', 'message']).execute();
    for (const { key, recipient, message } of rows) {
      if (recipient !== 'ana@example.edu' || seen.has(key)) continue;
      seen.add(key);
      const { subject = '', attachments = [] } = readMessage(message) ?? {};
      for (const { name, type, content } of attachments) {
        const file = read(subject, content);
        expect([name, type]).toEqual(['event.ics', `text/calendar; charset=utf-8; method=${file.method}`]);
        files.push(file);
      }
    }
    await download();
  }

  const signUp = async (email: string) => {
    const answers = { name: 'Sam', email };
    const answer = await ana.json('/api/entries/form', { answers, token: ana.token(), once: ana.once() });
    return answer.body.signUp?.link ?? '';
  };

  test('each file is newer than the one before, whatever she and the officers do', async () => {
    await download();
    const mine = await signUp('ana@example.edu');
    await receive();
    const bens = await signUp('ben@example.edu');
    for (let round = 0; round < 2; round++) {
      expect((await ana.json(`${mine}.data`, { verb: 'cancel' })).status).toBe(200);
      await receive();
      expect((await ana.json(`${bens}.data`, { verb: 'cancel' })).status).toBe(200);
      expect((await ana.json(`${mine}.data`, { verb: 'again' })).status).toBe(200);
      await receive();
      expect((await ana.json(`${bens}.data`, { verb: 'again' })).status).toBe(200);
    }
    const cancellation = '/admin/events/talk/cancellation.data';
    expect((await sendAs(app, admin, cancellation, { version: 0, input: { reason: '' } })).status).toBe(200);
    await receive();
    expect((await sendAs(app, admin, cancellation, { version: 1 }, 'DELETE')).status).toBe(200);
    await receive();

    expect(files.map(({ from, method, status }) => `${from}: ${method}, ${status}`)).toEqual([
      'download: PUBLISH, CONFIRMED',
      'You have a place: Talk: PUBLISH, CONFIRMED',
      'download: PUBLISH, CONFIRMED',
      ...[1, 2].flatMap(() => [
        'Your sign-up is cancelled: Talk: CANCEL, CANCELLED',
        'download: PUBLISH, CONFIRMED',
        'You have a place: Talk: PUBLISH, CONFIRMED',
        'download: PUBLISH, CONFIRMED',
      ]),
      'Cancelled: Talk: CANCEL, CANCELLED',
      'download: PUBLISH, CANCELLED',
      'Changed: Talk: PUBLISH, CONFIRMED',
      'download: PUBLISH, CONFIRMED',
    ]);
    const older = files.filter((file, at) => at > 0 && !isNewer(file, files[at - 1] ?? file));
    expect(older).toEqual([]);
    // Calendars believe a cancellation by the organiser they know.
    expect(new Set(files.map(({ organizer }) => organizer))).toEqual(new Set([`mailto:${app.site.club.club.email}`]));
  });

  test('the calendar of all events stays what is published, under the number of saves', async () => {
    const { method, sequence } = read('all', await (await app.get('/events.ics')).text());
    expect([method, sequence]).toEqual(['PUBLISH', 2]);
  });
});
