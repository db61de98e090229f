import { BadValue } from './bad-value.ts';

const LONGEST = 128;
/** Of a form's id and an entry's key together: what a notice of a change has room for. */
const LONGEST_PAIR = 160;
/** What a realtime database does not allow in a key either. */
const FORBIDDEN = /[.#$[\]/\p{Cc}]/u;

/** Lengths are bytes of JSON: keys have to fit into the notice of a change. @throws BadValue */
export function checkKeys(keys: string[], path: string): void {
  for (const key of keys) {
    if (key === '') throw new BadValue(path, 'has an empty key');
    if (FORBIDDEN.test(key) || !key.isWellFormed()) {
      throw new BadValue(path, 'has a key with one of . # $ [ ] / or a control character');
    }
    if (bytes(key) > LONGEST) throw new BadValue(path, `has a key longer than ${LONGEST} bytes`);
  }
  if (bytes(keys.join('/')) > LONGEST_PAIR) throw new BadValue(path, `has keys longer than ${LONGEST_PAIR} bytes`);
}

function bytes(key: string): number {
  return Buffer.byteLength(JSON.stringify(key)) - 2;
}
