import type { Database } from '../app/db/db.server.ts';
import type { EntryRow, FormRow } from '../app/db/tables.ts';
import { openEventForEditing } from '../app/domain/event-changes/editable-event.ts';
import type { EventInput } from '../app/domain/event-changes/event-input.ts';
import { updateEvent } from '../app/domain/event-changes/save-event.ts';
import type { EventRow } from '../app/domain/events/event.ts';
import { recordEntry, type RecordedEntry } from '../app/domain/responses/record-response.ts';
import { findPersonForm, viewPlaces, type Places } from '../app/domain/sign-ups/places.ts';
import { DAY_MS, HOUR_MS } from '../app/time/durations.ts';
import { admin } from './actors.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { club } from './outbox.ts';
import { insertPersonForm, insertSignUps, signUpRow } from './sign-ups.ts';

/** Who signed up with the talk's form: Ana goes, Ben waits, Cleo has cancelled, and Dan goes without an address. */
export const ana = signUpRow('form', 'ana');
export const ben = signUpRow('form', 'ben', { state: 'waiting' });
export const cleo = signUpRow('form', 'cleo', { state: 'cancelled' });
export const dan = signUpRow('form', 'dan', { email: null });

interface Talk {
  event?: Partial<EventRow>;
  form?: Partial<FormRow>;
  people?: EntryRow[];
}

/** The event 'talk', the day after tomorrow for an hour, with its form 'form' for one person, and who answered it. */
export async function plantTalk(db: Database, { event, form, people = [] }: Talk = {}): Promise<void> {
  const time_start = event?.time_start ?? Date.now() + 2 * DAY_MS;
  const row = { title: 'Talk', location: 'Room 332', form_id: 'form', time_start, time_end: time_start + HOUR_MS };
  await insertEvents(db, eventRow('talk', { ...row, ...event }));
  await insertPersonForm(db, 'form', { places: 1, remind_hours: null, ...form });
  await insertSignUps(db, people);
}

interface Sending {
  answers?: object;
  once?: string | undefined;
  firstHalf?: string | undefined;
  at?: typeof club;
}

let sent = 0;

/** Somebody sends the talk's form; unless `once` is given, for the first time. */
export function sendForm(
  db: Database,
  name: string,
  { answers = {}, once = `once-${++sent}`, firstHalf, at = club }: Sending = {},
): Promise<RecordedEntry> {
  return recordEntry(db, {
    formId: 'form',
    club: at,
    attestation: `attestation-${++sent}`,
    idempotencyKey: once,
    firstHalf,
    answers: { name, email: `${name}@example.edu`, ...answers },
  });
}

/** The token of the mail that went to somebody last. */
export async function lastToken(db: Database, name: string): Promise<string> {
  const mails = db.query.selectFrom('outbox').select('secret').where('recipient', '=', `${name}@example.edu`);
  return (await mails.orderBy('created_at').execute()).at(-1)?.secret ?? '';
}

export async function changeForm(db: Database, form: Partial<FormRow>): Promise<void> {
  await db.write(({ query }) => query.updateTable('forms').set(form).where('id', '=', 'form').execute());
}

/** An officer saves the talk's dialog. */
export async function saveTalk(db: Database, given: Partial<EventInput>): ReturnType<typeof updateEvent> {
  const { version, input } = await openEventForEditing(db, admin, 'talk', club);
  return updateEvent(db, admin, { key: 'talk', version, input: { ...input, ...given } }, club);
}

export async function talksPlaces(db: Database, now?: number): Promise<Places | undefined> {
  const form = await findPersonForm(db, 'form', club.clock.timeZone, now);
  return form && viewPlaces(db, form, club, now);
}
