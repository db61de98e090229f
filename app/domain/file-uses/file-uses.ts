import { sql } from 'kysely';
import { type Database, inChunks, type Reader, type Writer } from '../../db/db.server.ts';
import { events } from '../events/event.ts';
import { RECORDS } from '../all-records.ts';
import { holdFiles } from '../files/stored-file.ts';
import { notices } from '../notice/notice.ts';
import { columnsNamingFiles } from '../records/define.ts';
import type { Columns } from '../records/fields.ts';
import type { Topic } from '../topics.ts';

interface Holder {
  topic: Topic;
  table: string;
  columns: string[];
  /** The column that has a record's key. */
  key: string;
}

const HOLDERS: Holder[] = [
  ...[events, notices, ...Object.values(RECORDS)].map((one) => ({
    topic: one.topic,
    table: one.table,
    columns: columnsNamingFiles(one),
    key: 'key',
  })),
  { topic: 'files', table: 'files_settings', columns: ['value'], key: 'key' },
  { topic: 'text', table: 'texts', columns: ['text'], key: 'path' },
];

const GUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const AT_ONCE = 500;

/** Call it in the write that saves the rows. */
export async function noteUses(tx: Writer, topic: Topic, rows: Columns[]): Promise<void> {
  const holder = HOLDERS.find((one) => one.topic === topic);
  if (!holder) return;
  const before = await dropUses(
    tx,
    topic,
    rows.map(({ key }) => String(key)),
  );
  await addUses(tx, holder, rows);
  await noteUnused(tx, before);
}

/** Call it in the write that removes these records. */
export async function forgetUses(tx: Writer, topic: Topic, keys: string[]): Promise<void> {
  await noteUnused(tx, await dropUses(tx, topic, keys));
}

/** Returns the files that they named. */
async function dropUses({ query }: Writer, topic: Topic, keys: string[]): Promise<string[]> {
  const guids: string[] = [];
  for (const part of inChunks(keys, AT_ONCE)) {
    const uses = query.deleteFrom('file_uses').where('topic', '=', topic).where('record_key', 'in', part);
    guids.push(...(await uses.returning('guid').execute()).map(({ guid }) => guid));
  }
  return guids;
}

/**
 * Only officers still see these files, for as long as the person who dropped them may want them back (erase-files.ts).
 */
async function noteUnused(tx: Writer, guids: string[]): Promise<void> {
  for (const part of inChunks([...new Set(guids)].toSorted(), AT_ONCE)) {
    // With the lock, if two writes drop the same file at once, the second sees that nobody names it.
    await holdFiles(tx, part);
    const used = await findUsedFiles(tx, part);
    const unused = part.filter((guid) => !used.has(guid));
    if (unused.length === 0) continue;
    await tx.query.updateTable('files').set({ unused_since: Date.now() }).where('guid', 'in', unused).execute();
  }
}

/** `guids` must be in lower case. */
export async function findUsedFiles({ query }: Reader, guids: string[]): Promise<Set<string>> {
  if (guids.length === 0) return new Set();
  const rows = await query.selectFrom('file_uses').select('guid').distinct().where('guid', 'in', guids).execute();
  return new Set(rows.map(({ guid }) => guid));
}

/** A copy of the previous version, which may run beside this one, saves records without their uses. */
export async function noteMissingUses(db: Database, since: number): Promise<void> {
  for (const holder of HOLDERS) {
    const columns = [sql`${sql.ref(holder.key)} as key`, ...holder.columns.map((name) => sql.ref(name))];
    const { rows } = await sql<Columns>`
      select ${sql.join(columns)} from ${sql.table(holder.table)} where updated_at > ${since}`.execute(db.query);
    await db.write((tx) => addUses(tx, holder, rows));
  }
}

async function addUses({ query }: Writer, { topic, columns }: Holder, rows: Columns[]): Promise<void> {
  const uses = rows.flatMap((row) => {
    const text = columns.map((column) => row[column] ?? '').join(' ');
    const guids = new Set(text.toLowerCase().match(GUIDS));
    return [...guids].map((guid) => ({ guid, topic, record_key: String(row.key) }));
  });
  for (const part of inChunks(uses, AT_ONCE)) {
    const insert = query.insertInto('file_uses').values(part);
    await insert.onConflict((conflict) => conflict.doNothing()).execute();
  }
}
