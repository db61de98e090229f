import type { ClubConfig, FormName } from '../../config/club.ts';
import { NotFound } from '../errors.ts';
import type { AnswerReader } from '../questions/answer.ts';
import { numberReader } from '../questions/number.ts';
import { choiceReader } from '../questions/radio.ts';
import { LONGEST_LINE, textReader } from '../questions/text.ts';
import type { FormDefinition, FormField } from './form-definition.ts';

/** product.md 3 */
export interface ClubForm<Name extends string = string> extends FormDefinition<Name> {
  kind: 'club';
  id: FormName;
  title: string;
}

interface AskingClub {
  institution: string;
}

/** product.md 9; 'N/A' is shown as 'Prefer not to say'. */
export const GENDERS = ['Male', 'Female', 'N/A'] as const;
export const DEFAULT_GENDER = 'N/A';
export const YEARS = { min: 0, max: 10 };

/** product.md 5 */
export function memberSignUp({ institution }: AskingClub) {
  return clubForm('signup', 'Member sign-ups', [
    line('name', 'Name', 'Please enter your name'),
    line('student_id', `${institution} Student ID`, `Please enter your ${institution} Student ID`),
    ask('gender', 'Gender', choiceReader(GENDERS, 'Please choose one of the options')),
    ask('email', 'Preferred Email', textReader({ notEmail: 'Please enter your email' })),
    line('program', `Program at ${institution}`, 'Please enter program name'),
    ask('number_of_years_member', 'Number of years as a previous member', numberReader(YEARS)),
    ask('interests', 'Interests', textReader()),
  ]);
}

export function chatInviteForm() {
  return clubForm('chatInvite', 'Chat invites', [email('email', 'Email', 'Please enter your email')]);
}

/** product.md 5: name and message have no rules. */
export function contact() {
  return clubForm('contact', 'Contact messages', [
    line('name', 'Name'),
    email('email', 'Email', 'Please enter a valid email'),
    ask('message', 'Message', textReader()),
  ]);
}

/** product.md 3; behind `pages`. */
export function execApplication() {
  return clubForm('execApplication', 'Executive applications', [
    line('name', 'Name', 'Please enter your name'),
    email('email', 'Email', 'Please enter a valid email'),
    ask('intrCscExec', 'Why do you want to join the executive team?', textReader()),
    ask('skills', 'What skills would you bring?', textReader()),
    ask('workshop', 'Is there a workshop or an event that you would like to run?', textReader()),
    line('years', 'How many more years will you be studying here?'),
    line('role', 'Which role would you like?'),
    line('currentYear', 'Current year of study'),
  ]);
}

/** product.md 3; behind `pages`. */
export function merchOrder({ institution }: AskingClub) {
  return clubForm('merchOrder', 'Merchandise orders', [
    email('email', 'Email', 'Please enter a valid email'),
    line('id', `${institution} Student ID`, `Please enter your ${institution} Student ID`),
    line('color', 'Color', 'Please enter a color'),
    line('size', 'Size', 'Please enter a size'),
    line('refnum', 'Payment reference number'),
  ]);
}

function clubForm<Name extends string>(id: FormName, title: string, fields: ClubForm<Name>['fields']): ClubForm<Name> {
  return { kind: 'club', id, title, fields };
}

function ask<Name extends string>(name: Name, label: string, read: AnswerReader): FormField<Name> {
  return { name, label, read };
}

function line<Name extends string>(name: Name, label: string, missing?: string) {
  return ask(name, label, textReader({ missing, longest: LONGEST_LINE }));
}

function email<Name extends string>(name: Name, label: string, wrong: string) {
  return ask(name, label, textReader({ missing: wrong, notEmail: wrong }));
}

export function listClubForms(club: AskingClub): ClubForm[] {
  return [memberSignUp(club), chatInviteForm(), contact(), execApplication(), merchOrder(club)];
}

export function listReceivedForms({ club, forms }: Pick<ClubConfig, 'club' | 'forms'>): ClubForm[] {
  return listClubForms(club).filter(({ id }) => forms[id].action.startsWith('/'));
}

/** @throws NotFound for a form that this site does not receive. */
export function requireReceivedForm(club: Pick<ClubConfig, 'club' | 'forms'>, id: string): ClubForm {
  const form = listReceivedForms(club).find((one) => one.id === id);
  if (!form) throw new NotFound('There is no such form.');
  return form;
}
