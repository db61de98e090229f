import { sql } from 'kysely';
import { countRows, type Reader, type Writer } from '../../db/db.server.ts';
import type { ClubEvent } from '../events/event.ts';
import { isPublic } from '../events/visibility.ts';
import type { Actor } from '../actor.ts';
import { requireOn } from '../events/rights.ts';
import { takeEntries } from '../sign-ups/carry-out.ts';

/** Counts the responses that would go with these events. @throws NotAllowed */
export async function countResponsesToRemove(db: Reader, actor: Actor | null, keys: string[]): Promise<number> {
  await requireOn(db, actor, 'change events', keys);
  const forms = await listFormsToRemove(db, keys);
  if (forms.length === 0) return 0;
  return countRows(db.query.selectFrom('entries').where('form_id', 'in', forms));
}

/**
 * Counts the payments that would go with these events and that were neither refunded nor kept. It tells nobody’s name.
 * @throws NotAllowed
 */
export async function countPaymentsToRemove(db: Reader, actor: Actor | null, keys: string[]): Promise<number> {
  await requireOn(db, actor, 'change events', keys);
  const forms = await listFormsToRemove(db, keys);
  if (forms.length === 0) return 0;
  const counts = (['entries', 'nameless_payments'] as const).map((table) =>
    countRows(
      db.query
        .selectFrom(table)
        .where('form_id', 'in', forms)
        .where('paid_on', 'is not', null)
        .where('refunded_on', 'is', null)
        .where('kept_on', 'is', null),
    ),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** The forms that no event but these has or had. */
async function listFormsToRemove(db: Reader, keys: string[]): Promise<string[]> {
  const { query } = db;
  const [own, former] = await Promise.all([
    query.selectFrom('events').select('form_id').where('key', 'in', keys).where('form_id', 'is not', null).execute(),
    query.selectFrom('former_forms').select('form_id').where('event_key', 'in', keys).execute(),
  ]);
  const ids = [...own, ...former].flatMap(({ form_id: id }) => id ?? []);
  return withoutEvent(db, ids, keys);
}

/**
 * Takes out the forms of a removed event, including those it had before, with their responses, unless another event has
 * or had them.
 */
export async function takeForms(tx: Writer, { key, formId, ...event }: ClubEvent) {
  const { query } = tx;
  const former_forms = await query.deleteFrom('former_forms').where('event_key', '=', key).returningAll().execute();
  const ids = [...(formId === null ? [] : [formId]), ...former_forms.map(({ form_id }) => form_id)];
  const free = await withoutEvent(tx, ids);
  if (free.length === 0) return { former_forms };
  const forms = await query.deleteFrom('forms').where('id', 'in', free).returningAll().execute();
  const form_labels = await query.deleteFrom('form_labels').where('form_id', 'in', free).returningAll().execute();
  const nameless_payments = await query
    .deleteFrom('nameless_payments')
    .where('form_id', 'in', free)
    .returningAll()
    .execute();
  const entries = await takeEntries(tx, free);
  if (isPublic(event)) for (const id of free) tx.changed('form', id);
  return { former_forms, forms, form_labels, nameless_payments, entries };
}

/** The forms that no event has, or had, besides `removed`. */
async function withoutEvent({ query }: Reader, ids: string[], removed: string[] = []): Promise<string[]> {
  if (ids.length === 0) return [];
  const having = query.selectFrom('events').select(['key', 'form_id']).where('form_id', 'in', ids);
  const had = query
    .selectFrom('former_forms')
    .innerJoin('events', 'events.key', 'former_forms.event_key')
    .select(['events.key', 'former_forms.form_id'])
    .where('former_forms.form_id', 'in', ids);
  const holders = [...(await having.execute()), ...(await had.execute())];
  const used = new Set(holders.filter(({ key }) => !removed.includes(key)).map(({ form_id: id }) => id));
  return [...new Set(ids)].filter((id) => !used.has(id));
}

export interface NamedEvent {
  key: string;
  title: string;
}

/** By form id, for these forms or all: the latest event that has the form, or else one that had it. */
export async function eventsOfForms({ query }: Reader, ids?: string[]): Promise<Map<string, NamedEvent>> {
  let having = query
    .selectFrom('events')
    .select(['form_id', 'key', 'title'])
    .where('form_id', 'is not', null)
    .orderBy(sql`coalesce(time_start, 0)`);
  if (ids) having = having.where('form_id', 'in', ids);
  const rows = await having.execute();
  const left = ids?.filter((id) => !rows.some((row) => row.form_id === id));
  const former = query
    .selectFrom('former_forms')
    .innerJoin('events', 'events.key', 'former_forms.event_key')
    .select(['former_forms.form_id', 'events.key', 'title']);
  const before =
    left?.length === 0 ? [] : await (left ? former.where('former_forms.form_id', 'in', left) : former).execute();
  const named = [...before, ...rows];
  return new Map(named.map(({ form_id: id, key, title }) => [id ?? '', { key, title: title ?? '' }]));
}
