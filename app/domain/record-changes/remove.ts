import { sql } from 'kysely';
import type { Database, Writer } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { moveToTrash } from '../trash.ts';
import { forgetUses } from '../file-uses/file-uses.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { filesOf, recordTitle, topicOfChange, type Row, type RecordDefinition } from '../records/define.ts';

/**
 * Skips keys that are already gone.
 * @throws NotAllowed
 */
export async function removeRecords(
  db: Database,
  actor: Actor | null,
  definition: RecordDefinition,
  keys: string[],
): Promise<void> {
  await db.write((tx) => removeRecordsIn(tx, actor, definition, keys));
}

/** For a transaction in which more follows from the removal. @throws NotAllowed */
export async function removeRecordsIn(
  tx: Writer,
  actor: Actor | null,
  definition: RecordDefinition,
  keys: string[],
): Promise<void> {
  const { topic, table } = definition;
  requireCapability(actor, definition.capability ?? 'change content');
  const { rows } = await sql<Row>`
    delete from ${sql.table(table)} where key in (${sql.join(keys)}) returning *`.execute(tx.query);
  // Before the first file is listed, so that a file that two of them share belongs to nobody.
  await forgetUses(
    tx,
    topic,
    rows.map(({ key }) => key),
  );
  for (const row of rows) {
    const title = recordTitle(definition, row);
    const files = filesOf(definition, row);
    await moveToTrash(tx, actor, { topic, recordKey: row.key, title, rows: { [table]: [row] }, files });
    await noteActivity(tx, actor, 'removed', topic, row.key, title);
    tx.changed(topicOfChange(definition, row), row.key);
  }
}
