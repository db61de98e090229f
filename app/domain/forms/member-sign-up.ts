import { numberReader } from '../questions/number.ts';
import { choiceReader } from '../questions/radio.ts';
import { textReader } from '../questions/text.ts';
import { ask, clubForm, line, type AskingClub } from './club-form.ts';

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
