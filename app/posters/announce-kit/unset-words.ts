import { findUnset, type Unset } from '../paragraph.ts';
import type { KitWords } from './kit.ts';

/** Texts with missing letters are not drawn; missing signs are left out. */
export function findUnsetWords(words: Omit<KitWords, 'mark' | 'address'>): Promise<Unset> {
  const { title, presenter, when, place, clubName } = words;
  return findUnset([title, presenter, ...when, place, clubName], 800);
}
