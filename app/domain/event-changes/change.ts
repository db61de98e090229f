import { sql } from 'kysely';
import { inChunks, type Writer } from '../../db/db.server.ts';
import { lockRows } from '../../db/lock-rows.ts';
import { lockForms } from '../forms/lock-forms.ts';
import { NEVER } from '../records/publish-at.ts';
import { newToken } from '../tokens.ts';
import { listReminders, type Reminder } from '../sign-ups/reminders.ts';
import { isConsequence, type EventChange, type Why } from './event-change.ts';
import { toEvent, type EventRow } from '../events/event.ts';
import { REACTIONS } from './reactions.ts';

/** The columns of an event, without those that are set here. */
export type EventColumns = Omit<EventRow, 'version' | 'updated_at' | 'preview_token'>;

type NextRow = EventColumns & Partial<EventRow>;

/** `before` is null for a new event, `after` to remove it. */
interface EventRows {
  before: EventRow | null;
  after: NextRow | null;
}

/** Returns false if someone else saved or removed it since `before` was read. */
export async function changeEvent(
  tx: Writer,
  before: EventRow | null,
  after: NextRow | null,
  why: Why,
  now = Date.now(),
): Promise<boolean> {
  return (await changeEvents(tx, [{ before, after }], why, now)) === 1;
}

/**
 * The only way to change stored events, with all that follows from it (reactions.ts). Events that someone else saved or
 * removed since they were read are skipped, but an import overwrites them. Returns how many were changed.
 */
export async function changeEvents(tx: Writer, pairs: EventRows[], why: Why, now = Date.now()): Promise<number> {
  await lockFormsOf(
    tx,
    pairs.flatMap(({ before }) => before ?? []),
  );
  const planned: EventChange[] = [];
  for (const { before, after } of pairs) {
    const rows = { before, after: after && rowAfter(before, after, why, now) };
    planned.push({ ...changeOf(rows), reminders: await listRemindersBefore(tx, rows, why) });
  }
  const changes = await store(tx, planned, why);
  for (const react of REACTIONS) await react(tx, changes, why, now);
  return changes.length;
}

/** Every write locks the forms before the events, so that two copies of the site never wait for each other for ever. */
function lockFormsOf(tx: Writer, rows: EventRow[]): Promise<void> {
  return lockForms(
    tx,
    rows.flatMap(({ form_id: id }) => id ?? []),
  );
}

/** Once this returns, saves that were under way have ended, and nobody else can change these events. */
export async function lockEvents(tx: Writer, rows: EventRow[]): Promise<void> {
  await lockFormsOf(tx, rows);
  const keys = rows.map(({ key }) => key).toSorted();
  const events = tx.query.selectFrom('events').select('key').orderBy('key');
  for (const part of inChunks(keys, AT_ONCE)) await lockRows(tx, events.where('key', 'in', part)).execute();
}

function changeOf(rows: EventChange['rows']): Omit<EventChange, 'reminders'> {
  const { before, after } = rows;
  const key = (after ?? before)?.key ?? '';
  return { key, before: before && toEvent(before), after: after && toEvent(after), rows };
}

function rowAfter(before: EventRow | null, after: NextRow, why: Why, now: number): EventRow {
  // How an event went is no news to calendars.
  const isSaved = !isConsequence(why) && why.action !== 'bring back' && why.action !== 'save retrospective';
  const isMoved = before !== null && (before.committee ?? '') !== (after.committee ?? '');
  return {
    ...after,
    // An event that is public, or has a time to be published, is no longer a proposal.
    ...(after.publish_at !== NEVER && { proposed_by: null, proposed_at: null, sent_back: null }),
    // A draft keeps its link for as long as it is a draft of the same committee.
    preview_token:
      after.publish_at === null ? null : (!isMoved && (after.preview_token ?? before?.preview_token)) || newToken(),
    version: before ? before.version + 1 : firstVersion(why),
    updated_at: isSaved ? now : (after.updated_at ?? now),
  };
}

function firstVersion(why: Why): number {
  // Calendars saw its removal as a save, and see its return as another.
  if (why.action === 'bring back') return why.version + 2;
  return why.action === 'import' ? 1 : 0;
}

/** Nobody is reminded of what an import brings. */
async function listRemindersBefore(tx: Writer, { before, after }: EventChange['rows'], why: Why): Promise<Reminder[]> {
  const row = before ?? after;
  return row && why.action !== 'import' ? listReminders(tx, row.key, row.form_id) : [];
}

/** Statements of equal size are prepared only once. */
const AT_ONCE = 50;

async function store(tx: Writer, planned: EventChange[], why: Why): Promise<EventChange[]> {
  const stored: EventChange[] = [];
  const [gone, others] = [planned.filter(({ after }) => after === null), planned.filter(({ after }) => after !== null)];
  for (const part of inChunks(gone, AT_ONCE)) stored.push(...(await remove(tx, part)));
  for (const part of inChunks(others, AT_ONCE)) {
    if (why.action === 'import') await upsert(tx, part);
    stored.push(...(why.action === 'import' ? part : await save(tx, part)));
  }
  return stored;
}

async function remove({ query }: Writer, part: EventChange[]): Promise<EventChange[]> {
  const keys = part.map(({ key }) => key);
  const rows = await query.deleteFrom('events').where('key', 'in', keys).returningAll().execute();
  // The returned rows count, because on Postgres someone else may have saved one just now.
  return part.flatMap((change) => {
    const before = rows.find(({ key }) => key === change.key);
    return before ? [{ ...change, ...changeOf({ before, after: null }) }] : [];
  });
}

async function upsert({ query }: Writer, part: EventChange[]): Promise<void> {
  const rows = part.flatMap(({ rows: { after } }) => after ?? []);
  const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'key');
  const over = Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));
  await query
    .insertInto('events')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((is) => ({ ...over, version: is('events.version', '+', 1) })),
    )
    .execute();
}

/** Links an event to its id in a file. Nothing that anybody sees changes, nor its version. */
export async function linkToImport(
  { query }: Writer,
  { key, importId, importedAs }: { key: string; importId: string; importedAs: string },
): Promise<void> {
  await query
    .updateTable('events')
    .set({ import_id: importId, imported_as: importedAs })
    .where('key', '=', key)
    .where('import_id', 'is', null)
    .execute();
}

async function save({ query }: Writer, part: EventChange[]): Promise<EventChange[]> {
  const saved: EventChange[] = [];
  for (const change of part) {
    const { before, after } = change.rows;
    if (!after) continue;
    if (!before) await query.insertInto('events').values(after).execute();
    const { numUpdatedRows } = before
      ? await query
          .updateTable('events')
          .set(after)
          .where('key', '=', before.key)
          .where('version', '=', before.version)
          .executeTakeFirstOrThrow()
      : { numUpdatedRows: 1n };
    if (numUpdatedRows > 0n) saved.push(change);
  }
  return saved;
}
