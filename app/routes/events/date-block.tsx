import type { EventCardView } from '../../domain/events/event-view.ts';

/** The day as a printed notice sets it; beside it, it is said in words. */
export function DateBlock({ weekday, day, month }: NonNullable<EventCardView['block']>) {
  return (
    <>
      <span>{weekday}</span>
      <strong>{day}</strong>
      <span>{month}</span>
    </>
  );
}
