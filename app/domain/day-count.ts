/** What officers remove can be brought back for so long. */
export const TRASH_DAYS = 30;
export const INVITATION_DAYS = 30;

/** A hundred years: whatever is longer is for ever. */
export const MOST_DAYS = 36_500;

export function isDays(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= MOST_DAYS;
}
