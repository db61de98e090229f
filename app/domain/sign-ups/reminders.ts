import type { Reader, Writer } from '../../db/db.server.ts';
import { hasFixedDate, type DatedEvent } from '../events/times.ts';
import { toEvent, type ClubEvent, type EventRow } from '../events/event.ts';
import { DONE, type Handler } from '../jobs/run.ts';
import { eraseMail } from '../mail/outbox.ts';
import { publicEvents } from '../events/visibility.ts';
import type { MailingClub } from '../mail/mail.ts';
import { beginMailing, skipMailing } from './mailings.ts';
import { writeAbout } from './mails.ts';
import { REMIND_HOURS } from './settings.ts';
import { HOUR_MS } from '../../time/durations.ts';

const LONGEST_MS = Math.max(...REMIND_HOURS) * HOUR_MS;

/** A reminder of an event that begins at one moment, so many hours before. */
export interface Reminder {
  key: string;
  formId: string;
  event: DatedEvent;
  /** Epoch milliseconds. */
  moment: number;
  savedAt: number[];
}

/**
 * Begins the reminders whose moment has come, also after the site stood still; none of an event that has begun. Anyone who
 * signed up after that moment needs none.
 */
export function reminders(clubNow: () => MailingClub): Handler {
  return {
    kind: 'reminder',
    find: async (db, now) => (await listDue(db, now)).map(({ key }) => key),
    async begin(tx, { key }, now) {
      const due = (await listDue(tx, now)).find((one) => one.key === key);
      if (due) await begin(tx, clubNow(), due, now);
      return DONE;
    },
  };
}

function begin(tx: Writer, club: MailingClub, { key, formId, event, moment }: Reminder, now: number): Promise<void> {
  const message = writeAbout(club, event, {
    subject: 'Reminder: {title}',
    says: 'A reminder that you have a place at {title}. If you cannot come, please give it up so that someone else can.',
  });
  return beginMailing(
    tx,
    {
      ...{ key, formId, name: nameOf(event), kind: 'event reminder', message, to: ['going'], signedUpBy: moment },
      before: { eventKey: event.key, start: event.start },
    },
    now,
  );
}

/** Other hours, or another start and back again: nobody is reminded twice of one start. */
function nameOf({ key, start }: DatedEvent): string {
  return `reminder-${key}-${start}`;
}

/** Of all events that the public sees and that begin within the longest time before. */
export async function listDue(db: Reader, now: number): Promise<Reminder[]> {
  const due = (await listSoon(db, now)).filter(({ moment }) => moment <= now);
  if (due.length === 0) return [];
  const keys = due.map(({ key }) => key);
  const begun = await db.query.selectFrom('mailings').select('key').where('key', 'in', keys).execute();
  const known = new Set(begun.map(({ key }) => key));
  return due.filter(({ key }) => !known.has(key));
}

async function listSoon(db: Reader, now: number): Promise<Reminder[]> {
  const events = await publicEvents(db)
    .selectAll()
    .where('time_start', '>', now)
    .where('time_start', '<=', now + LONGEST_MS)
    .orderBy('time_start')
    .execute();
  return readReminders(db, events);
}

/** Of an event that the public sees, and of those that share its form. */
export async function listReminders(db: Reader, eventKey: string, formId: string | null): Promise<Reminder[]> {
  if (formId === null) return [];
  const events = await publicEvents(db)
    .selectAll()
    .where((is) => is.or([is('key', '=', eventKey), is('form_id', '=', formId)]))
    .execute();
  return readReminders(db, events);
}

async function readReminders({ query }: Reader, rows: EventRow[]): Promise<Reminder[]> {
  const ids = new Set(rows.flatMap(({ form_id: id }) => id ?? []));
  if (ids.size === 0) return [];
  const forms = await query
    .selectFrom('forms')
    .select(['id', 'remind_hours', 'updated_at'])
    .where('id', 'in', [...ids])
    .where('asks_person', '=', 1)
    .execute();
  const byId = new Map(forms.map((form) => [form.id, form]));
  return rows.flatMap((row) => {
    const event = toEvent(row);
    const form = byId.get(row.form_id ?? '');
    if (!form?.remind_hours || !hasFixedDate(event) || event.cancelled) return [];
    const key = `${nameOf(event)}-${form.remind_hours}`;
    const moment = event.start - form.remind_hours * HOUR_MS;
    return [{ key, formId: form.id, event, moment, savedAt: [row.updated_at, form.updated_at] }];
  });
}

/**
 * After an event and its form were saved: a reminder whose moment lies behind is not made up for, and what waits to be
 * sent about another start is not sent.
 */
export async function replaceReminders(
  tx: Writer,
  before: Reminder[],
  after: Reminder[],
  now = Date.now(),
): Promise<void> {
  const known = new Set(before.map(({ key }) => key));
  await skipPassed(
    tx,
    after.filter(({ key }) => !known.has(key)),
    now,
  );
  const kept = new Set(after.map(({ event }) => nameOf(event)));
  for (const one of before) if (!kept.has(nameOf(one.event))) await withdrawReminder(tx, one.event);
}

/** What was not there at its moment is not reminded of: events that come by an import, or from the trash. */
export async function skipReminders(
  tx: Writer,
  isNew: (reminder: Reminder) => boolean,
  now = Date.now(),
): Promise<void> {
  await skipPassed(tx, (await listSoon(tx, now)).filter(isNew), now);
}

async function skipPassed(tx: Writer, reminders: Reminder[], now: number): Promise<void> {
  for (const one of reminders) if (one.moment <= now && now < one.event.start) await skipMailing(tx, one, now);
}

function withdrawReminder(tx: Writer, event: DatedEvent): Promise<void> {
  return withdrawMails(tx, event, nameOf(event));
}

/** Of an event as it was: what waits to be sent under this name is not sent. */
export async function withdrawMails(tx: Writer, { formId, start }: ClubEvent, name: string): Promise<void> {
  if (formId === null || start === null) return;
  const waiting = await tx.query
    .selectFrom('outbox')
    .innerJoin('jobs', (jobs) => jobs.onRef('jobs.key', '=', 'outbox.key').on('jobs.kind', '=', 'mail'))
    .select('outbox.key')
    .where('jobs.state', '=', 'waiting')
    .where('outbox.kind', '=', 'event reminder')
    .where('expires_at', '=', start)
    .execute();
  const keys = waiting.map(({ key }) => key);
  await eraseMail(
    tx,
    keys.filter((key) => key.startsWith(`sign-up-${formId}-`) && key.endsWith(`-${name}`)),
  );
}
