import { ADMIN_SCREENS } from '../../admin-screens.ts';
import { can, canSomewhere, type Role } from '../../domain/roles.ts';
import { folded } from '../../domain/search-words.ts';

interface Findable {
  label: string;
  finds: readonly string[];
}

/** The screens that this role may open, with the words by which its people can find them. */
export function screensFor(role: Role | null) {
  return Object.entries(ADMIN_SCREENS)
    .filter(([, { needs }]) => needs === undefined || can(role, needs))
    .map(([name, { finds = [], ...screen }]) => ({
      ...screen,
      to: `/admin/${name}`,
      finds: finds.flatMap((one) => {
        if (typeof one === 'string') return one;
        return canSomewhere(role, one.needs) ? one.words : [];
      }),
    }));
}

export type FoundScreen<Screen> = Screen & {
  /** The words that matched; empty if they are in its label. */
  why: string;
};

/** The screens that have, for each typed word, a word that begins with it. Matches in labels come first. */
export function findScreens<Screen extends Findable>(screens: readonly Screen[], typed: string): FoundScreen<Screen>[] {
  const typedWords = wordsOf(typed.replaceAll('-', ''));
  const found = screens
    .filter(({ label, finds }) => typedWords.every((word) => has([label, ...finds].join(' '), word)))
    .map((screen) => ({ ...screen, why: whyFound(screen, typedWords) }));
  return [...found.filter(({ why }) => why === ''), ...found.filter(({ why }) => why !== '')];
}

function whyFound({ label, finds }: Findable, typedWords: string[]): string {
  if (typedWords.every((word) => has(label, word))) return '';
  const matching = (words: string[]) => finds.find((text) => words.every((word) => has(text, word)));
  return matching(typedWords) ?? matching(typedWords.filter((word) => !has(label, word))) ?? '';
}

function has(text: string, word: string): boolean {
  // So 'sign-up' is found by 'sign up' and by 'signup'.
  return [...wordsOf(text), ...wordsOf(text.replaceAll('-', ''))].some((one) => one.startsWith(word));
}

function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
