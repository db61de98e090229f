/** A clock's hour and day: a club's day may be an hour longer or shorter. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
