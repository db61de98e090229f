import { sql } from 'kysely';
import type { Database, Writer } from '../../db/db.server.ts';
import type { TrashRow } from '../../db/tables.ts';
import { noteActivity } from '../activity/note-activity.ts';
import { NotFound, Rejected } from '../errors.ts';
import { TOPICS, type Topic } from '../topics.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { readTrashContent, TRASHED_TABLES, type TrashContent, type TrashedTable } from './trash-content.ts';

/** Rows put back by one statement. */
const AT_ONCE = 200;

const GONE = 'This is not in the trash any more: it was brought back already, or its 30 days are over.';

/** What was brought back. */
interface Restored {
  topic: Topic;
  title: string;
}

/**
 * Takes a removal back: the record, its files, its form and entries are there again.
 * @throws NotAllowed unless `actor` is an admin; NotFound where it is not in the trash (any more), Rejected when a record
 * with the same key has been made again meanwhile, or what is kept cannot be read.
 */
export async function bringBack(db: Database, actor: Actor | null, key: string): Promise<Restored> {
  requireAdmin(actor);
  return restore(db, actor, { key, missing: GONE });
}

/** As bringBack, for whoever runs the site: no permission is asked for. */
export function restoreFromTrash(db: Database, key: string): Promise<Restored> {
  return restore(db, null, { key, missing: `There is nothing in the trash with the key ${key}` });
}

interface Wanted {
  key: string;
  /** Said where it is not in the trash. */
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
    tx.changed(topic, row.record_key);
    for (const { id } of content.forms ?? []) tx.changed('form', id);
    for (const entry of content.entries ?? []) tx.changed('entry', `${entry.form_id}/${entry.key}`);
    await noteActivity(tx, actor, 'restored', topic, row.record_key, row.title);
    return { topic, title: row.title };
  });
}

/** What was made again under the same key is not overwritten. */
async function refuseReplaced(tx: Writer, row: TrashRow, content: TrashContent): Promise<void> {
  for (const table of ['events', 'execs', 'food', 'dsc'] as const) {
    const keys = (content[table] ?? []).map(({ key }) => key);
    if (keys.length === 0) continue;
    const there = await tx.query.selectFrom(table).select('key').where('key', 'in', keys).executeTakeFirst();
    if (there)
      throw new Rejected(`‘${row.title}’ cannot be restored: there is a record with its key ${there.key} again`);
  }
}

/** Rows as they were when they were removed; saved once more, so that an edit begun before the removal is stale. */
async function putBack(tx: Writer, table: TrashedTable, rows: object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE).map(savedOnceMore);
    const columns = Object.keys(part[0] ?? {});
    const values = part.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)} on conflict do nothing`.execute(tx.query);
  }
}

function savedOnceMore(row: object): Record<string, unknown> {
  return 'version' in row && typeof row.version === 'number' ? { ...row, version: row.version + 1 } : { ...row };
}

function topicOf({ topic }: TrashRow): Topic {
  const known = TOPICS.find((one) => one === topic);
  if (!known) throw new TypeError(`The trash holds a record of an unknown kind: ${topic}`);
  return known;
}
