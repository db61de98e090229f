const MOST_WORDS = 8;
const LONGEST = 100;

/** The text in lower case and without accents. */
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

/** With one letter changed, a shorter word is often a different word. */
const SHORTEST = 4;
/** A word with at least this many letters may have two typing errors. */
const LONG = 8;
const LONGEST_PART = 40;

/**
 * The returned function lists which of `words` a text does not have, even with a typing error: a letter more, less or
 * changed, or two swapped.
 */
export function similarWords(words: string[]): (text: string) => string[] {
  const forgiven = new Map(
    words.map((word) => [word, { errors: errorsForgiven(word), known: new Map<string, boolean>() }]),
  );
  return (text) => {
    const where = folded(text);
    let parts: string[] | undefined;
    return words.filter((word) => {
      const { errors, known } = forgiven.get(word) ?? { errors: 0, known: new Map<string, boolean>() };
      if (where.includes(word)) return false;
      if (errors === 0) return true;
      parts ??= where.match(/[\p{L}\p{N}]+/gu) ?? [];
      return !parts.some((part) => {
        let isLike = known.get(part);
        if (isLike === undefined) known.set(part, (isLike = isSimilar(word, part, errors)));
        return isLike;
      });
    });
  };
}

function errorsForgiven(word: string): number {
  if (word.length < SHORTEST || /\d/.test(word)) return 0;
  return word.length < LONG ? 1 : 2;
}

/** Whether `part` begins with `word`, with at most so many errors. */
function isSimilar(word: string, part: string, errors: number): boolean {
  if (part.length < word.length - errors || part.length > LONGEST_PART) return false;
  const against = part.slice(0, word.length + errors);
  let [before, last] = [[] as number[], Array.from({ length: against.length + 1 }, (_zero, at) => at)];
  for (let row = 1; row <= word.length; row++) {
    const now = [row];
    for (let at = 1; at <= against.length; at++) {
      const isSame = word[row - 1] === against[at - 1];
      let least = Math.min((last[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (isSame ? 0 : 1));
      const isTurned = at > 1 && word[row - 1] === against[at - 2] && word[row - 2] === against[at - 1];
      if (isTurned) least = Math.min(least, (before[at - 2] ?? 0) + 1);
      now.push(least);
    }
    if (Math.min(...now) > errors) return false;
    [before, last] = [last, now];
  }
  return Math.min(...last) <= errors;
}
