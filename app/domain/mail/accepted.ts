import type { Reader, Writer } from '../../db/db.server.ts';
import { readNote } from '../../db/notes.ts';

const NOTE = 'mail accepted';

/** That the club's mail server has taken a mail; it stays when the mail itself is forgotten. */
export async function noteAccepted({ query }: Writer): Promise<void> {
  await query
    .insertInto('app_state')
    .values({ name: NOTE, value: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** By the note, or by a mail that was sent before there were notes and is still stored. */
export async function hasAccepted(db: Reader): Promise<boolean> {
  const sent = db.query.selectFrom('outbox').select('key').where('sent_at', 'is not', null).limit(1);
  return ((await readNote(db, NOTE)) ?? (await sent.executeTakeFirst())) !== undefined;
}
