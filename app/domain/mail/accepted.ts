import type { Reader, Writer } from '../../db/db.server.ts';

const NOTE = 'mail accepted';

/** That the club's mail server has taken a mail; kept when the mail itself is forgotten. */
export async function noteAccepted({ query }: Writer): Promise<void> {
  await query
    .insertInto('app_state')
    .values({ name: NOTE, value: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function hasAccepted({ query }: Reader): Promise<boolean> {
  return Boolean(await query.selectFrom('app_state').select('name').where('name', '=', NOTE).executeTakeFirst());
}
