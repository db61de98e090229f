import { choice, email, longText, number, requiredLine } from './rules.ts';
import type { Target, Words } from './form-definition.ts';

/** product.md 9; 'N/A' is shown as 'Prefer not to say'. */
export const GENDERS = ['Male', 'Female', 'N/A'] as const;
export const DEFAULT_GENDER = 'N/A';
export const YEARS = { min: 0, max: 10 };

const studentId = ({ institution }: Words) => `${institution} Student ID`;

/** The member sign-up (product.md 5). */
export const signUp = {
  name: 'signup',
  title: 'Member sign-ups',
  fields: {
    name: requiredLine('Name', 'Please enter your name'),
    student_id: requiredLine(studentId, (words) => `Please enter your ${studentId(words)}`),
    gender: choice('Gender', GENDERS),
    email: email('Preferred Email', 'Please enter your email', { required: false }),
    program: requiredLine(({ institution }) => `Program at ${institution}`, 'Please enter program name'),
    number_of_years_member: number('Number of years as a previous member', YEARS),
    interests: longText('Interests'),
  },
} as const satisfies Target;
