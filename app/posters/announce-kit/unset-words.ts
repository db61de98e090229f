import { findUnset, type Unset } from '../paragraph.ts';
import type { KitWords } from './kit.ts';

/** Where letters are missing nothing is drawn; signs are left out. */
export function findUnsetWords({ title, when, place, clubName }: Omit<KitWords, 'mark' | 'address'>): Promise<Unset> {
  return findUnset([title, ...when, place, clubName], 800);
}
