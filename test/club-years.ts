import type { ClubYears } from '../app/time/club-year.ts';

/** The years of a club that begin in September. */
export const clubYears: ClubYears = { timeZone: 'America/Toronto', yearStartsIn: 9 };
