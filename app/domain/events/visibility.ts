import type { ExpressionBuilder } from 'kysely';
import type { Reader, Writer } from '../../db/db.server.ts';
import type { Tables } from '../../db/tables.ts';
import type { ClubEvent } from './event.ts';

/** Everything that the public sees is read from here: it has no drafts, not even those that are due to be published. */
export function publicEvents({ query }: Reader, { committee, kind }: EventFilter = {}) {
  const all = query.selectFrom('events').where('publish_at', 'is', null);
  const committees = committee === undefined ? all : all.where('committee', '=', committee);
  return kind === undefined ? committees : committees.where('kind', '=', kind);
}

/** Keys of a committee and a kind; an unknown key finds no events. */
export interface EventFilter {
  committee?: string | undefined;
  kind?: string | undefined;
}

export function isPublic({ publishAt }: Pick<ClubEvent, 'publishAt'>): boolean {
  return publishAt === null;
}

/** The forms of public events that are not cancelled. */
export function formsInUse(db: Reader) {
  return publicEvents(db)
    .select('form_id')
    .where('form_id', 'is not', null)
    .where(takesPlace)
    .$castTo<{ form_id: string }>();
}

export function takesPlace(is: ExpressionBuilder<Tables, 'events'>) {
  return is.or([is('cancelled', 'is', null), is('cancelled', '=', 0)]);
}

/** A form that only drafts have, or had before, is as secret as they are. */
export async function isPublicForm({ query }: Reader, formId: string): Promise<boolean> {
  const having = await query.selectFrom('events').select('publish_at').where('form_id', '=', formId).execute();
  if (having.length > 0) return having.some(({ publish_at: at }) => at === null);
  const former = await query
    .selectFrom('former_forms')
    .innerJoin('events', 'events.key', 'former_forms.event_key')
    .select('publish_at')
    .where('former_forms.form_id', '=', formId)
    .execute();
  return former.every(({ publish_at: at }) => at === null);
}

/** Those of `formIds` that belong to an event that the public sees. */
export async function listFormsOfPublicEvents(db: Reader, formIds: string[]): Promise<Set<string>> {
  if (formIds.length === 0) return new Set();
  const rows = await publicEvents(db).select('form_id').where('form_id', 'in', formIds).distinct().execute();
  return new Set(rows.flatMap(({ form_id: id }) => id ?? []));
}

export async function listHiddenForms(db: Reader): Promise<Set<string>> {
  const drafts = db.query.selectFrom('events').where('publish_at', 'is not', null);
  const own = await drafts.select('form_id').where('form_id', 'is not', null).distinct().execute();
  const former = await drafts
    .innerJoin('former_forms', 'former_forms.event_key', 'events.key')
    .select('former_forms.form_id')
    .distinct()
    .execute();
  const hidden = new Set<string>();
  for (const { form_id: id } of [...own, ...former]) {
    if (id !== null && !(await isPublicForm(db, id))) hidden.add(id);
  }
  return hidden;
}

export async function tellOfForm(tx: Writer, formId: string): Promise<void> {
  if (await isPublicForm(tx, formId)) {
    tx.changed('form', formId);
    return;
  }
  const drafts = await tx.query.selectFrom('events').select('key').where('form_id', '=', formId).execute();
  for (const { key } of drafts) tx.changed('draft', key);
}
