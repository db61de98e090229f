/** A hundred years: anything longer might as well be for ever. */
export const MOST_DAYS = 36_500;

export function isDays(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= MOST_DAYS;
}
