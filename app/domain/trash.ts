import { countRows, type Database, type Reader, type Writer } from '../db/db.server.ts';
import { noteErasure } from '../db/erasures.ts';
import type { ListedFileRow, Tables, TrashRow } from '../db/tables.ts';
import { newKey } from './keys.ts';
import { eraseRemovedMembers } from './members/erase.ts';
import type { RemovedMembers } from './members/years.ts';
import { forgetGoneLinks } from './links/link-addresses.ts';
import { forgetAddresses } from './pages/page.ts';
import { RECORD_TABLES } from './all-records.ts';
import { forgetLinks } from './sign-ups/links.ts';
import { TRASH_DAYS } from './trash-days.ts';
import { readStored } from './stored-json.ts';
import type { Topic } from './topics.ts';
import { holdFiles, guidOf, type StoredFile } from './files/stored-file.ts';
import { queueErasure, unlistFiles } from './file-uses/link-files.ts';
import { requireCapability, type Actor } from './actor.ts';
import type { ClubYears } from '../time/club-year.ts';
import { DAY_MS } from '../time/durations.ts';

export const WITH_RECORD = ['events', ...RECORD_TABLES] as const;

/** The tables are put back in this order. */
export const TRASHED_TABLES = [
  ...WITH_RECORD,
  'forms',
  'form_labels',
  'former_forms',
  'nameless_payments',
  'entries',
  'files',
] as const;

export type TrashedTable = (typeof TRASHED_TABLES)[number];

export type TrashContent = { [Table in TrashedTable]?: Tables[Table][] };

export function readTrashContent({ content }: Pick<TrashRow, 'content'>): TrashContent | undefined {
  const read = readStored<TrashContent | null>(content, null);
  return read && TRASHED_TABLES.every((table) => areRows(read[table] ?? [])) ? read : undefined;
}

interface KeptContent {
  key: string;
  content: TrashContent;
}

/** Yields what is in the trash, matches `like` and can be read, one after the other. */
export async function* eachTrashContent({ query }: Reader, like: string): AsyncGenerator<KeptContent> {
  const keys = await query.selectFrom('trash').select('key').where('content', 'like', like).execute();
  for (const { key } of keys) {
    const row = await query.selectFrom('trash').select('content').where('key', '=', key).executeTakeFirst();
    const content = row && readTrashContent(row);
    if (content) yield { key, content };
  }
}

/** False if it was restored in the meantime, which can happen on Postgres. */
export async function writeTrashContent({ query }: Writer, key: string, content: TrashContent): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('trash')
    .set({ content: JSON.stringify(content) })
    .where('key', '=', key)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function areRows(rows: unknown): boolean {
  return Array.isArray(rows) && rows.every((row) => typeof row === 'object' && row !== null);
}

export const TRASH_RETENTION_MS = TRASH_DAYS * DAY_MS;

interface Removed {
  topic: Topic;
  recordKey: string;
  title: string;
  rows: TrashContent;
  /** Their addresses give a 404 from the commit on, unless another record names them. */
  files: StoredFile[];
}

/** Keeps for TRASH_DAYS what the caller has deleted in this transaction, and returns its key in the trash. */
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
      content: JSON.stringify({ ...removed.rows, files: files.map(asNamed) } satisfies TrashContent),
      removed_by: actor.name || actor.email,
      removed_at: now,
    })
    .execute();
  return key;
}

/** A file that comes back is in use: what came back with it names it. */
function asNamed(row: ListedFileRow): ListedFileRow {
  return { ...row, unused_since: null };
}

/** Includes files that are already in the trash, with another record that named them. */
async function rowsOfFiles(tx: Writer, files: StoredFile[]): Promise<ListedFileRow[]> {
  const guids = [...new Set(files.flatMap((file) => guidOf(file) ?? []))];
  const listed = await holdFiles(tx, guids);
  const missing = guids.filter((guid) => !listed.some((row) => row.guid === guid));
  const trashed = await Promise.all(missing.map((guid) => findTrashed(tx, guid)));
  return [...listed, ...trashed.flatMap((row) => row ?? [])];
}

async function findTrashed({ query }: Writer, guid: string): Promise<ListedFileRow | undefined> {
  const rows = await query.selectFrom('trash').select('content').where('content', 'like', `%${guid}%`).execute();
  return rows.flatMap((row) => readTrashContent(row)?.files ?? []).find((row) => row.guid === guid);
}

export async function isInTrash({ query }: Reader, folder: string): Promise<boolean> {
  const naming = query.selectFrom('trash').select('content').where('content', 'like', `%${folder}%`);
  const rows = await naming.execute();
  return rows.some((row) => readTrashContent(row)?.files?.some(({ path }) => path === folder));
}

export async function isRecordInTrash({ query }: Reader, recordKey: string): Promise<boolean> {
  const row = await query.selectFrom('trash').select('key').where('record_key', '=', recordKey).executeTakeFirst();
  return row !== undefined;
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

/** This is for the operator, so it asks for no permission. */
export async function listTrash(db: Reader): Promise<Trashed[]> {
  return selectTrash(db).execute();
}

export async function viewTrash(db: Reader, actor: Actor | null, limit?: number) {
  requireCapability(actor, 'manage the club');
  const removals = selectTrash(db);
  const [rows, total] = await Promise.all([
    (limit === undefined ? removals : removals.limit(limit)).execute(),
    countRows(db.query.selectFrom('trash')),
  ]);
  return {
    removals: rows.map((one) => ({ ...one, retainedUntil: one.removedAt + TRASH_RETENTION_MS })),
    total,
  };
}

function selectTrash({ query }: Reader) {
  return query
    .selectFrom('trash')
    .select(['key', 'topic', 'record_key as recordKey', 'title', 'removed_by as removedBy', 'removed_at as removedAt'])
    .orderBy('removed_at', 'desc')
    .orderBy('key', 'desc');
}

export async function listRemovedMembers({ query }: Reader): Promise<RemovedMembers[]> {
  const removals = await query
    .selectFrom('trash')
    .select(['content', 'removed_at'])
    .where('topic', '=', 'member')
    .execute();
  return removals.map((row) => ({ rows: readTrashContent(row)?.members ?? [], removedAt: row.removed_at }));
}

/** The files go through the queue of eraseDueFiles. Returns how many removals were erased. */
export function eraseOldTrash(db: Database, club: ClubYears, now = Date.now()): Promise<number> {
  return db.write(async (tx) => {
    const rows = await tx.query
      .deleteFrom('trash')
      .where('removed_at', '<', now - TRASH_RETENTION_MS)
      .returning(['content', 'removed_at'])
      .execute();
    for (const row of rows) {
      const { files = [], entries = [], members = [] } = readTrashContent(row) ?? {};
      await queueErasure(tx, files, now);
      for (const { form_id: form, key } of entries) await forgetLinks(tx, form, [key]);
      await eraseRemovedMembers(tx, { rows: members, removedAt: row.removed_at }, club);
    }
    await forgetAddresses(tx);
    await forgetGoneLinks(tx);
    if (rows.length > 0) await noteErasure(tx);
    return rows.length;
  });
}
