import type { Reader } from '../../db/db.server.ts';
import { publicEvents, takesPlace } from '../events/visibility.ts';

/** Events that have not been counted, or were counted for another time, whether they are over or to come. */
export function selectYetToCount(db: Reader) {
  return publicEvents(db)
    .where(takesPlace)
    .where((is) => is.or([is('hidden_date', 'is', null), is('hidden_date', '=', 0)]))
    .leftJoin('event_counts', 'event_counts.event_key', 'events.key')
    .where((is) =>
      is.or([is('event_counts.event_key', 'is', null), is('event_counts.start', '!=', is.ref('events.time_start'))]),
    );
}

/**
 * The forms, also former ones, of events that began at `since` or later, have no time, or are yet to be counted: until
 * then nobody's payment for them is forgotten.
 */
export function selectFormsToKeep(db: Reader, since: number) {
  const { query } = db;
  const events = query
    .selectFrom('events')
    .where((is) =>
      is.or([
        is('time_start', 'is', null),
        is('time_start', '>=', since),
        is('key', 'in', selectYetToCount(db).select('events.key')),
      ]),
    );
  const forms = events.select('form_id').where('form_id', 'is not', null).$castTo<{ form_id: string }>();
  const having = query.selectFrom('events').select('form_id').where('form_id', 'is not', null);
  const former = query
    .selectFrom('former_forms')
    .select('form_id')
    .where('event_key', 'in', events.select('key'))
    // What an event has now goes by that event's day.
    .where('form_id', 'not in', having.$castTo<{ form_id: string }>());
  return forms.union(former);
}
