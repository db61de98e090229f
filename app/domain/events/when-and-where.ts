/** When and where an event is, as those who go need to know it. Times are epoch milliseconds. */
export interface Plan {
  start: number | null;
  end: number | null;
  location: string;
  hiddenDate: boolean;
  customDate: string;
}

export function planOf({ start, end, location, hiddenDate, customDate }: Plan): Plan {
  return { start, end, location, hiddenDate, customDate };
}

/** Whether people who signed up would come at the wrong time or to the wrong place. */
function isOtherPlan(one: Plan, other: Plan): boolean {
  return one.location !== other.location || timeOf(one) !== timeOf(other);
}

/** If words stand in the place of a date, people go by those. */
function timeOf({ start, end, hiddenDate, customDate }: Plan): string {
  return hiddenDate ? `custom ${customDate}` : `${start} ${end}`;
}

/**
 * Whether it has ended, or begun if it has no end; never without a fixed date. For `isOver` (times.ts), an
 * event without an end lasts until its day ends.
 */
export function hasPassed(
  { start, end, hiddenDate }: Pick<Plan, 'start' | 'end' | 'hiddenDate'>,
  now: number,
): boolean {
  if (hiddenDate || start === null) return false;
  return (end !== null && end > start ? end : start) <= now;
}

/** Nobody is told of a change if the event is over both before and after it. */
export function isWorthTelling(before: Plan, after: Plan, now: number): boolean {
  return isOtherPlan(before, after) && !(hasPassed(before, now) && hasPassed(after, now));
}
