import type { Reader } from '../../db/db.server.ts';
import type { FormRow } from '../../db/tables.ts';
import { HOUR_MS } from '../../time/durations.ts';
import { toEvent, type EventRow } from '../events/event.ts';
import { hasFixedDate, type DatedEvent } from '../events/times.ts';
import { publicEvents } from '../events/visibility.ts';

type Hours = 'remind_hours' | 'ask_again_hours';

/** Something that is due this many `hours` before an event begins. */
export interface HoursBefore {
  event: DatedEvent;
  form: Pick<FormRow, 'id' | 'pass_on' | 'places' | 'waitlist'>;
  hours: number;
  /** Epoch milliseconds. */
  moment: number;
  savedAt: number[];
}

/** What is due for public events that begin within `longest` milliseconds. */
export async function listDueBeforeStart(
  db: Reader,
  column: Hours,
  longest: number,
  now: number,
): Promise<HoursBefore[]> {
  const events = publicEvents(db)
    .selectAll()
    .where('time_start', '>', now)
    .where('time_start', '<=', now + longest)
    .where('form_id', 'is not', null)
    .orderBy('time_start');
  return readHours(db, column, await events.execute());
}

/** Leaves out events without a fixed date, cancelled ones, and those whose form does not ask for a person. */
export async function readHours({ query }: Reader, column: Hours, rows: EventRow[]): Promise<HoursBefore[]> {
  const ids = new Set(rows.flatMap(({ form_id: id }) => id ?? []));
  if (ids.size === 0) return [];
  const forms = await query
    .selectFrom('forms')
    .select(['id', column, 'pass_on', 'places', 'waitlist', 'updated_at'])
    .where('id', 'in', [...ids])
    .where('asks_person', '=', 1)
    .execute();
  const byId = new Map(forms.map((form) => [form.id, form]));
  return rows.flatMap((row) => {
    const event = toEvent(row);
    const form = byId.get(row.form_id ?? '');
    const hours = form?.[column];
    if (!form || !hours || !hasFixedDate(event) || event.cancelled) return [];
    return [{ event, form, hours, moment: event.start - hours * HOUR_MS, savedAt: [row.updated_at, form.updated_at] }];
  });
}
