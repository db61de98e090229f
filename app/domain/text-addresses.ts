/** Matches a web address in a text, as far as it could reach. */
export const ADDRESS = /https?:\/\/[^\s<>"]+/;

const EVERY_ADDRESS = new RegExp(ADDRESS, 'g');
/** At the end of an address these belong to the sentence, as in GitHub’s Markdown. */
const PUNCTUATION = ".,;:!?*_~'’”»…";
const BRACKETS = new Map([
  [')', '('],
  [']', '['],
]);

/**
 * Cuts off what belongs to the sentence around an address that ADDRESS found: punctuation at its end, and a bracket
 * that nothing in the address opens. It takes time in proportion to its length.
 */
export function withoutSentence(found: string): string {
  const unmatched = new Map(
    [...BRACKETS].map(([close, open]) => [close, countOf(close, found) - countOf(open, found)]),
  );
  let end = found.length;
  for (; end > 0; end--) {
    const last = found.charAt(end - 1);
    const more = unmatched.get(last) ?? 0;
    if (more > 0) unmatched.set(last, more - 1);
    else if (!PUNCTUATION.includes(last)) break;
  }
  return found.slice(0, end);
}

/** Splits a text at its addresses: every second part is an address. */
export function splitAtAddresses(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(EVERY_ADDRESS)) {
    const address = withoutSentence(found);
    parts.push(text.slice(from, index), address);
    from = index + address.length;
  }
  return [...parts, text.slice(from)];
}

function countOf(character: string, text: string): number {
  return text.split(character).length - 1;
}
