import type { Reader, Writer } from './db.server.ts';

export async function readNote({ query }: Reader, name: string): Promise<string | undefined> {
  const row = await query.selectFrom('app_state').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function writeNote({ query }: Writer, name: string, value: string): Promise<void> {
  await query
    .insertInto('app_state')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/**
 * Locks the note of this name until this transaction ends, by writing its row unchanged. Returns the note, or `value` if
 * there was none.
 */
export async function holdNote({ query }: Writer, name: string, value = ''): Promise<string> {
  const held = await query
    .insertInto('app_state')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((is) => ({ value: is.ref('app_state.value') })))
    .returning('value')
    .executeTakeFirstOrThrow();
  return held.value;
}

export async function listNotes({ query }: Reader, prefix: string): Promise<string[]> {
  const rows = await query.selectFrom('app_state').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name).filter((name) => name.startsWith(prefix));
}

export async function forgetNote({ query }: Writer, name: string): Promise<void> {
  await query.deleteFrom('app_state').where('name', '=', name).execute();
}
