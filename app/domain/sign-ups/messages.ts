import type { Database, Reader } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { isEmail } from '../email-address.ts';
import { Rejected } from '../errors.ts';
import { lockForms } from '../forms/lock-forms.ts';
import { newKey } from '../keys.ts';
import type { MailingClub } from '../mail/mail.ts';
import { consumeKey, SentBefore } from '../idempotency.ts';
import { requireSomewhere, type Actor } from '../actor.ts';
import { requireOn } from '../events/rights.ts';
import { beginMailing, findLatestSince } from './mailings.ts';
import { writeOfficersMessage } from './mails.ts';
import { mailAuthor } from './send-mails.ts';
import { countReachable } from './places.ts';
import { statesOf, type MessageInput } from './message-input.ts';
import { requireFormOfEvent } from './by-officer.ts';

/**
 * Sends a message, once for each `idempotencyKey`. Returns the number of recipients.
 * @throws NotAllowed, NotFound, SentBefore; Rejected if there is nobody to write to.
 */
export async function sendMessage(
  db: Database,
  actor: Actor | null,
  club: MailingClub,
  { eventKey, idempotencyKey, ...input }: MessageInput & { eventKey: string; idempotencyKey: string },
): Promise<{ recipients: number }> {
  requireSomewhere(actor, 'handle responses');
  return db.write(async (tx) => {
    await requireOn(tx, actor, 'handle responses', [eventKey]);
    const { formId, event } = await requireFormOfEvent(tx, eventKey, club.clock.timeZone);
    await lockForms(tx, [formId]);
    const recipients = await countReachable(tx, formId, statesOf(input.to));
    const id = newKey();
    const target = `message:${formId}`;
    const { isNew } = await consumeKey(tx, { idempotencyKey, target, content: input, makes: id }).catch(
      rethrowAsOtherMessage,
    );
    if (!isNew) return { recipients };
    if (recipients === 0) throw new Rejected('There is nobody to write to.');
    await beginMailing(tx, {
      key: `message-${id}`,
      name: `message-${id}`,
      formId,
      kind: 'message',
      message: writeOfficersMessage(club, event, input),
      to: statesOf(input.to),
      signedUpBy: await findLatestSince(tx, formId),
    });
    await noteActivity(tx, actor, 'wrote', 'mail', eventKey, `to ${whom(input, recipients)} of ‘${event.title}’`);
    return { recipients };
  });
}

function rethrowAsOtherMessage(error: unknown): never {
  if (!(error instanceof SentBefore)) throw error;
  throw new SentBefore('A different message has already gone out from here. Send again to send this one too.');
}

/** '12 people with a place' */
function whom({ to }: Pick<MessageInput, 'to'>, count: number): string {
  const people = count === 1 ? '1 person' : `${count.toLocaleString('en')} people`;
  if (to === 'Everyone') return `${people} who signed up`;
  return to === 'Going' ? `${people} with a place` : `${people} on the waitlist`;
}

/** @throws NotAllowed, NotFound; Rejected if `actor` has no verified address. */
export async function sendTestMessage(
  db: Database,
  actor: Actor | null,
  club: MailingClub,
  { eventKey, ...words }: Omit<MessageInput, 'to'> & { eventKey: string },
): Promise<{ recipient: string }> {
  requireSomewhere(actor, 'handle responses');
  const { email } = actor;
  if (!isEmail(email)) throw new Rejected('Your account has no verified email address.');
  await db.write(async (tx) => {
    await requireOn(tx, actor, 'handle responses', [eventKey]);
    const { event } = await requireFormOfEvent(tx, eventKey, club.clock.timeZone);
    await mailAuthor(tx, club, event, email, words);
  });
  return { recipient: email };
}

export interface SentMessage {
  key: string;
  /** Epoch milliseconds. */
  at: number;
  who: string;
  /** 'to 12 people with a place of ‘Git evening’' */
  to: string;
}

/** Newest first. The words of a message are forgotten once it is sent. @throws NotAllowed */
export async function listSentMessages(db: Reader, actor: Actor | null, eventKey: string): Promise<SentMessage[]> {
  await requireOn(db, actor, 'handle responses', [eventKey]);
  return db.query
    .selectFrom('activity')
    .select(['key', 'at', 'who', 'title as to'])
    .where('topic', '=', 'mail')
    .where('verb', '=', 'wrote')
    .where('record_key', '=', eventKey)
    .orderBy('at', 'desc')
    .orderBy('key', 'desc')
    .limit(MOST_LISTED)
    .execute();
}

const MOST_LISTED = 20;
