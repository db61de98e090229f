import { sql } from 'kysely';
import { type Database, inChunks, type Reader, type Writer } from '../../db/db.server.ts';
import { events } from '../events/event.ts';
import { RECORDS } from '../all-records.ts';
import { fileColumns, type Columns } from '../records/define.ts';
import type { Topic } from '../topics.ts';

interface Holder {
  topic: Topic;
  table: string;
  columns: string[];
}

const HOLDERS: Holder[] = [
  ...[events, ...Object.values(RECORDS)].map((one) => ({
    topic: one.topic,
    table: one.table,
    columns: fileColumns(one),
  })),
  { topic: 'files', table: 'files_settings', columns: ['value'] },
];

const GUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const AT_ONCE = 500;

/** To be called in the write that saves the rows. */
export async function noteUses(tx: Writer, topic: Topic, rows: Columns[]): Promise<void> {
  const holder = HOLDERS.find((one) => one.topic === topic);
  if (!holder) return;
  await forgetUses(
    tx,
    topic,
    rows.map(({ key }) => String(key)),
  );
  await addUses(tx, holder, rows);
}

/** To be called in the write that removes these records. */
export async function forgetUses({ query }: Writer, topic: Topic, keys: string[]): Promise<void> {
  for (const part of inChunks(keys, AT_ONCE))
    await query.deleteFrom('file_uses').where('topic', '=', topic).where('record_key', 'in', part).execute();
}

/** `guids` in lower case. */
export async function findUsedFiles({ query }: Reader, guids: string[]): Promise<Set<string>> {
  if (guids.length === 0) return new Set();
  const rows = await query.selectFrom('file_uses').select('guid').distinct().where('guid', 'in', guids).execute();
  return new Set(rows.map(({ guid }) => guid));
}

/** A copy of the version before, which may run beside this one, saves records without their uses. */
export async function noteMissingUses(db: Database, since: number): Promise<void> {
  for (const holder of HOLDERS) {
    const columns = ['key', ...holder.columns].map((name) => sql.ref(name));
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
