const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

// Under a minute for the first hour, then up to four hours, three days in all.
const DELAYS = [
  ...[5, 10, 20, 40].map((seconds) => seconds * SECOND),
  ...Array<number>(65).fill(55 * SECOND),
  ...[5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2].map((hours) => hours * HOUR),
  ...Array<number>(17).fill(4 * HOUR),
];

/** How long a mail waits after its `attempts`-th failure, in milliseconds; undefined: it is given up. */
export function retryDelay(attempts: number): number | undefined {
  return DELAYS[attempts - 1];
}
