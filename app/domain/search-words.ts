const MOST_WORDS = 8;
const LONGEST = 100;

/** In lower case and without accents. */
export function folded(text: string): string {
  const isPlain = /^[ -~]*$/.test(text);
  return (isPlain ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase();
}

export function searchWords(search: string): string[] {
  return folded(search.slice(0, LONGEST))
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS);
}
