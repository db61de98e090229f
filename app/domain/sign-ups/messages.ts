import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { isEmail } from '../email-address.ts';
import { Rejected } from '../errors.ts';
import { findEvent } from '../events/read-events.ts';
import { newKey } from '../keys.ts';
import type { MailingClub } from '../mail/mail.ts';
import { consumeKey, SentBefore } from '../responses/idempotency.ts';
import { readStored } from '../stored-json.ts';
import { requireCapability, type Actor } from '../users/actor.ts';
import { tellAuthor, tellWords } from './mails.ts';
import { statesOf, type MessageInput } from './message-input.ts';
import { requireFormOfEvent } from './officers.ts';
import { toSignUp } from './sign-ups.ts';

/** A message that is on its way to those who signed up; `after` is the last of them that has it in the outbox. */
interface Mailing extends MessageInput {
  eventKey: string;
  formId: string;
  /** Epoch milliseconds: whoever signed up later was not written to. */
  at: number;
  after: string;
}

const PREFIX = 'message:';
/** Few enough that a sign-up hardly waits for them. */
const BATCH = 100;
/** So many wait for the mail server and no more: a confirmation does not stand behind a hundred thousand messages. */
const MOST_WAITING = 500;

/**
 * Notes what is to be sent, once for each `idempotencyKey`; queueMessages brings it to the outbox, and goes on where it
 * ended if the process dies meanwhile. Gives back to how many.
 * @throws NotAllowed, NotFound, SentBefore; Rejected where nobody is there to write to.
 */
export async function sendMessage(
  db: Database,
  actor: Actor | null,
  club: MailingClub,
  { eventKey, idempotencyKey, ...input }: MessageInput & { eventKey: string; idempotencyKey: string },
): Promise<{ recipients: number }> {
  requireCapability(actor, 'handle responses');
  const noted = await db.write(async (tx) => {
    const { formId, event } = await requireFormOfEvent(tx, eventKey, club.clock.timeZone);
    const recipients = await countRecipients(tx, formId, input);
    const id = newKey();
    const target = `message:${formId}`;
    const { isNew } = await consumeKey(tx, { idempotencyKey, target, content: input, makes: id }).catch(sayOther);
    if (!isNew) return { recipients };
    if (recipients === 0) throw new Rejected('Nobody is there to write to.');
    const mailing: Mailing = { ...input, eventKey, formId, at: Date.now(), after: '' };
    await tx.query
      .insertInto('app_state')
      .values({ name: PREFIX + id, value: JSON.stringify(mailing) })
      .execute();
    await noteActivity(tx, actor, 'wrote', 'mail', eventKey, `to ${whom(input, recipients)} of ‘${event.title}’`);
    return { recipients };
  });
  // A small club's mail is in the outbox at once.
  await queueMessages(db, club);
  return noted;
}

function sayOther(error: unknown): never {
  if (!(error instanceof SentBefore)) throw error;
  throw new SentBefore('Other words were sent from here before, and went out. Send these again to send them too.');
}

/** '12 people with a place' */
function whom({ to }: Pick<MessageInput, 'to'>, count: number): string {
  const people = count === 1 ? '1 person' : `${count.toLocaleString('en')} people`;
  if (to === 'Everyone') return `${people} who signed up`;
  return to === 'Going' ? `${people} with a place` : `${people} on the waitlist`;
}

/** @throws NotAllowed, NotFound; Rejected for whoever has no verified address. */
export async function sendTestMessage(
  db: Database,
  actor: Actor | null,
  club: MailingClub,
  { eventKey, ...words }: Omit<MessageInput, 'to'> & { eventKey: string },
): Promise<{ recipient: string }> {
  requireCapability(actor, 'handle responses');
  const { email } = actor;
  if (!isEmail(email)) throw new Rejected('Your account has no address that could be written to.');
  await db.write(async (tx) => {
    const { event } = await requireFormOfEvent(tx, eventKey, club.clock.timeZone);
    await tellAuthor(tx, club, event, email, words);
  });
  return { recipient: email };
}

async function countRecipients({ query }: Reader, formId: string, { to }: Pick<MessageInput, 'to'>): Promise<number> {
  const { count } = await query
    .selectFrom('entries')
    .select((is) => is.fn.countAll<number | string>().as('count'))
    .where('form_id', '=', formId)
    .where('state', 'in', [...statesOf(to)])
    .where('email', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Brings the next of what officers wrote to the outbox, one batch in one write: whoever has it there is passed, whatever
 * dies. Of several copies of the site one does so at a time. False where nothing was done.
 */
export async function queueMessages(
  db: Database,
  club: MailingClub,
  { isPaced = true }: { isPaced?: boolean } = {},
): Promise<boolean> {
  // Mostly there is nothing: that is found out without taking SQLite's write lock.
  if (!(await nextMailing(db).executeTakeFirst())) return false;
  return db.write(async (tx) => {
    const next = nextMailing(tx);
    const row = await (db.dialect === 'postgres' ? next.forUpdate().skipLocked() : next).executeTakeFirst();
    if (!row || (isPaced && (await countWaiting(tx)) >= MOST_WAITING)) return false;
    const mailing = readStored<Mailing | null>(row.value, null);
    const last = mailing && (await queueBatch(tx, club, row.name.slice(PREFIX.length), mailing));
    await (last
      ? tx.query
          .updateTable('app_state')
          .set({ value: JSON.stringify({ ...mailing, after: last }) })
          .where('name', '=', row.name)
          .execute()
      : tx.query.deleteFrom('app_state').where('name', '=', row.name).execute());
    return true;
  });
}

function nextMailing({ query }: Reader) {
  return query.selectFrom('app_state').selectAll().where('name', 'like', `${PREFIX}%`).orderBy('name').limit(1);
}

/** The key of the last one; undefined after all of them. */
async function queueBatch(
  tx: Writer,
  club: MailingClub,
  id: string,
  { eventKey, formId, to, at, after, ...words }: Mailing,
): Promise<string | undefined> {
  const event = await findEvent(tx, eventKey);
  // Of an event that is gone, or has another form now, nobody is written to any more.
  if (event?.formId !== formId) return undefined;
  const rows = await tx.query
    .selectFrom('entries')
    .selectAll()
    .where('form_id', '=', formId)
    .where('key', '>', after)
    .where('state', 'in', [...statesOf(to)])
    .where('email', 'is not', null)
    .where('created_at', '<=', at)
    .orderBy('key')
    .limit(BATCH)
    .execute();
  for (const signUp of rows.map(toSignUp)) {
    // An import may hold others.
    if (isEmail(signUp.email)) await tellWords(tx, club, event, signUp, { ...words, id });
  }
  return rows.length < BATCH ? undefined : rows.at(-1)?.key;
}

async function countWaiting({ query }: Reader): Promise<number> {
  const { count } = await query
    .selectFrom('outbox')
    .select((is) => is.fn.countAll<number | string>().as('count'))
    .where('state', 'in', ['waiting', 'sending'])
    .where('kind', '=', 'message')
    .executeTakeFirstOrThrow();
  return Number(count);
}
