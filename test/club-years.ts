import type { ClubYears } from '../app/time/club-year.ts';

/** Of a club whose years begin in September. */
export const clubYears: ClubYears = { timeZone: 'America/Toronto', yearStartsIn: 9 };
