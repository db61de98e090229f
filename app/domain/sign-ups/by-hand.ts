import type { Writer } from '../../db/db.server.ts';
import { Rejected } from '../errors.ts';
import type { MailingClub } from '../mail/mail.ts';
import { defineEventForm } from '../forms/event-form-definition.ts';
import { findForm } from '../forms/event-form.ts';
import type { Answers } from '../questions/answer.ts';
import { askedFields } from '../questions/conditions.ts';
import { checkAnswers } from '../forms/form-definition.ts';
import { run } from './carry-out.ts';
import { PERSON } from './person.ts';
import { findSignUp, requireSignUp } from './read-sign-ups.ts';
import { needsEmail } from './rules.ts';
import { readStanding, type LockedPlaces } from './standing.ts';
import type { SignUp } from './state.ts';

export interface AddCommand {
  key: string;
  /** Only the name is required; an officer also gives an address. */
  answers: Record<string, unknown>;
  by: 'officer' | 'door';
  /** An officer agreed to let in one more than there are places. */
  beyondLimit?: boolean;
}

/**
 * Signs somebody up by hand, even before sign-up opens or after it has closed, and mails them if they gave an address.
 * However often the same `key` is sent, one person is added.
 * @throws Rejected with a message per field; SignedUpAlready, NoPlace
 */
export async function addSignUp(
  tx: Writer,
  club: MailingClub,
  { lockedForm, form }: LockedPlaces,
  { answers: input, ...command }: AddCommand,
): Promise<SignUp> {
  const { key, by } = command;
  const before = await findSignUp(tx, form.formId, key);
  if (before) return before;
  const answers = await checkAnswersByHand(tx, form.formId, input, needsEmail(by));
  const standing = await readStanding(tx, club, lockedForm, form, { key, answers });
  const { signUp } = await run(tx, club, standing, { kind: 'send', ...command, answers });
  return signUp ?? requireSignUp(tx, form.formId, key);
}

const ANOTHER_LOOK = 'Some answers need another look.';

/**
 * Returns the answers with the changes that were made by hand. Unchanged answers stay even if the form no longer asks
 * for them or would refuse them today; answers to fields that a change hides are dropped. The address can be changed
 * only if `mayCorrect`.
 * @throws Rejected with a message per field
 */
export async function changeAnswersByHand(
  tx: Writer,
  { formId, answers: before }: Pick<SignUp, 'formId' | 'answers'>,
  changes: Record<string, unknown>,
  mayCorrect: boolean,
): Promise<Answers> {
  const form = await findForm(tx, formId);
  const corrects = Object.hasOwn(changes, PERSON.email);
  const isRequired = (name: string) => name === PERSON.name || (corrects && name === PERSON.email);
  const fields = form.fields.map((field) => ({ ...field, required: isRequired(field.name) }));
  const input = { ...before, ...changes };
  const { answers, wrong } = checkAnswers(defineEventForm({ ...form, fields }), input);
  const refusals = Object.entries(wrong).filter(([name]) => Object.hasOwn(changes, name));
  if (corrects && !mayCorrect) refusals.push([PERSON.email, 'The address cannot be changed']);
  if (refusals.length > 0) throw new Rejected(ANOTHER_LOOK, Object.fromEntries(refusals));
  const shownBefore = new Set(askedFields(form.fields, before).map(({ name }) => name));
  const keptAnswers = Object.entries(before).filter(([name]) => !shownBefore.has(name) || Object.hasOwn(wrong, name));
  const checkedAnswers = Object.entries(answers).filter(([name]) => Object.hasOwn(input, name));
  return Object.fromEntries([...keptAnswers, ...checkedAnswers]);
}

/** Leaves out answers that nobody gave: a box that nobody saw was not left unticked. */
async function checkAnswersByHand(
  tx: Writer,
  formId: string,
  input: AddCommand['answers'],
  isEmailNeeded: boolean,
): Promise<Answers> {
  const form = await findForm(tx, formId);
  const isRequired = (name: string) => name === PERSON.name || (isEmailNeeded && name === PERSON.email);
  const fields = form.fields.map((field) => ({ ...field, required: isRequired(field.name) }));
  const { answers, wrong } = checkAnswers(defineEventForm({ ...form, fields }), input);
  if (Object.keys(wrong).length > 0) throw new Rejected(ANOTHER_LOOK, wrong);
  return Object.fromEntries(Object.entries(answers).filter(([name]) => Object.hasOwn(input, name)));
}
