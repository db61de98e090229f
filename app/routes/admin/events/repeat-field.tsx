import { isRepeats, repeatsOf } from '../../../domain/events/repeats.ts';
import { sameWallTime } from '../../../domain/events/wall-span.ts';
import { readWallTime } from '../../../time/club-date-time.ts';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import type { RecordForm } from '../../../ui/admin/use-record-form.ts';
import { LABELS, type EventValues } from './event-values.ts';

interface RepeatFieldProps {
  form: RecordForm<EventValues>;
  timeZone: string;
  announces: boolean;
}

/** Says what will be made before it is made. */
export function RepeatField({ form: { values, bind }, timeZone, announces }: RepeatFieldProps) {
  return (
    <div>
      <BoundTextField
        field={bind('repeatWeekly')}
        label={LABELS.repeatWeekly}
        hint="So many more, each a week after the one before at the same time on the clock, with a form of its own."
        inputMode="numeric"
        autoComplete="off"
      />
      <div aria-live="polite">
        {linesOf(values, timeZone, announces).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}

const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** '5 events: Nov 27, Dec 4, Dec 11, Dec 18, Dec 25', and what the clocks change about one of them. */
function linesOf(values: EventValues, timeZone: string, announces: boolean): string[] {
  if (!isRepeats(values.repeatWeekly.trim()) || readWallTime(values.start, timeZone).kind === 'unreadable') return [];
  const all = repeatsOf({ ...values, repeatWeekly: values.repeatWeekly.trim() }, timeZone);
  if (all.length === 1) return [];
  const days = all.map(({ start }) => dayOf(start)).join(', ');
  const isAnnounced = announces && values.announce && values.visibility !== 'Draft';
  return [
    `${all.length} events: ${days}.${isAnnounced ? ' Each is announced on Discord.' : ''}`,
    ...all.flatMap(({ start, startOccurrence }, weeks) => {
      const wall = sameWallTime(values.start, weeks);
      if (wall !== start)
        return [
          `${dayOf(start)} begins at ${start.slice(11)}: the clocks go forward, and ${wall.slice(11)} does not exist.`,
        ];
      if (weeks > 0 && startOccurrence)
        return [`${dayOf(start)} begins at the first ${start.slice(11)}: the clocks go back, and it comes twice.`];
      return [];
    }),
  ];
}

function dayOf(wall: string): string {
  return day.format(Date.parse(`${wall}Z`));
}
