/** An hour and a day by the clock; a day of the club may be an hour longer or shorter. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
