import type { FormName } from '../../config/club.ts';
import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { startOfToday } from '../../time/club-time.ts';
import { NotFound, Rejected } from '../errors.ts';
import { toEvent, isOver } from '../events/event.ts';
import { newKey } from '../keys.ts';
import { confirmationAddress, confirmSignUp, forwardToClub, inviteToChat } from '../mail/mail-about-responses.ts';
import type { MailingClub } from '../mail/mail.ts';
import { newLink } from '../sign-ups/links.ts';
import { sendLinkAgain, tellSignUp } from '../sign-ups/mails.ts';
import { findPersonForm } from '../sign-ups/places.ts';
import { findByAddress, PERSON, positionOf, SignedUpAlready, signUp } from '../sign-ups/sign-ups.ts';
import type { ClubForm } from './club-forms.ts';
import { defineEventForm, findForm, type EventForm } from './event-form.ts';
import { checkAnswers, type Answers, type FormRef } from './form-definition.ts';
import { runOnce, type PublicWrite } from './idempotency.ts';

interface SentResponse extends PublicWrite {
  /** By field name; nothing about it is known yet. */
  answers: Record<string, unknown>;
  /** In whose name the mail goes out that it causes. */
  club: MailingClub;
}

export interface SentToEvent extends SentResponse {
  formId: string;
}

export interface SentToClub extends SentResponse {
  form: ClubForm;
}

/** The answers do not fit the event's form as it is now: `form` tells whoever filled an earlier state of it what changed. */
export class EntryRejected extends Rejected {
  override name = 'EntryRejected';
  readonly form: EventForm;

  constructor(form: EventForm, fields: Record<string, string>) {
    super('Please fill all required fields, indicated with *', fields);
    this.form = form;
  }
}

export interface RecordedEntry {
  /** False where it had been stored before. */
  isNew: boolean;
  /** The address that it is confirmed to by mail. */
  confirmedTo: string | undefined;
  /** Of a form that asks for a person: what came of it, and a link to manage it. */
  signUp?: RecordedSignUp;
}

export interface RecordedSignUp {
  state: 'going' | 'waiting' | 'cancelled';
  /** Which number on the waitlist. */
  position: number | undefined;
  token: string;
}

/**
 * Stores a visitor's response to an event's own form (product.md 5): checked against the form as it is stored now,
 * durable when this returns, once however often it is sent, and confirmed by mail where an address was asked for and
 * given. Concurrent responses share a commit.
 * @throws NotFound when no event has this form, it has no fields, or every event that has it is over.
 * @throws EntryRejected with a message per field.
 * @throws SentBefore, AttestationUsed as runOnce says.
 */
export function recordEntry(
  db: Database,
  { formId, answers: given, club, ...write }: SentToEvent,
): Promise<RecordedEntry> {
  const target = `entry:${formId}`;
  const recorded = db.writeTogether(async (tx) => {
    const isNew = await runOnce(tx, { ...write, target, page: target, content: given }, async () => {
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
    const signUp = form.asksPerson ? await answerSignUp(tx, formId, String(answers[PERSON.email] ?? '')) : undefined;
    return { isNew, confirmedTo, ...(signUp && { signUp }) };
  });
  return recorded.catch(async (error: unknown) => {
    // What was written is undone; that the link goes out again is a write of its own.
    if (error instanceof SignedUpAlready) await sendLinkAgain(db, club, error.signUp);
    throw error;
  });
}

async function recordSignUp(tx: Writer, club: MailingClub, formId: string, answers: Answers): Promise<void> {
  const { timeZone } = club.clock;
  const form = await findPersonForm(tx, formId, timeZone);
  if (!form) throw new NotFound(TAKEN_DOWN);
  const made = await signUp(tx, form, { key: newKey(), answers }, { timeZone });
  await tellSignUp(tx, club, form.event, made, made.state === 'going' ? 'going' : 'waiting');
}

/** What whoever has just signed up is told: it is asked for again where an answer was lost. */
async function answerSignUp(tx: Writer, formId: string, email: string): Promise<RecordedSignUp | undefined> {
  const found = await findByAddress(tx, formId, email);
  if (!found) return undefined;
  return {
    state: found.state,
    position: await positionOf(tx, found),
    token: await newLink(tx, formId, found.key),
  };
}

/** Sign-up and chat invite are one submission of one page: they share an attestation. */
const PAGES: Partial<Record<FormName, string>> = { signup: 'membership', chatInvite: 'membership' };

/**
 * Stores what a visitor sent to one of the club's forms as recordEntry does: checked by the form's rules. A chat invite
 * is mailed to the visitor, a contact message to the club. Gives back false where it was stored before.
 * @throws Rejected with a message per field.
 * @throws SentBefore, AttestationUsed as runOnce says.
 */
export async function recordSubmission(
  db: Database,
  { form, answers: given, club, ...write }: SentToClub,
): Promise<boolean> {
  const { answers, wrong } = checkAnswers(form, given);
  if (Object.keys(wrong).length > 0) throw new Rejected('Some answers need another look.', wrong);
  const page = PAGES[form.id] ?? form.id;
  return db.writeTogether((tx) =>
    runOnce(tx, { ...write, target: form.id, page, content: answers }, async () => {
      const key = await store(tx, form, answers);
      const { email = '', name = '', message = '' } = answers;
      const contact = { email: String(email), name: String(name), message: String(message) };
      if (form.id === 'chatInvite') await inviteToChat(tx, club, { key, email: contact.email });
      if (form.id === 'contact') await forwardToClub(tx, club, { key, ...contact });
    }),
  );
}

/** Stores a response and gives back its key; to whoever follows what forms receive, all responses are entries. */
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

/** Answers as JSON that an export gives back and an import takes: no zero character, no half of a character. */
function storable(answers: Answers): string {
  return JSON.stringify(answers, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
}

const TAKEN_DOWN = 'This form is closed: the club has taken it down.';

/**
 * The form with this id, which an event has.
 * @throws NotFound when no event has it, or it has no fields.
 */
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
