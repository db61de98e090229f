const MOST_CHARACTERS = 200;
/** What a folder and a bucket take as one part of a path. */
const MOST_BYTES = 255;
const NOT_IN_NAMES = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** An image's smaller copies lie beside it. */
const VARIANT = /^\d+\.(avif|webp)$/;

/** Only a label: whatever could mean something else in a path or hide what it says is taken out. The ending stays. */
export function labelName(given: string): string {
  const plain = given.toWellFormed().normalize('NFC').replace(NOT_IN_NAMES, '').replace(/[/\\]/g, '-').trim();
  const name = shortened(plain.replace(/^[.\s]+/, ''));
  if (name === '') return 'file';
  return VARIANT.test(name) ? `image-${name}` : name;
}

function shortened(name: string): string {
  const ending = /\.[^.]{1,20}$/.exec(name)?.[0] ?? '';
  const stem = Array.from(name.slice(0, name.length - ending.length)).slice(0, MOST_CHARACTERS);
  const isTooLong = (text: string) => text.length > MOST_CHARACTERS || Buffer.byteLength(text) > MOST_BYTES;
  while (stem.length > 0 && isTooLong(stem.join('') + ending)) stem.pop();
  return (stem.join('') + ending).trim();
}
