import type { FormName } from '../../config/club.ts';
import type { Database, Reader, Writer } from '../../db/db.server.ts';
import type { SignUpState } from '../../db/tables.ts';
import { NotFound, Rejected } from '../errors.ts';
import type { ClubEvent } from '../events/event.ts';
import { isOver } from '../events/times.ts';
import { isPublic, publicEvents } from '../events/visibility.ts';
import { newKey } from '../keys.ts';
import { confirmationAddress, confirmSignUp, forwardToClub, inviteToChat } from '../sign-ups/mail-about-responses.ts';
import type { MailingClub } from '../mail/mail.ts';
import { newLinkForSender } from '../sign-ups/links.ts';
import { putResponse, run } from '../sign-ups/carry-out.ts';
import { sendLinkAgain } from '../sign-ups/send-mails.ts';
import { ownPayment, type OwnPayment } from '../sign-ups/payments/sentences.ts';
import { findSignUp, positionOf } from '../sign-ups/read-sign-ups.ts';
import { SignedUpAlready } from '../sign-ups/refusals.ts';
import { asksToConfirm, isInactive } from '../sign-ups/rules.ts';
import { lockOf, personFormOf, readStanding, type LockedForm } from '../sign-ups/standing.ts';
import type { SignUp } from '../sign-ups/state.ts';
import type { ClubForm } from '../forms/club-form.ts';
import { defineEventForm, type EventForm } from '../forms/event-form-definition.ts';
import { toEventForm } from '../forms/event-form.ts';
import { joinFromForm } from '../members/join.ts';
import { writeAnswers, type Answers } from '../questions/answer.ts';
import { checkAnswers } from '../forms/form-definition.ts';
import { countOptions, hasLimits, requireRoom } from '../forms/option-places.ts';
import { runOnce, type PublicWrite } from '../idempotency.ts';

interface SentResponse extends PublicWrite {
  answers: Record<string, unknown>;
  club: MailingClub;
}

export interface SentToEvent extends SentResponse {
  formId: string;
  /** The first half of a ticket, chosen by the sender's browser, if places are drawn. */
  firstHalf?: string | undefined;
}

export interface SentToClub extends SentResponse {
  form: ClubForm;
  /** Whether a membership sign-up makes a member. */
  hasMembers?: boolean;
}

/** `form` shows people who filled in an earlier version of it what has changed. */
export class EntryRejected extends Rejected {
  override name = 'EntryRejected';
  readonly form: EventForm;

  constructor(form: EventForm, fields: Record<string, string>) {
    super('Please fill all required fields, indicated with *', fields);
    this.form = form;
  }
}

export interface RecordedEntry {
  isNew: boolean;
  confirmedTo: string | undefined;
  signUp?: RecordedSignUp;
}

interface RecordedSignUp {
  state: SignUpState;
  position?: number | undefined;
  /** What they owe; left out if that is nothing. */
  payment?: OwnPayment;
  /** The secret in the sign-up's link; undefined if the link is only mailed. */
  token?: string;
}

/** The same for every address, and however often it is sent: only the mail says what became of it. */
const UNCONFIRMED: RecordedSignUp = { state: 'unconfirmed' };

/**
 * product.md 8: durable when this returns, recorded once however often it is sent, and confirmed by mail if an address
 * was given. Concurrent responses share a commit.
 * @throws NotFound if no event that the public sees has this form, it has no fields, or every event that has it is over
 * or cancelled; EntryRejected with a message per field; OptionFull; SentBefore, AttestationUsed as runOnce says.
 */
export function recordEntry(
  db: Database,
  { formId, answers: given, club, firstHalf, ...write }: SentToEvent,
): Promise<RecordedEntry> {
  const target = `entry:${formId}`;
  const sender = `${target}:${write.idempotencyKey}`;
  const key = newKey();
  const record = async (tx: Writer, held: LockedForm): Promise<RecordedEntry> => {
    const { form, settings } = held;
    // A draft takes no responses, not even from somebody who guesses its form.
    const events = held.events.filter(isPublic);
    const { answers, wrong } = checkAnswers(defineEventForm(form), given);
    const isConfirmed = settings !== undefined && asksToConfirm(settings, Date.now());
    let signedUp: RecordedSignUp | undefined;
    // If the link goes only to the address, sending again must not lead the sender to the sign-up.
    const once = { ...write, target, page: target, content: given, makes: isConfirmed ? '' : key };
    const { isNew, made } = await runOnce(tx, once, async () => {
      const { timeZone } = club.clock;
      if (events.length === 0 || form.fields.length === 0) throw new NotFound(TAKEN_DOWN);
      refuseClosed(events, timeZone);
      if (Object.keys(wrong).length > 0) throw new EntryRejected(form, wrong);
      const person = personFormOf({ form, settings, events }, timeZone);
      if (!person) return recordPlain(tx, club, { form, answers, events, key });
      const standing = await readStanding(tx, club, held, person, { answers, firstHalf });
      const command = { kind: 'send', by: 'visitor', key, answers } as const;
      const { signUp, mailed } = await run(tx, club, standing, command, { showsLinkToSender: !isConfirmed });
      if (isConfirmed || !signUp) return undefined;
      const payment = ownPayment(signUp, person, club);
      signedUp = {
        ...(mailed ? { state: signUp.state, ...mailed } : await viewRecorded(tx, signUp, sender)),
        ...(payment && { payment }),
      };
      return signUp.key;
    });
    if (isConfirmed) signedUp = UNCONFIRMED;
    else if (!isNew && made) signedUp = await answerSignUp(tx, club, made, sender, { form, settings, events });
    // Depends only on what was sent, so that nobody learns from it what else was mailed to the address today.
    const confirmedTo = isConfirmed ? undefined : confirmationAddress(form, answers);
    return { isNew, confirmedTo, ...(signedUp && { signUp: signedUp }) };
  };
  // Somebody who cancels or removes the event meanwhile has to wait, and then finds this response.
  return db.writeHolding(lockOf(formId), record).catch(async (error: unknown) => {
    // The transaction was undone, so the link is sent again in a transaction of its own.
    if (!(error instanceof SignedUpAlready)) throw error;
    if ((await sendLinkAgain(db, club, error.signUp)) !== 'withheld') throw error;
    throw new SignedUpAlready(error.signUp, LINK_SENT);
  });
}

