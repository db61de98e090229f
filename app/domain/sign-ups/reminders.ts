import type { Reader, Writer } from '../../db/db.server.ts';
import type { DatedEvent } from '../events/times.ts';
import type { ClubEvent } from '../events/event.ts';
import { lockForms } from '../forms/lock-forms.ts';
import { whileDue, type Handler } from '../jobs/run.ts';
import { eraseMail } from '../mail/outbox.ts';
import { publicEvents } from '../events/visibility.ts';
import type { MailingClub } from '../mail/mail.ts';
import { listDueBeforeStart, readHours, type HoursBefore } from './before-start.ts';
import { beginMailing, findBeginTimes, skipMailing } from './mailings.ts';
import { writeReminder } from './mails.ts';
import { ALLOWED_REMINDER_HOURS } from './reminder-hours.ts';
import { HOUR_MS } from '../../time/durations.ts';

const LONGEST_MS = Math.max(...ALLOWED_REMINDER_HOURS) * HOUR_MS;

/** A reminder of an event, for one start. */
export interface Reminder extends Pick<HoursBefore, 'event' | 'moment' | 'savedAt'> {
  key: string;
  formId: string;
}

/**
 * Begins the reminders whose moment has come, even if the site was down then, but none once the event has begun. People
 * who signed up after that moment need none.
 */
export function reminderJobs(clubNow: () => MailingClub): Handler {
  return whileDue('reminder', listDue, (tx, due, now) => begin(tx, clubNow(), due, now));
}

async function begin(tx: Writer, club: MailingClub, reminder: Reminder, now: number): Promise<void> {
  const { key, formId, event, moment } = reminder;
  await lockForms(tx, [formId]);
  await beginMailing(
    tx,
    {
      key,
      formId,
      name: reminderName(event),
      kind: 'event reminder',
      message: writeReminder(club, event),
      to: ['going'],
      signedUpBy: moment,
      before: { eventKey: event.key, start: event.start },
    },
    now,
  );
}

/** Nobody is reminded twice of one start, even if the hours change, or the start changes and changes back. */
export function reminderName({ key, start }: DatedEvent): string {
  return `reminder-${key}-${start}`;
}

export async function listDue(db: Reader, now: number): Promise<Reminder[]> {
  const due = (await listRemindersSoon(db, now)).filter(({ moment }) => moment <= now);
  const begun = await findBeginTimes(db, due);
  return due.filter(({ key }) => !begun.has(key));
}

async function listRemindersSoon(db: Reader, now: number): Promise<Reminder[]> {
  return (await listDueBeforeStart(db, 'remind_hours', LONGEST_MS, now)).map(toReminder);
}

function toReminder({ event, form, hours, moment, savedAt }: HoursBefore): Reminder {
  return { key: `${reminderName(event)}-${hours}`, formId: form.id, event, moment, savedAt };
}

/** The reminders of one event and of the events that share its form, as far as the public sees them. */
export async function listReminders(db: Reader, eventKey: string, formId: string | null): Promise<Reminder[]> {
  if (formId === null) return [];
  const events = await publicEvents(db)
    .selectAll()
    .where((is) => is.or([is('key', '=', eventKey), is('form_id', '=', formId)]))
    .execute();
  return (await readHours(db, 'remind_hours', events)).map(toReminder);
}

/**
 * Call it after an event and its form were saved. A new reminder whose time has passed is skipped, and mails that wait
 * to be sent about another start are taken back.
 */
export async function replaceReminders(
  tx: Writer,
  before: Reminder[],
  after: Reminder[],
  now = Date.now(),
): Promise<void> {
  const known = new Set(before.map(({ key }) => key));
  await skipOverdue(
    tx,
    after.filter(({ key }) => !known.has(key)),
    now,
  );
  const still = new Set(after.map(({ event }) => reminderName(event)));
  for (const one of before) if (!still.has(reminderName(one.event))) await withdrawReminder(tx, one.event);
}

/** Events that arrive later, by an import or from the trash, get no overdue reminder. */
export async function skipReminders(
  tx: Writer,
  isNew: (reminder: Reminder) => boolean,
  now = Date.now(),
): Promise<void> {
  await skipOverdue(tx, (await listRemindersSoon(tx, now)).filter(isNew), now);
}

async function skipOverdue(tx: Writer, reminders: Reminder[], now: number): Promise<void> {
  for (const one of reminders) if (one.moment <= now && now < one.event.start) await skipMailing(tx, one, now);
}

function withdrawReminder(tx: Writer, event: DatedEvent): Promise<void> {
  return withdrawMails(tx, event, reminderName(event));
}

/** Takes back the mails of this name that are not sent yet; `start` is the one that they were written for. */
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
