import type { EventCardView } from '../../domain/events/event-view.ts';

/** The day in large type; the text beside it contains it too. */
export function DateBlock({ weekday, day, month }: NonNullable<EventCardView['block']>) {
  return (
    <>
      <span>{weekday}</span>
      <strong>{day}</strong>
      <span>{month}</span>
    </>
  );
}
