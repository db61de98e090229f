import type { Reader, Writer } from '../../db/db.server.ts';
import { readNote } from '../../db/notes.ts';

const NOTE = 'mail accepted';

/** Notes that the club's mail server has accepted a mail. The note stays when the mail itself is deleted. */
export async function noteAccepted({ query }: Writer): Promise<void> {
  await query
    .insertInto('app_state')
    .values({ name: NOTE, value: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Known from the note, or from a stored mail that was sent before there were notes. */
export async function hasAccepted(db: Reader): Promise<boolean> {
  const sent = db.query.selectFrom('outbox').select('key').where('sent_at', 'is not', null).limit(1);
  return ((await readNote(db, NOTE)) ?? (await sent.executeTakeFirst())) !== undefined;
}
