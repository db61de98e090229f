import type { FormName } from '../../config/club.ts';
import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { startOfToday } from '../../time/club-time.ts';
import { NotFound, Rejected } from '../errors.ts';
import { toEvent, isOver } from '../events/event.ts';
import { newKey } from '../keys.ts';
import { confirmationAddress, confirmSignUp, forwardToClub, inviteToChat } from '../mail/mail-about-responses.ts';
import type { MailingClub } from '../mail/mail.ts';
import { forgetLinks, newLink } from '../sign-ups/links.ts';
import { sendLinkAgain, tellSignUp } from '../sign-ups/mails.ts';
import { findPersonForm } from '../sign-ups/places.ts';
import { findSignUp, positionOf, SignedUpAlready, signUp } from '../sign-ups/sign-ups.ts';
import type { ClubForm } from './club-forms.ts';
import { defineEventForm, findForm, type EventForm } from './event-form.ts';
import { checkAnswers, type Answers, type FormRef } from './form-definition.ts';
import { runOnce, type PublicWrite } from './idempotency.ts';

interface SentResponse extends PublicWrite {
  answers: Record<string, unknown>;
  club: MailingClub;
}

export interface SentToEvent extends SentResponse {
  formId: string;
}

export interface SentToClub extends SentResponse {
  form: ClubForm;
}

/** `form` tells whoever filled an earlier state of it what changed. */
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

export interface RecordedSignUp {
  state: 'going' | 'waiting' | 'cancelled';
  position: number | undefined;
  token: string;
}

/**
 * product.md 5: durable when this returns, once however often it is sent, and confirmed by mail where an address was
 * given. Concurrent responses share a commit.
 * @throws NotFound when no event has this form, it has no fields, or every event that has it is over; EntryRejected
 * with a message per field; SentBefore, AttestationUsed as runOnce says.
 */
export function recordEntry(
  db: Database,
  { formId, answers: given, club, ...write }: SentToEvent,
): Promise<RecordedEntry> {
  const target = `entry:${formId}`;
  const recorded = db.writeTogether(async (tx) => {
    const { isNew, made } = await runOnce(tx, { ...write, target, page: target, content: given }, async () => {
      const form = await requireOpenForm(tx, formId);
      await refusePast(tx, formId, startOfToday(club.clock.timeZone));
      const { answers, wrong } = checkAnswers(defineEventForm(form), given);
      if (Object.keys(wrong).length > 0) throw new EntryRejected(form, wrong);
      if (form.asksPerson) return recordSignUp(tx, club, formId, answers);
      const key = await store(tx, { kind: 'event', id: formId }, answers);
      await confirmSignUp(tx, club, { key, form, answers });
    });
    // By what was sent alone: the answer tells nobody what else was written to an address today.
    const form = await findForm(tx, formId);
    const { answers } = checkAnswers(defineEventForm(form), given);
    const confirmedTo = confirmationAddress(form, answers);
    const signUp = made === undefined ? undefined : await answerSignUp(tx, formId, made);
    return { isNew, confirmedTo, ...(signUp && { signUp }) };
  }, target);
  return recorded.catch(async (error: unknown) => {
    // What was written is undone; that the link goes out again is a write of its own.
    if (error instanceof SignedUpAlready) await sendLinkAgain(db, club, error.signUp);
    throw error;
  });
}

/** Gives back the sign-up's key. */
async function recordSignUp(tx: Writer, club: MailingClub, formId: string, answers: Answers): Promise<string> {
  const { timeZone } = club.clock;
  const form = await findPersonForm(tx, formId, timeZone);
  if (!form) throw new NotFound(TAKEN_DOWN);
  const made = await signUp(tx, form, { key: newKey(), answers }, { timeZone });
  // Somebody else may have signed this address up before, and have the link still.
  await forgetLinks(tx, formId, [made.key]);
  await tellSignUp(tx, club, form.event, made, made.state === 'going' ? 'going' : 'waiting');
  return made.key;
}

/** By what was made alone: the address may be signed up by its owner since. */
async function answerSignUp(tx: Writer, formId: string, key: string): Promise<RecordedSignUp | undefined> {
  const found = await findSignUp(tx, formId, key);
  // Cancelled since: then 'recorded' is all that still holds.
  if (!found || found.state === 'cancelled') return undefined;
  return {
    state: found.state,
    position: await positionOf(tx, found),
    token: await newLink(tx, formId, found.key),
  };
}

/** Sign-up and chat invite are one submission of one page: they share an attestation. */
const PAGES: Partial<Record<FormName, string>> = { signup: 'membership', chatInvite: 'membership' };

/**
 * As recordEntry. Gives back false where it was stored before.
 * @throws Rejected with a message per field; SentBefore, AttestationUsed as runOnce says.
 */
export async function recordSubmission(
  db: Database,
  { form, answers: given, club, ...write }: SentToClub,
): Promise<boolean> {
  const { answers, wrong } = checkAnswers(form, given);
  if (Object.keys(wrong).length > 0) throw new Rejected('Some answers need another look.', wrong);
  const page = PAGES[form.id] ?? form.id;
  return db.writeTogether(async (tx) => {
    const { isNew } = await runOnce(tx, { ...write, target: form.id, page, content: answers }, async () => {
      const key = await store(tx, form, answers);
      const { email = '', name = '', message = '' } = answers;
      const contact = { email: String(email), name: String(name), message: String(message) };
      if (form.id === 'chatInvite') await inviteToChat(tx, club, { key, email: contact.email });
      if (form.id === 'contact') await forwardToClub(tx, club, { key, ...contact });
    });
    return isNew;
  });
}

/** To whoever follows what forms receive, all responses are entries. */
async function store({ query, changed }: Writer, { kind, id }: FormRef, answers: Answers): Promise<string> {
  const key = newKey();
  const row = { key, answers: storable(answers), created_at: Date.now() };
  if (kind === 'event')
    await query
      .insertInto('entries')
      .values({ form_id: id, ...row })
      .execute();
  else
    await query
      .insertInto('submissions')
      .values({ form: id, ...row })
      .execute();
  changed('entry', `${id}/${key}`);
  return key;
}

/** No zero character, no half of a character: an export gives it back and an import takes it. */
function storable(answers: Answers): string {
  return JSON.stringify(answers, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
}

const TAKEN_DOWN = 'This form is closed: the club has taken it down.';

/** @throws NotFound when no event has it, or it has no fields. */
export async function requireOpenForm(db: Reader, formId: string): Promise<EventForm> {
  const event = await db.query.selectFrom('events').select('key').where('form_id', '=', formId).executeTakeFirst();
  const form = event && (await findForm(db, formId));
  if (!form || form.fields.length === 0) throw new NotFound(TAKEN_DOWN);
  return form;
}

async function refusePast(db: Reader, formId: string, midnight: number): Promise<void> {
  const rows = await db.query.selectFrom('events').selectAll().where('form_id', '=', formId).execute();
  if (rows.every((row) => isOver(toEvent(row), midnight))) {
    throw new NotFound('Sign-up has closed: this event is over.');
  }
}
