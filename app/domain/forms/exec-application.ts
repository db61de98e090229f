import { textReader } from '../questions/text.ts';
import { ask, clubForm, email, line } from './club-form.ts';

/** product.md 3; the configuration’s `pages` may leave it off. */
export function execApplication() {
  return clubForm('execApplication', 'Executive applications', [
    line('name', 'Name', 'Please enter your name'),
    email('Please enter a valid email'),
    ask('intrCscExec', 'Why do you want to join the executive team?', textReader()),
    ask('skills', 'What skills would you bring?', textReader()),
    ask('workshop', 'Is there a workshop or an event that you would like to run?', textReader()),
    line('years', 'How many more years will you be studying here?'),
    line('role', 'Which role would you like?'),
    line('currentYear', 'Current year of study'),
  ]);
}
