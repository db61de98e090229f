const FORBIDDEN = /[<>:"|?*\\/\p{Cc}]/gu;
/** Devices of Windows, whatever ending they are given. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** Bytes of UTF-8: file systems take 255, and something may be put before or after. */
const MOST_BYTES = 200;

/** As a file may be called on every system; a name that may be stays as it is. */
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
