import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Reader } from '../../db/db.server.ts';
import type { Tables } from '../../db/tables.ts';

const AT_ONCE = 500;

export async function* eachRow<Table extends keyof Tables>(
  db: Reader,
  table: Table,
  keys: (keyof Tables[Table] & string)[],
): AsyncGenerator<Tables[Table]> {
  const order = sql.join(keys.map((key) => sql.ref(key)));
  let after: Tables[Table] | undefined;
  for (;;) {
    const last = after;
    const behind = last ? sql`where (${order}) > (${sql.join(keys.map((key) => last[key]))})` : sql``;
    const page = sql<Tables[Table]>`select * from ${sql.table(table)} ${behind} order by ${order} limit ${AT_ONCE}`;
    const { rows } = await page.execute(db.query);
    yield* rows;
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1);
    // SQLite answers at once: without a pause nobody else would be, until the last page.
    await setImmediate();
  }
}
