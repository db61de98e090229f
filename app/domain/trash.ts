import { sql } from 'kysely';
import type { Database, Reader, Writer } from '../db/db.server.ts';
import { noteErasure } from '../db/erasures.ts';
import type { FileRow, Tables, TrashRow } from '../db/tables.ts';
import { noteActivity } from './activity.ts';
import { announceEvent } from './announcements/announce.ts';
import { NotFound, Rejected } from './errors.ts';
import { toEvent } from './events/event.ts';
import { noteEvent, noteForm } from './events/visibility.ts';
import { newKey } from './keys.ts';
import { RECORD_TABLES } from './records/all.ts';
import { forgetLinks } from './sign-ups/links.ts';
import { skipReminders } from './sign-ups/reminders.ts';
import { readStored } from './stored-json.ts';
import { isTopic, type Topic } from './topics.ts';
import { noteUses } from './uploads/file-uses.ts';
import { holdFiles, guidOf, type StoredFile } from './uploads/stored-file.ts';
import { queueErasure, unlistFiles } from './uploads/link-files.ts';
import { requireCapability, type Actor } from './users/actor.ts';

const WITH_RECORD = ['events', ...RECORD_TABLES] as const;

/** In the order in which they are put back. */
const TRASHED_TABLES = [...WITH_RECORD, 'forms', 'form_labels', 'former_forms', 'entries', 'files'] as const;

type TrashedTable = (typeof TRASHED_TABLES)[number];

export type TrashContent = { [Table in TrashedTable]?: Tables[Table][] };

export function readTrashContent({ content }: Pick<TrashRow, 'content'>): TrashContent | undefined {
  const read = readStored<TrashContent | null>(content, null);
  return read && TRASHED_TABLES.every((table) => areRows(read[table] ?? [])) ? read : undefined;
}

function areRows(rows: unknown): boolean {
  return Array.isArray(rows) && rows.every((row) => typeof row === 'object' && row !== null);
}

export const TRASH_KEPT_MS = 30 * 86_400_000;

interface Removed {
  topic: Topic;
  recordKey: string;
  title: string;
  rows: TrashContent;
  /** They answer 404 from the commit on, unless another record names them. */
  files: StoredFile[];
}

/** Keeps for 30 days what the caller has deleted in this transaction; gives back the key in the trash. */
export async function moveToTrash(tx: Writer, actor: Actor, removed: Removed): Promise<string> {
  const files = await rowsOfFiles(tx, removed.files);
  await unlistFiles(tx, removed.files);
  const now = Date.now();
  const key = newKey(now);
  await tx.query
    .insertInto('trash')
    .values({
      key,
      topic: removed.topic,
      record_key: removed.recordKey,
      title: removed.title,
      content: JSON.stringify({ ...removed.rows, files } satisfies TrashContent),
      removed_by: actor.name || actor.email,
      removed_at: now,
    })
    .execute();
  return key;
}

/** Also those that are in the trash with another record of theirs. */
async function rowsOfFiles(tx: Writer, files: StoredFile[]): Promise<FileRow[]> {
  const guids = [...new Set(files.flatMap((file) => guidOf(file) ?? []))];
  const listed = await holdFiles(tx, guids);
  const missing = guids.filter((guid) => !listed.some((row) => row.guid === guid));
  const trashed = await Promise.all(missing.map((guid) => findTrashed(tx, guid)));
  return [...listed, ...trashed.flatMap((row) => row ?? [])];
}

async function findTrashed({ query }: Writer, guid: string): Promise<FileRow | undefined> {
  const rows = await query.selectFrom('trash').select('content').where('content', 'like', `%${guid}%`).execute();
  return rows.flatMap((row) => readTrashContent(row)?.files ?? []).find((row) => row.guid === guid);
}

export async function isInTrash({ query }: Reader, folder: string): Promise<boolean> {
  const naming = query.selectFrom('trash').select('content').where('content', 'like', `%${folder}%`);
  const rows = await naming.execute();
  return rows.some((row) => readTrashContent(row)?.files?.some(({ path }) => path === folder));
}

export interface Trashed {
  key: string;
  topic: string;
  recordKey: string;
  title: string;
  removedBy: string;
  /** Epoch milliseconds. */
  removedAt: number;
}

/** For whoever runs the site: no permission is asked for. */
export async function listTrash(db: Reader): Promise<Trashed[]> {
  return (await selectTrash(db).execute()).map(toTrashed);
}

export interface TrashView {
  removals: (Trashed & { keptUntil: number })[];
  total: number;
}

