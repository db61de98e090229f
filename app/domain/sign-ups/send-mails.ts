import type { Database, Writer } from '../../db/db.server.ts';
import { isEmail } from '../email-address.ts';
import { newEdition } from '../events/calendar-edition.ts';
import type { ClubEvent } from '../events/event.ts';
import { newKey } from '../keys.ts';
import type { MailingClub } from '../mail/mail.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { isAtLimit } from '../mail/recipient-limit.ts';
import type { Occasion, SignUpMail } from './decide.ts';
import { newLink } from './links.ts';
import { signUpMailsKey } from './mail-about-responses.ts';
import { WORDINGS, writeSignUpMail, writeTestMessage, type OfficersMessage } from './mails.ts';
import { ownPayment, type OwnPayment } from './payments/sentences.ts';
import { findPersonForm } from './places.ts';
import { positionOf } from './read-sign-ups.ts';
import { TIME_TO_CONFIRM_MS, type PersonForm } from './rules.ts';
import type { SignUp } from './state.ts';

/** Mails that are not sent about a cancelled event. */
const PROMISES: ReadonlySet<Occasion> = new Set(['going', 'waiting', 'entered', 'moved up', 'passed on']);

/** The token in a mail's link, and the number on the waitlist that the mail states. */
export interface MailedLink {
  token: string;
  position: number | undefined;
}

/** Mails that say how somebody's payment stands. */
const SAY_PAYMENT: ReadonlySet<Occasion> = new Set(['going', 'moved up', 'please pay', 'passed on', 'cancelled']);

interface SignUpMailOptions {
  payment?: OwnPayment | null;
  key?: string;
  showsLinkToSender?: boolean;
  position?: number | undefined;
}

/** Writes a decision's mail. The one with only a link is limited (sendLink); all others go out each time. */
export async function mailSignUp(
  tx: Writer,
  club: MailingClub,
  form: Pick<PersonForm, 'event' | 'howToPay'>,
  { to, occasion, position }: SignUpMail,
  { showsLinkToSender = false, now = Date.now() }: { showsLinkToSender?: boolean; now?: number } = {},
): Promise<MailedLink | undefined> {
  const { event } = form;
  if (occasion === 'link') {
    await sendLink(tx, club, event, to, occasion);
    return undefined;
  }
  const payment = SAY_PAYMENT.has(occasion) ? ownPayment(to, form, club, now) : null;
  return queueSignUpMail(tx, club, event, to, occasion, { showsLinkToSender, position, payment });
}

/**
 * Queues a mail to a sign-up's owner, with another link to their sign-up. Call it in the transaction of the change that
 * it is about. The same `key` queues one mail, however often you call it. A person who was added without an address
 * gets none. `showsLinkToSender`: the link's token is also shown to the sender, who may be somebody else.
 */
async function queueSignUpMail(
  tx: Writer,
  club: MailingClub,
  event: ClubEvent,
  signUp: SignUp,
  occasion: Occasion,
  {
    key = `${signUpMailsKey(signUp)}${newKey()}`,
    showsLinkToSender = false,
    position: known,
    payment,
  }: SignUpMailOptions = {},
): Promise<MailedLink | undefined> {
  // An import may hold something that is not an address.
  if (!isEmail(signUp.email)) return undefined;
  // The door still lets people in; no mail promises them a place.
  if (event.cancelled && PROMISES.has(occasion)) return undefined;
  const token = await newLink(tx, signUp.formId, signUp.key, { showsLinkToSender });
  const position = known ?? (await positionOf(tx, signUp));
  await queueMail(tx, {
    key,
    kind: WORDINGS[occasion].kind,
    recipient: signUp.email,
    secret: token,
    about: signUp.formId,
    ...(signUp.state === 'unconfirmed' && { expiresAt: signUp.since + TIME_TO_CONFIRM_MS }),
    ...(occasion === 'please pay' && signUp.payBy !== null && { expiresAt: signUp.payBy }),
    ...writeSignUpMail(club, event, occasion, {
      position,
      ticket: signUp.ticket,
      payment: payment ?? null,
      edition: WORDINGS[occasion].calendar && (await newEdition(tx, event)),
    }),
  });
  return { token, position };
}

/** Sends an officer their own message as a test, without a sign-up's link. */
export async function mailAuthor(
  tx: Writer,
  club: MailingClub,
  event: ClubEvent,
  recipient: string,
  message: OfficersMessage,
): Promise<void> {
  await queueMail(tx, {
    kind: 'message',
    recipient,
    ...writeTestMessage(club, event, message),
  });
}

const LINK_EVERY_MS = 600_000;

type LinkOccasion = 'unconfirmed' | 'link' | 'link by an officer';
type LinkOutcome = 'sent' | 'sent recently' | 'withheld';

/** Like sendLink, in a write of its own. */
export async function sendLinkAgain(db: Database, club: MailingClub, signUp: SignUp): Promise<LinkOutcome> {
  return db.write(async (tx) => {
    const form = await findPersonForm(tx, signUp.formId, club.clock.timeZone);
    return form ? sendLink(tx, club, form.event, signUp, 'link') : 'sent recently';
  });
}

/** Mails a link to a corrected address; the mails that went to the wrong one do not count. */
export async function sendToCorrected(tx: Writer, club: MailingClub, event: ClubEvent, signUp: SignUp): Promise<void> {
  const occasion = signUp.state === 'unconfirmed' ? signUp.state : 'link by an officer';
  if (await isAtLimit(tx, WORDINGS[occasion].kind, signUp.email)) return;
  await queueSignUpMail(tx, club, event, signUp, occasion);
}

/** Mails a new link, unless one went out in the same ten minutes or the day's limit is reached. */
export async function sendLink(
  tx: Writer,
  club: MailingClub,
  event: ClubEvent,
  signUp: SignUp,
  occasion: LinkOccasion,
): Promise<LinkOutcome> {
  const key = `${signUpMailsKey(signUp)}${occasion.replaceAll(' ', '-')}-${Math.floor(Date.now() / LINK_EVERY_MS)}`;
  const queued = await tx.query.selectFrom('outbox').select('key').where('key', '=', key).executeTakeFirst();
  if (queued) return 'sent recently';
  if (await isAtLimit(tx, WORDINGS[occasion].kind, signUp.email)) return 'withheld';
  await queueSignUpMail(tx, club, event, signUp, occasion, { key });
  return 'sent';
}
