import type { Reader } from '../../db/db.server.ts';

/** How many responses a form has. */
export async function countEntries({ query }: Reader, formId: string): Promise<number> {
  const { count } = await query
    .selectFrom('entries')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('form_id', '=', formId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
