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

/** By the note, or by a mail that was sent before there were notes and is still kept. */
export async function hasAccepted({ query }: Reader): Promise<boolean> {
  const noted = query.selectFrom('app_state').select('name').where('name', '=', NOTE);
  const sent = query.selectFrom('outbox').select('key').where('sent_at', 'is not', null).limit(1);
  return Boolean((await noted.executeTakeFirst()) ?? (await sent.executeTakeFirst()));
}
