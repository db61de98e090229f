const FORBIDDEN = /[<>:"|?*\\/\p{Cc}]/gu;
/** Names of devices on Windows, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** In bytes of UTF-8. File systems allow 255, and something may be added before or after. */
const MOST_BYTES = 200;

/** A name that a file can have on every system. A name that already is one stays as it is. */
export function portableName(name: string): string {
  const plain = name
    .replaceAll(FORBIDDEN, '_')
    .replace(DEVICE, '_$&')
    .replace(/[. ]+$/, '_');
  return Buffer.byteLength(plain) <= MOST_BYTES ? plain : shortened(plain);
}

function shortened(name: string): string {
  const ending = /\.[^.]{1,20}$/.exec(name)?.[0] ?? '';
  let stem = '';
  for (const character of name.slice(0, name.length - ending.length)) {
    if (Buffer.byteLength(stem + character + ending) > MOST_BYTES) break;
    stem += character;
  }
  return stem + ending;
}
