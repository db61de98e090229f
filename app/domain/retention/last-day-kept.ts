import { fromAbsolute } from '@internationalized/date';

/** The last day on which an answer that came at `receivedAt` is kept for `days` days, as a moment of that day at the club. */
export function lastDayKept(receivedAt: number, days: number, timeZone: string): number {
  return fromAbsolute(receivedAt, timeZone).add({ days }).toDate().getTime();
}
