import type { Database, Writer } from '../../db/db.server.ts';
import { NotFound, Stale } from '../errors.ts';
import type { MailingClub } from '../mail/mail.ts';
import type { Actor } from '../actor.ts';
import { requireOn } from '../events/rights.ts';
import { findAnyEvent, readEventRows } from '../events/with-drafts.ts';
import { changeEvent, lockEvents } from './change.ts';
import { can } from '../roles.ts';
import { editableEventOf, type EditingContext } from './editable-event.ts';
import type { Why } from './event-change.ts';
import { toEvent, type EventRow } from '../events/event.ts';

export interface SeenEvent {
  key: string;
  /** The version that the officer has seen. */
  version: number;
}

export interface EventUpdate extends SeenEvent {
  input: unknown;
}

/**
 * A committee's people lose their right to an event that is moved away: nobody moves these until this write has ended.
 * @throws NotAllowed
 */
export async function lockOwn(tx: Writer, actor: Actor, keys: string[]): Promise<void> {
  if (!can(actor.role, 'change events')) await lockEvents(tx, await readEventRows(tx, keys));
  await requireOn(tx, actor, 'change events', keys);
}

type DecideChange = (tx: Writer, before: EventRow) => Promise<{ after: EventRow; why: Why }>;

/** Applies `decide` to an event in one transaction, if it is still as it was seen. @throws NotFound, Stale */
export async function changeIfUnchanged(
  db: Database,
  actor: Actor,
  seen: SeenEvent,
  club: MailingClub,
  decide: DecideChange,
): Promise<void> {
  await db.write(async (tx) => {
    const before = await requireUnchanged(tx, seen, { actor, club });
    const { after, why } = await decide(tx, before);
    await saveOver(tx, before, after, why, { actor, club });
  });
}

/** @throws NotFound, Stale */
export async function requireUnchanged(tx: Writer, { key, version }: SeenEvent, by: EditingContext): Promise<EventRow> {
  const [row] = await readEventRows(tx, [key]);
  if (!row) throw new NotFound('This event has since been removed. Copy what you still need, then close the dialog.');
  if (row.version !== version) throw new Stale(await editableEventOf(tx, toEvent(row), by));
  return row;
}

/** @throws Stale if someone else saved it between reading and writing, which can happen on Postgres. */
export async function saveOver(
  tx: Writer,
  before: EventRow,
  after: EventRow,
  why: Why,
  by: EditingContext,
): Promise<void> {
  if (await changeEvent(tx, before, after, why)) return;
  const current = (await findAnyEvent(tx, before.key)) ?? toEvent(before);
  throw new Stale(await editableEventOf(tx, current, by));
}
