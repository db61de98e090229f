import type { FormName } from '../../config/club.ts';
import type { AnswerReader } from '../questions/answer.ts';
import { LONGEST_LINE, textReader } from '../questions/text.ts';
import type { FormDefinition, FormField } from './form-definition.ts';

/** product.md 3 */
export interface ClubForm<Name extends string = string> extends FormDefinition<Name> {
  kind: 'club';
  id: FormName;
  title: string;
}

export interface AskingClub {
  institution: string;
}

export function clubForm<Name extends string>(
  id: FormName,
  title: string,
  fields: ClubForm<Name>['fields'],
): ClubForm<Name> {
  return { kind: 'club', id, title, fields };
}

export function ask<Name extends string>(name: Name, label: string, read: AnswerReader): FormField<Name> {
  return { name, label, read };
}

export function line<Name extends string>(name: Name, label: string, missing?: string) {
  return ask(name, label, textReader({ missing, longest: LONGEST_LINE }));
}

export function email(wrong: string) {
  return ask('email', 'Email', textReader({ missing: wrong, notEmail: wrong }));
}
