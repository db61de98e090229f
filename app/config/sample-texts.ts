import type { ClubConfig } from './club.ts';
import { listTexts, type TextInFile } from './site-texts.ts';

/** The made-up place in the configuration that comes with the product. */
const SAMPLE = 'Quillmoor';
/** Domains that belong to nobody, so links to them lead nowhere. */
const NOWHERE = /(^|\.)example(\.(com|edu|net|org))?$/;

/** The names and links of the sample that visitors still see, as /admin/texts calls them. */
export function listSampleTexts(club: ClubConfig): TextInFile[] {
  return listTexts(club).filter(isSample);
}

function isSample({ kind, text }: TextInFile): boolean {
  if (kind === 'address') return URL.canParse(text) && NOWHERE.test(new URL(text).hostname);
  if (kind === 'email') return NOWHERE.test(text.slice(text.lastIndexOf('@') + 1));
  return text.includes(SAMPLE);
}
