import type { Reader } from '../../db/db.server.ts';
import { asksForEmail, readFields } from '../responses/event-form.ts';
import { RECORDS } from '../records/all.ts';
import { titleOf } from '../records/define.ts';
import type { Topic } from '../topics.ts';
import type { SoughtAddress } from './address.ts';
import { eachRow } from './each-row.ts';
import { mentions } from './mentions.ts';

export interface NamedEvent {
  key: string;
  title: string;
}

export interface Survey {
  /** They stay, and are edited on their screen of the admin area. */
  pages: { topic: Topic; screen: string; key: string; title: string }[];
  silent: NamedEvent[];
  events: Map<string, NamedEvent>;
}

export async function survey(db: Reader, sought: SoughtAddress): Promise<Survey> {
  const pages: Survey['pages'] = [];
  const events = await eventsOfForms(db);
  for await (const row of eachRow(db, 'events', ['key'])) {
    if (mentions(row, sought)) pages.push({ topic: 'event', screen: 'events', key: row.key, title: row.title ?? '' });
  }
  for (const definition of Object.values(RECORDS)) {
    const { topic, table: screen } = definition;
    for await (const row of eachRow(db, screen, ['key'])) {
      if (mentions(row, sought)) pages.push({ topic, screen, key: row.key, title: titleOf(definition, row) });
    }
  }
  const asking = new Set<string>();
  for await (const row of eachRow(db, 'forms', ['id'])) {
    if (row.asks_person || readFields(row.fields).some(asksForEmail)) asking.add(row.id);
    const event = events.get(row.id);
    if (event && mentions(row, sought)) pages.push({ topic: 'event', screen: 'events', ...event });
  }
  return { pages, silent: await silentEvents(db, events, asking), events };
}

async function eventsOfForms({ query }: Reader): Promise<Map<string, NamedEvent>> {
  const former = await query
    .selectFrom('former_forms')
    .innerJoin('events', 'events.key', 'former_forms.event_key')
    .select(['former_forms.form_id', 'events.key', 'title'])
    .execute();
  const present = await query
    .selectFrom('events')
    .select(['form_id', 'key', 'title'])
    .where('form_id', 'is not', null)
    .orderBy('time_start')
    .execute();
  return new Map([...former, ...present].map(({ form_id: id, key, title }) => [id ?? '', { key, title: title ?? '' }]));
}

async function silentEvents(
  { query }: Reader,
  events: Map<string, NamedEvent>,
  asking: Set<string>,
): Promise<NamedEvent[]> {
  const answered = await query.selectFrom('entries').select('form_id').distinct().execute();
  const silent = answered
    .filter(({ form_id: id }) => !asking.has(id))
    .map(({ form_id: id }) => events.get(id) ?? { key: '', title: '' });
  return [...new Map(silent.map((event) => [event.key, event])).values()];
}
