/** Signs that two of a thousand random codes may share by chance. */
const MOST_SHARED = 8;

/**
 * What codes of one moment tell of each other, in the order of their making: mostly nothing. All of them begin with the same
 * `known` signs, such as that moment.
 */
export function whatNeighboursTell(codes: string[], known: number): string[] {
  const secrets = codes.map((code) => code.slice(known));
  const begins = mostShared(secrets);
  const ends = mostShared(secrets.map(backwards));
  const rises = secrets.filter((secret, at) => at > 0 && secret > (secrets[at - 1] ?? '')).length;
  // By chance half of them, give or take a third of the root of their number: this is nine times as much.
  const isInOrder = Math.abs(rises - (codes.length - 1) / 2) > 3 * Math.sqrt(codes.length);
  return [
    ...(begins > MOST_SHARED ? [`two begin with the same ${begins} signs`] : []),
    ...(ends > MOST_SHARED ? [`two end with the same ${ends} signs`] : []),
    ...(isInOrder ? [`${rises} of ${codes.length} are larger than the one before`] : []),
  ];
}

function mostShared(codes: string[]): number {
  const sorted = codes.toSorted();
  return Math.max(...sorted.slice(1).map((code, at) => sharedBy(code, sorted[at] ?? '')));
}

function sharedBy(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

function backwards(code: string): string {
  return code.split('').toReversed().join('');
}
