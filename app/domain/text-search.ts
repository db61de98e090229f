const MOST_WORDS = 8;
const LONGEST = 100;

/** A text as it is looked for: in lower case and without accents. */
export function folded(text: string): string {
  const isPlain = /^[ -~]*$/.test(text);
  return (isPlain ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase();
}

/** The words of a search, folded; none where it is empty. What is far longer than a search is cut. */
export function searchWords(search: string): string[] {
  return folded(search.slice(0, LONGEST))
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS);
}

/** Those of the folded words that a text has nowhere. */
export function missingWords(text: string, words: string[]): string[] {
  const where = folded(text);
  return words.filter((word) => !where.includes(word));
}
