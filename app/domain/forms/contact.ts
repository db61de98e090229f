import { textReader } from '../questions/text.ts';
import { ask, clubForm, email, line } from './club-form.ts';

/**
 * product.md 5: name and message may be empty. Like every line and every text, they have a longest length, of 500 and
 * 10,000 characters.
 */
export function contact() {
  return clubForm('contact', 'Contact messages', [
    line('name', 'Name'),
    email('Please enter a valid email'),
    ask('message', 'Message', textReader()),
  ]);
}
