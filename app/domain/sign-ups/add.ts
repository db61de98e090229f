import type { Writer } from '../../db/db.server.ts';
import { NotFound, Rejected } from '../errors.ts';
import { newKey } from '../keys.ts';
import type { MailingClub } from '../mail/mail.ts';
import { defineEventForm, findForm } from '../responses/event-form.ts';
import type { Answers } from '../questions/answer.ts';
import { checkAnswers } from '../responses/form-definition.ts';
import { forgetEarlierSender } from './links.ts';
import { tellSignUp } from './mails.ts';
import { findPersonForm } from './places.ts';
import { checkIn, findSignUp, lockPlaces, PERSON, requireSignUp, signUp, type SignUp } from './sign-ups.ts';

export interface AddedSignUp {
  /** Made by whoever adds: however often it is sent, one person is added. Left out: a new one. */
  key?: string;
  /** Beyond the name, nothing that the form requires of visitors has to be there. */
  answers: Record<string, unknown>;
  needsEmail?: boolean;
  /** They have a place, however many there are. */
  beyondLimit?: boolean;
  /** Epoch milliseconds at which they came. */
  checkedIn?: number;
}

/**
 * Signs somebody up in a running write, also before it opens and after it closed: a place while there is one and nobody
 * waits, else the waitlist. Whoever gave an address is written to.
 * @throws NotFound for a form that asks for nobody; Rejected with a message per field; SignedUpAlready, NoPlace
 */
export async function addSignUp(
  tx: Writer,
  club: MailingClub,
  formId: string,
  { key = newKey(), answers: given, needsEmail = false, beyondLimit = false, checkedIn }: AddedSignUp,
): Promise<SignUp> {
  const { timeZone } = club.clock;
  const form = await findPersonForm(tx, formId, timeZone);
  if (!form) throw new NotFound('This form asks for nobody.');
  await lockPlaces(tx, form);
  const before = await findSignUp(tx, formId, key);
  if (before) return before;
  const answers = await checkGiven(tx, formId, given, needsEmail);
  const made = await signUp(tx, form, { key, answers }, { timeZone, beyondLimit, byOfficer: true });
  if (made.key !== key) await forgetEarlierSender(tx, formId, made.key);
  await tellSignUp(tx, club, form.event, made, made.state === 'going' ? 'going' : 'waiting');
  if (checkedIn === undefined) return made;
  await checkIn(tx, formId, made.key, checkedIn);
  return requireSignUp(tx, formId, made.key);
}

/** What was not asked is no answer: a box that nobody saw was not left empty. */
async function checkGiven(
  tx: Writer,
  formId: string,
  given: AddedSignUp['answers'],
  needsEmail: boolean,
): Promise<Answers> {
  const form = await findForm(tx, formId);
  const isRequired = (name: string) => name === PERSON.name || (needsEmail && name === PERSON.email);
  const fields = form.fields.map((field) => ({ ...field, required: isRequired(field.name) }));
  const { answers, wrong } = checkAnswers(defineEventForm({ ...form, fields }), given);
  if (Object.keys(wrong).length > 0) throw new Rejected('Some answers need another look.', wrong);
  return Object.fromEntries(Object.entries(answers).filter(([name]) => Object.hasOwn(given, name)));
}
