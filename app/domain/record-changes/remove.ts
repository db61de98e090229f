import { sql } from 'kysely';
import type { Database, Writer } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { moveToTrash } from '../trash.ts';
import { forgetUses } from '../file-uses/file-uses.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { filesOf, recordTitle, topicOfChange, type Row, type RecordDefinition } from '../records/define.ts';

/**
 * `before` writes what goes first. Keys that are gone already are passed over.
 * @throws NotAllowed
 */
export async function removeRecords(
  db: Database,
  actor: Actor | null,
  definition: RecordDefinition,
  keys: string[],
  before?: (tx: Writer) => Promise<void>,
): Promise<void> {
  const { topic, table } = definition;
  requireCapability(actor, definition.capability ?? 'change content');
  await db.write(async (tx) => {
    await before?.(tx);
    const { rows } = await sql<Row>`
      delete from ${sql.table(table)} where key in (${sql.join(keys)}) returning *`.execute(tx.query);
    // All of them first: a file that two of them share is nobody's then.
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
  });
}