interface PlainResponse {
  form: EventForm;
  answers: Answers;
  events: ClubEvent[];
  key: string;
}

/** Records a response to a form that does not ask for a person. */
async function recordPlain(
  tx: Writer,
  club: MailingClub,
  { form, answers, events, key }: PlainResponse,
): Promise<undefined> {
  requireRoom(form.fields, await countOptions(tx, form), answers);
  await putResponse(tx, form, { key, answers });
  if (hasLimits(form.fields)) for (const event of events) tx.changed('places', event.key);
  await confirmSignUp(tx, club, { key, form, answers });
}

/** @throws NotFound if none of the events is to come. */
function refuseClosed(events: ClubEvent[], timeZone: string): void {
  const coming = events.filter((event) => !isOver(event, timeZone));
  if (coming.length === 0) throw new NotFound('Sign-up has closed: this event is over.');
  if (coming.every(({ cancelled }) => cancelled))
    throw new NotFound('Sign-up has closed: this event has been cancelled.');
}

/** Looks only at the sign-up that was made then: the address's owner may have signed up since. */
async function answerSignUp(
  tx: Writer,
  club: MailingClub,
  key: string,
  sender: string,
  held: Pick<LockedForm, 'form' | 'settings' | 'events'>,
): Promise<RecordedSignUp | undefined> {
  const found = await findSignUp(tx, held.form.id, key);
  // It was cancelled since, so 'recorded' is all that still holds.
  if (!found || isInactive(found.state)) return undefined;
  const person = personFormOf(held, club.clock.timeZone);
  const payment = person && ownPayment(found, person, club);
  return { ...(await viewRecorded(tx, found, sender)), ...(payment && { payment }) };
}

async function viewRecorded(tx: Writer, signedUp: SignUp, sender: string): Promise<RecordedSignUp> {
  const { formId, key, state } = signedUp;
  return {
    state,
    position: await positionOf(tx, signedUp),
    token: await newLinkForSender(tx, formId, key, sender),
  };
}

/** Sign-up and chat invite are sent together from one page, so they share an attestation. */
const PAGES: Partial<Record<FormName, string>> = { signup: 'membership', chatInvite: 'membership' };

/**
 * Like recordEntry, for the club's own forms. Returns false if it was stored before.
 * @throws Rejected with a message per field; SentBefore, AttestationUsed as runOnce says.
 */
export async function recordSubmission(
  db: Database,
  { form, hasMembers = false, answers: given, club, ...write }: SentToClub,
): Promise<boolean> {
  const { answers, wrong } = checkAnswers(form, given);
  if (Object.keys(wrong).length > 0) throw new Rejected('Some answers need another look.', wrong);
  const page = PAGES[form.id] ?? form.id;
  const key = newKey();
  return db.writeTogether(async (tx) => {
    const once = { ...write, target: form.id, page, content: answers, makes: key };
    const { isNew } = await runOnce(tx, once, async () => {
      await putSubmission(tx, form.id, answers, key);
      const { email = '', name = '', message = '' } = answers;
      const contact = { email: String(email), name: String(name), message: String(message) };
      if (form.id === 'signup' && hasMembers) await joinFromForm(tx, { key, answers, timeZone: club.clock.timeZone });
      if (form.id === 'chatInvite') await inviteToChat(tx, club, { key, email: contact.email });
      if (form.id === 'contact') await forwardToClub(tx, club, { key, ...contact });
    });
    return isNew;
  });
}

async function putSubmission({ query, changed }: Writer, form: FormName, answers: Answers, key: string): Promise<void> {
  await query
    .insertInto('submissions')
    .values({ form, key, answers: writeAnswers(answers), created_at: Date.now() })
    .execute();
  changed('submission', `${form}/${key}`);
}

const LINK_SENT = 'We have already emailed its link several times today: please look for one of those emails.';
const TAKEN_DOWN = 'This form is closed: the club has taken it down.';

/** @throws NotFound if no event that the public sees has it, or it has no fields. */
export async function requireOpenForm(db: Reader, formId: string): Promise<EventForm> {
  const row = await db.query
    .selectFrom('forms')
    .select(['fields', 'asks_person'])
    .where('id', '=', formId)
    .where((is) => is.exists(publicEvents(db).select('key').where('form_id', '=', formId)))
    .executeTakeFirst();
  const form = toEventForm(formId, row);
  if (form.fields.length === 0) throw new NotFound(TAKEN_DOWN);
  return form;
}
