const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const LONGEST_DELAY_MS = 4 * HOUR;

/**
 * The waits between tries: less than a minute for the first hour, then up to four hours, three days in all. There are 91,
 * so that nothing is tried more than 92 times.
 */
const DELAYS = [
  ...[5, 10, 20, 40].map((seconds) => seconds * SECOND),
  ...Array<number>(65).fill(55 * SECOND),
  ...[5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2].map((hours) => hours * HOUR),
  ...Array<number>(17).fill(LONGEST_DELAY_MS),
];

/** Nothing is tried for longer than this, even if a server asks to wait. */
export const GIVE_UP_MS = 72 * HOUR;

/** Milliseconds to wait after the `attempts`-th failure; undefined: give up. */
export function retryDelay(attempts: number): number | undefined {
  return DELAYS[attempts - 1];
}

/** For officers. */
export function giveUpMessage(error: string): string {
  return `Given up after three days. The last problem: ${error}`;
}
