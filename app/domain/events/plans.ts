/** When and where an event is, as those who go have to know it. Times are epoch milliseconds. */
export interface Plan {
  start: number | null;
  end: number | null;
  location: string;
  hiddenDate: boolean;
  customDate: string;
}

/** Without the rest of an event. */
export function planOf({ start, end, location, hiddenDate, customDate }: Plan): Plan {
  return { start, end, location, hiddenDate, customDate };
}

/** Whether people who signed up would come at a wrong time or to a wrong place. */
function isOtherPlan(one: Plan, other: Plan): boolean {
  return one.location !== other.location || timeOf(one) !== timeOf(other);
}

/** What stands in the place of a date is what people go by. */
function timeOf({ start, end, hiddenDate, customDate }: Plan): string {
  return hiddenDate ? `custom ${customDate}` : `${start} ${end}`;
}

/** It has ended, or without an end begun; one without a fixed date has not. */
export function hasPassed(
  { start, end, hiddenDate }: Pick<Plan, 'start' | 'end' | 'hiddenDate'>,
  now: number,
): boolean {
  if (hiddenDate || start === null) return false;
  return (end !== null && end > start ? end : start) <= now;
}

/** Nobody is told of what has passed, before and after the change. */
export function isWorthTelling(before: Plan, after: Plan, now: number): boolean {
  return isOtherPlan(before, after) && !(hasPassed(before, now) && hasPassed(after, now));
}
