/** Letters that no accent was added to, as people type them. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

/** A name as it is looked for: without case and accents. */
export function foldName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[ßæœøłđðþħı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Whether a folded name has every word of what was typed, in any order. */
export function matches(folded: string, words: string[]): boolean {
  return words.every((word) => folded.includes(word));
}

export function wordsOf(typed: string): string[] {
  return foldName(typed).split(/\s+/).filter(Boolean);
}
