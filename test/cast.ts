import type { Database } from '../app/db/db.server.ts';
import type { EntryRow, FormRow } from '../app/db/tables.ts';
import type { EventRow } from '../app/domain/events/event.ts';
import { DAY_MS, HOUR_MS } from '../app/time/durations.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { insertPersonForm, insertSignUps, signUpRow } from './sign-ups.ts';

/** Of the talk's form: Ana goes, Ben waits, Cleo has cancelled, and Dan goes without an address. */
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
