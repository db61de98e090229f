import type { Reader, Writer } from '../../db/db.server.ts';
import type { DigestRow } from '../../db/tables.ts';
import { isEmail } from '../email-address.ts';
import { DONE, type Handler } from '../jobs/run.ts';
import { readMessage, type MailingClub, type MailMessage } from '../mail/mail.ts';
import { queueMails } from '../mail/queue-mail.ts';
import { isEmpty, listAnnounced, readContent } from './content.ts';
import { newStopLinks } from './stop-links.ts';
import { writeDigest } from './mails.ts';
import { issueDue, isTooSoon, type Schedule } from './schedule.ts';

/** Few enough that no other write waits long for the transaction. */
const AT_ONCE = 250;

/** Queues the weekly mail for some of its subscribers at a time; after a crash it continues where it stopped. */
export function digests(scheduleNow: () => Schedule | undefined, clubNow: () => MailingClub): Handler {
  const dueAt = (now: number) => {
    const schedule = scheduleNow();
    return schedule && issueDue(schedule, now)?.day;
  };
  return {
    kind: 'digest',
    async find(db, now) {
      const day = dueAt(now);
      if (day === undefined || isTooSoon(day, await findLastSent(db, day))) return [];
      const row = await db.query.selectFrom('digests').select('done_at').where('day', '=', day).executeTakeFirst();
      return row?.done_at ? [] : [day];
    },
    async begin(tx, { key: day }, now) {
      if (dueAt(now) !== day || isTooSoon(day, await findLastSent(tx, day))) return DONE;
      const row = await lockDigest(tx, day);
      if (row.done_at !== null) return DONE;
      const begun = row.began_at === null ? await beginDigest(tx, clubNow(), row, now) : row;
      const message = readMessage(begun.message);
      const isDone = !message || (await queueBatch(tx, begun, message, now));
      if (isDone) await finish(tx, day, now);
      return isDone ? DONE : { kind: 'again', at: now };
    },
  };
}

/** Locks the row until this write ends, and creates it if there is none. */
export async function lockDigest({ query }: Writer, day: string): Promise<DigestRow> {
  const row = { day, note: '', note_html: '', is_left_out: 0, began_at: null, done_at: null, done_up_to: '' };
  return query
    .insertInto('digests')
    .values({ ...row, message: '', announced: '' })
    .onConflict((conflict) => conflict.column('day').doUpdateSet((is) => ({ day: is.ref('digests.day') })))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The day of the last mail that was sent, other than the one of `day`. */
export async function findLastSent({ query }: Reader, day = ''): Promise<string | undefined> {
  const sent = query.selectFrom('digests').select('day').where('announced', '<>', '').where('day', '<>', day);
  return (await sent.orderBy('day', 'desc').limit(1).executeTakeFirst())?.day;
}

/** The text is written once, so that everybody gets the same one, however late theirs is queued. */
async function beginDigest(tx: Writer, club: MailingClub, row: DigestRow, now: number): Promise<DigestRow> {
  const content = await readContent(tx, club, row, { from: now });
  const isSent = row.is_left_out === 0 && !isEmpty(content) && (await hasSubscribers(tx));
  const change = {
    began_at: now,
    message: isSent ? JSON.stringify(writeDigest(club, content)) : '',
    announced: isSent ? await listAnnounced(tx, now) : '',
  };
  await tx.query.updateTable('digests').set(change).where('day', '=', row.day).execute();
  tx.changed('digest', row.day);
  return { ...row, ...change };
}

async function hasSubscribers({ query }: Reader): Promise<boolean> {
  return (await query.selectFrom('subscribers').select('key').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns false if more people follow. People who subscribe in the meantime get the next one. */
async function queueBatch(tx: Writer, row: DigestRow, message: MailMessage, now: number): Promise<boolean> {
  const people = await tx.query
    .selectFrom('subscribers')
    .select(['key', 'email'])
    .where('key', '>', row.done_up_to)
    .where('updated_at', '<=', row.began_at ?? now)
    .orderBy('key')
    .limit(AT_ONCE)
    .execute();
  const recipients = people.flatMap(({ key, email }) => (email !== null && isEmail(email) ? [{ key, email }] : []));
  const tokens = await newStopLinks(
    tx,
    recipients.map(({ email }) => email),
    now,
  );
  const mails = recipients.map(({ key, email }, at) => ({
    ...message,
    key: `digest-${row.day}-${key}`,
    kind: 'digest' as const,
    recipient: email,
    secret: tokens[at] ?? '',
  }));
  await queueMails(tx, mails);
  const last = people.at(-1);
  if (last) await tx.query.updateTable('digests').set({ done_up_to: last.key }).where('day', '=', row.day).execute();
  return people.length < AT_ONCE;
}

async function finish(tx: Writer, day: string, now: number): Promise<void> {
  await tx.query.updateTable('digests').set({ done_at: now, message: '' }).where('day', '=', day).execute();
  tx.changed('digest', day);
}
