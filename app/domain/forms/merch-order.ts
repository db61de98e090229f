import { clubForm, email, line, type AskingClub } from './club-form.ts';

/** product.md 3; the configuration’s `pages` may leave it off. */
export function merchOrder({ institution }: AskingClub) {
  return clubForm('merchOrder', 'Merchandise orders', [
    email('Please enter a valid email'),
    line('id', `${institution} Student ID`, `Please enter your ${institution} Student ID`),
    line('color', 'Color', 'Please enter a color'),
    line('size', 'Size', 'Please enter a size'),
    line('refnum', 'Payment reference number'),
  ]);
}
