import { email, line, longText, requiredLine } from './rules.ts';
import type { Target } from './form-definition.ts';

/** An application to join the executive team (product.md 3); behind `pages`. */
export const execApplication = {
  name: 'execApplication',
  title: 'Executive applications',
  fields: {
    name: requiredLine('Name', 'Please enter your name'),
    email: email('Email', 'Please enter a valid email', { required: true }),
    intrCscExec: longText('Why do you want to join the executive team?'),
    skills: longText('What skills would you bring?'),
    workshop: longText('Is there a workshop or an event that you would like to run?'),
    years: line('How many more years will you be studying here?'),
    role: line('Which role would you like?'),
    currentYear: line('Current year of study'),
  },
} as const satisfies Target;
