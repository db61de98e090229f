import type { Reader } from '../../db/db.server.ts';
import { NOT_OF_COMMITTEE, requireSomewhere, type Actor } from '../actor.ts';
import { NotAllowed } from '../errors.ts';
import { can, canOn, type EventCapability } from '../roles.ts';

/**
 * The one answer to 'may this person do this to these events?', as they are stored now. Ask it where the work is done,
 * in its transaction. If none of them exists any more, a committee's people may not.
 */
export async function mayOn(
  at: Reader,
  actor: Actor | null,
  capability: EventCapability,
  keys: string[],
): Promise<boolean> {
  if (can(actor?.role, capability)) return true;
  if (actor?.role !== 'committee') return false;
  const rows = await at.query.selectFrom('events').select(['key', 'committee']).where('key', 'in', keys).execute();
  const isTheirs = rows.length > 0 && rows.every(({ committee }) => canOn(actor, capability, [committee]));
  if (!isTheirs || capability === 'change events') return isTheirs;
  const forms = await formsOf(
    at,
    rows.map(({ key }) => key),
  );
  for (const form of forms) if (!(await mayOnForm(at, actor, form))) return false;
  return true;
}

/** Whether all events that have or had this form are theirs: then so are its responses. */
export async function mayOnForm(at: Reader, actor: Actor | null, form: string): Promise<boolean> {
  return can(actor?.role, 'handle responses') || canOn(actor, 'handle responses', await committeesOfForm(at, form));
}

/** The committee of every event that has or had the form; null if it has none. */
export async function committeesOfForm({ query }: Reader, form: string): Promise<(string | null)[]> {
  const having = query.selectFrom('events').select('committee').where('form_id', '=', form);
  const had = query
    .selectFrom('former_forms')
    .innerJoin('events', 'events.key', 'former_forms.event_key')
    .select('committee')
    .where('former_forms.form_id', '=', form);
  const rows = [...(await having.execute()), ...(await had.execute())];
  return rows.map(({ committee }) => committee || null);
}

export async function committeesOfEvent({ query }: Reader, key: string): Promise<(string | null)[]> {
  const rows = await query.selectFrom('events').select('committee').where('key', '=', key).execute();
  return rows.map(({ committee }) => committee || null);
}

async function formsOf({ query }: Reader, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const own = await query.selectFrom('events').select('form_id').where('key', 'in', keys).execute();
  const former = await query.selectFrom('former_forms').select('form_id').where('event_key', 'in', keys).execute();
  return new Set([...own, ...former].flatMap(({ form_id: id }) => id ?? []));
}

/** @throws NotAllowed */
export async function requireOn(
  at: Reader,
  actor: Actor | null,
  capability: EventCapability,
  keys: string[],
): Promise<void> {
  requireSomewhere(actor, capability);
  if (!(await mayOn(at, actor, capability, keys))) throw new NotAllowed(NOT_OF_COMMITTEE, true);
}

/** @throws NotAllowed */
export async function requireOnForm(at: Reader, actor: Actor | null, form: string): Promise<void> {
  requireSomewhere(actor, 'handle responses');
  if (!(await mayOnForm(at, actor, form))) throw new NotAllowed(NOT_OF_COMMITTEE, true);
}

/** A committee’s people see only their own drafts; everybody else who sees content sees all of them. */
export function seesDraftOf(actor: Actor | null, committee: string | null): boolean {
  return can(actor?.role, 'see content') && (actor?.role !== 'committee' || canOn(actor, 'change events', [committee]));
}

/** All events but the drafts that `seesDraftOf` keeps from somebody who sees content. */
export function eventsVisibleTo({ query }: Reader, { role, committees = [] }: Actor) {
  const all = query.selectFrom('events');
  if (role !== 'committee') return all;
  return all.where((is) => is.or([is('publish_at', 'is', null), is('committee', 'in', [...committees])]));
}
