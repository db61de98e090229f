import type { Database, Reader, Writer } from '../../db/db.server.ts';
import type { EventRow, FormerFormRow } from '../../db/tables.ts';
import { noteActivity } from '../activity.ts';
import { announceEvent } from '../announcements/announce.ts';
import type { MailingClub } from '../mail/mail.ts';
import { tellCancellation } from '../sign-ups/changes.ts';
import { withdrawReminder } from '../sign-ups/reminders.ts';
import { moveToTrash } from '../trash.ts';
import { forgetUses } from '../uploads/file-uses.ts';
import { requireCapability, type Actor } from '../users/actor.ts';
import { filesOfEvent, toEvent } from './event.ts';
import { isPublic, noteEvent } from './visibility.ts';

/**
 * With their files and the forms and responses that no other event has; those who signed up for what is still to come
 * are told. Keys that are gone are passed over.
 * @throws NotAllowed
 */
export async function removeEvents(
  db: Database,
  actor: Actor | null,
  keys: string[],
  club: MailingClub,
): Promise<void> {
  requireCapability(actor, 'change events');
  await db.write(async (tx) => {
    const rows = await tx.query.deleteFrom('events').where('key', 'in', keys).returningAll().execute();
    await forgetUses(
      tx,
      'event',
      rows.map(({ key }) => key),
    );
    // Events may share a form, which goes with the first.
    for (const row of rows) {
      const event = toEvent(row);
      // Whoever was told that it is cancelled knows.
      if (!event.cancelled) await tellCancellation(tx, club, event, { isRemoved: true });
      await withdrawReminder(tx, event);
      await announceEvent(tx, { ...event, publishAt: 'never' });
    }
    for (const row of rows) await clearAway(tx, actor, row);
  });
}

/** @throws NotAllowed */
export async function countResponsesGoing(db: Reader, actor: Actor | null, keys: string[]): Promise<number> {
  requireCapability(actor, 'change events');
  const forms = await formsOnlyOf(db, keys);
  if (forms.length === 0) return 0;
  const { count } = await db.query
    .selectFrom('entries')
    .select((is) => is.fn.countAll().as('count'))
    .where('form_id', 'in', forms)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function formsOnlyOf({ query }: Reader, keys: string[]): Promise<string[]> {
  const [own, former] = await Promise.all([
    query.selectFrom('events').select('form_id').where('key', 'in', keys).where('form_id', 'is not', null).execute(),
    query.selectFrom('former_forms').select('form_id').where('event_key', 'in', keys).execute(),
  ]);
  const ids = [...new Set([...own, ...former].flatMap(({ form_id }) => form_id ?? []))];
  if (ids.length === 0) return [];
  const others = await query
    .selectFrom('events')
    .select('form_id')
    .where('form_id', 'in', ids)
    .where('key', 'not in', keys)
    .execute();
  const kept = new Set(others.map(({ form_id }) => form_id));
  return ids.filter((id) => !kept.has(id));
}

async function clearAway(tx: Writer, actor: Actor, row: EventRow): Promise<void> {
  const { key, title } = row;
  const former_forms = await tx.query.deleteFrom('former_forms').where('event_key', '=', key).returningAll().execute();
  const rows = { events: [row], former_forms, ...(await takeForms(tx, row, former_forms)) };
  const event = toEvent(row);
  await moveToTrash(tx, actor, {
    topic: 'event',
    recordKey: key,
    title: event.title,
    rows,
    files: filesOfEvent(event),
  });
  await noteActivity(tx, actor, 'removed', 'event', key, title ?? '');
  noteEvent(tx, event);
}

async function takeForms(tx: Writer, row: EventRow, former: FormerFormRow[]) {
  const ids = [...(row.form_id ? [row.form_id] : []), ...former.map((one) => one.form_id)];
  const free = await unusedForms(tx, ids);
  if (free.length === 0) return {};
  const forms = await tx.query.deleteFrom('forms').where('id', 'in', free).returningAll().execute();
  const form_labels = await tx.query.deleteFrom('form_labels').where('form_id', 'in', free).returningAll().execute();
  const entries = await tx.query.deleteFrom('entries').where('form_id', 'in', free).returningAll().execute();
  if (isPublic(toEvent(row))) for (const id of free) tx.changed('form', id);
  for (const entry of entries) tx.changed('entry', `${entry.form_id}/${entry.key}`);
  return { forms, form_labels, entries };
}

async function unusedForms({ query }: Writer, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await query.selectFrom('events').select('form_id').where('form_id', 'in', ids).execute();
  const used = new Set(rows.map(({ form_id }) => form_id));
  return ids.filter((id) => !used.has(id));
}