export async function viewTrash(db: Reader, actor: Actor | null, limit?: number): Promise<TrashView> {
  requireCapability(actor, 'manage the club');
  const removals = selectTrash(db);
  const [rows, { total }] = await Promise.all([
    (limit === undefined ? removals : removals.limit(limit)).execute(),
    db.query
      .selectFrom('trash')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    removals: rows.map(toTrashed).map((one) => ({ ...one, keptUntil: one.removedAt + TRASH_KEPT_MS })),
    total: Number(total),
  };
}

type TrashedRow = Awaited<ReturnType<ReturnType<typeof selectTrash>['execute']>>[number];

function selectTrash({ query }: Reader) {
  return query
    .selectFrom('trash')
    .select(['key', 'topic', 'record_key', 'title', 'removed_by', 'removed_at'])
    .orderBy('removed_at', 'desc')
    .orderBy('key', 'desc');
}

function toTrashed(row: TrashedRow): Trashed {
  return {
    key: row.key,
    topic: row.topic,
    recordKey: row.record_key,
    title: row.title,
    removedBy: row.removed_by,
    removedAt: row.removed_at,
  };
}

const AT_ONCE = 200;

const GONE = 'This is not in the trash any more: it was brought back already, or its 30 days are over.';

interface Restored {
  topic: Topic;
  title: string;
}

/**
 * @throws NotAllowed; NotFound, Rejected when its key is taken again or it cannot be read.
 */
export async function bringBack(db: Database, actor: Actor | null, key: string): Promise<Restored> {
  requireCapability(actor, 'manage the club');
  return restore(db, actor, { key, missing: GONE });
}

export function restoreFromTrash(db: Database, key: string): Promise<Restored> {
  return restore(db, null, { key, missing: `There is nothing in the trash with the key ${key}` });
}

interface Wanted {
  key: string;
  missing: string;
}

function restore(db: Database, actor: Actor | null, { key, missing }: Wanted): Promise<Restored> {
  return db.write(async (tx) => {
    const row = await tx.query.deleteFrom('trash').where('key', '=', key).returningAll().executeTakeFirst();
    if (!row) throw new NotFound(missing);
    const content = readTrashContent(row);
    if (!content) throw new Rejected(`‘${row.title}’ cannot be restored: what is stored of it cannot be read`);
    await refuseReplaced(tx, row, content);
    for (const table of TRASHED_TABLES) await putBack(tx, table, content[table] ?? []);
    const topic = topicOf(row);
    for (const one of WITH_RECORD) for (const record of content[one] ?? []) await noteUses(tx, topic, [{ ...record }]);
    const [event] = content.events ?? [];
    // What was removed by a version before had none.
    if (event) noteEvent(tx, { key: event.key, publishAt: event.publish_at ?? null });
    else tx.changed(topic, row.record_key);
    for (const { id } of content.forms ?? []) await noteForm(tx, id);
    for (const entry of content.entries ?? []) tx.changed('entry', `${entry.form_id}/${entry.key}`);
    await skipReminders(tx, ({ event }) => content.events?.some((one) => one.key === event.key) === true);
    if (event) await announceEvent(tx, toEvent(event));
    await noteActivity(tx, actor, 'restored', topic, row.record_key, row.title);
    return { topic, title: row.title };
  });
}

async function refuseReplaced(tx: Writer, row: TrashRow, content: TrashContent): Promise<void> {
  for (const table of WITH_RECORD) {
    const keys = (content[table] ?? []).map(({ key }) => key);
    if (keys.length === 0) continue;
    const there = await tx.query.selectFrom(table).select('key').where('key', 'in', keys).executeTakeFirst();
    if (there)
      throw new Rejected(`‘${row.title}’ cannot be restored: there is a record with its key ${there.key} again`);
  }
}

/** The version goes up, so that an edit begun before the removal is stale. */
async function putBack(tx: Writer, table: TrashedTable, rows: object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE).map((row) => savedOnceMore(row, table === 'events' ? 2 : 1));
    const columns = Object.keys(part[0] ?? {});
    const values = part.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)} on conflict do nothing`.execute(tx.query);
  }
}

/** Calendars were told of an event's removal by the number after its last save. */
function savedOnceMore(row: object, by: number): Record<string, unknown> {
  return 'version' in row && typeof row.version === 'number' ? { ...row, version: row.version + by } : { ...row };
}

function topicOf({ topic }: TrashRow): Topic {
  if (!isTopic(topic)) throw new TypeError(`The trash holds a record of an unknown kind: ${topic}`);
  return topic;
}

/** The files go through the queue of eraseDueFiles. Gives back how many removals that were. */
export function eraseOldTrash(db: Database, now = Date.now()): Promise<number> {
  return db.write(async (tx) => {
    const rows = await tx.query
      .deleteFrom('trash')
      .where('removed_at', '<', now - TRASH_KEPT_MS)
      .returning('content')
      .execute();
    for (const row of rows) {
      const { files = [], entries = [] } = readTrashContent(row) ?? {};
      await queueErasure(tx, files, now);
      for (const { form_id: form, key } of entries) await forgetLinks(tx, form, [key]);
    }
    if (rows.length > 0) await noteErasure(tx);
    return rows.length;
  });
}
