import { statSync } from 'node:fs';
import type { Found } from './data-steps.ts';

/** The first that was made since: by the start of the new version, or for it. */
export function firstKept({ copies }: Pick<Found, 'copies'>, known: string[]): string | undefined {
  const since = copies.flatMap(({ kept }) => kept).filter((one) => !known.includes(one));
  return since.toSorted((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)[0];
}
