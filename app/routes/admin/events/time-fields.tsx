import { useId, useRef } from 'react';
import { readWallTime, type Moment, type Occurrence } from '../../../time/club-date-time.ts';
import { zoneName } from '../../../time/club-time.ts';
import { endAfter, lengthOf, weekLater, type WallSpan } from '../../../domain/events/wall-span.ts';
import * as fields from '../../../ui/form/field.module.css';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import type { FieldBinding, RecordForm } from '../../../ui/admin/use-record-form.ts';
import { Button } from '../../../ui/button.tsx';
import * as styles from './event-fields.module.css';
import type { EventValues } from './event-values.ts';
import { wallHour } from '../../../time/wall-text.ts';

interface TimeFieldsProps {
  form: RecordForm<EventValues>;
  timeZone: string;
  /** The event came without an end. */
  isEndOptional: boolean;
}

/** How long a new event lasts until somebody chooses its end, in minutes. */
const USUAL_LENGTH = 120;

/** Start and end by the club's clocks, whatever the browser's zone (product.md 2, Events). */
export function TimeFields({ form, timeZone, isEndOptional }: TimeFieldsProps) {
  const { values, bind } = form;
  const start = bind('start');
  const end = bind('end');
  const startOccurrence = bind('startOccurrence');
  const endOccurrence = bind('endOccurrence');
  // The span when the focus came to the start, because typing a year passes through the years 2, 20 and 202.
  const before = useRef<WallSpan>(undefined);
  const onStart = (wall: string) => {
    start.onChange(wall);
    startOccurrence.onChange('');
    if (isEndOptional && values.end === '') return;
    const kept = endWith(wall, before.current ?? values, timeZone);
    if (!kept.end) return;
    end.onChange(kept.end);
    endOccurrence.onChange(kept.endOccurrence);
  };
  const onEnd = (wall: string) => {
    end.onChange(wall);
    endOccurrence.onChange('');
  };
  const moveByAWeek = () => {
    const later = weekLater(values, timeZone);
    start.onChange(later.start);
    startOccurrence.onChange(later.startOccurrence);
    end.onChange(later.end);
    endOccurrence.onChange(later.endOccurrence);
  };
  return (
    <div className={styles.pair}>
      <div className={styles.start}>
        <BoundTextField
          field={{ ...start, onChange: onStart }}
          hint={dayAndZone(values.start, timeZone)}
          onFocus={() => (before.current = values)}
          required
          {...DATE_TIME_INPUT}
        />
        <WhichOfTwoTimes wall={values.start} field={startOccurrence} timeZone={timeZone} />
        <Button quiet disabled={values.start === ''} onClick={moveByAWeek}>
          A week later
        </Button>
      </div>
      <div>
        <BoundTextField
          field={{ ...end, onChange: onEnd }}
          hint={isEndOptional && values.end === '' ? 'Leave empty if it has none.' : dayAndZone(values.end, timeZone)}
          required={!isEndOptional}
          {...DATE_TIME_INPUT}
        />
        <WhichOfTwoTimes wall={values.end} field={endOccurrence} timeZone={timeZone} />
      </div>
    </div>
  );
}

interface MomentFieldProps {
  field: FieldBinding<string>;
  occurrence: FieldBinding<Occurrence>;
  hint: string;
  timeZone: string;
  required?: boolean;
  disabled?: boolean;
}

export function MomentField({
  field,
  occurrence,
  hint,
  timeZone,
  required = false,
  disabled = false,
}: MomentFieldProps) {
  const change = (wall: string) => {
    field.onChange(wall);
    occurrence.onChange('');
  };
  return (
    <div>
      <BoundTextField
        field={{ ...field, onChange: change }}
        hint={field.value ? dayAndZone(field.value, timeZone) : hint}
        required={required}
        disabled={disabled}
        {...DATE_TIME_INPUT}
      />
      <WhichOfTwoTimes wall={field.value} field={occurrence} timeZone={timeZone} />
    </div>
  );
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** 'Friday, Toronto time' */
function dayAndZone(wall: string, timeZone: string): string {
  const zone = zoneName(timeZone);
  return readWallTime(wall, timeZone).kind === 'unreadable'
    ? zone
    : `${weekday.format(Date.parse(`${wall}Z`))}, ${zone}`;
}

/** The end for a new start: as far from it as before, or the end that was chosen before there was a start. */
function endWith(start: string, before: WallSpan, timeZone: string): Pick<WallSpan, 'end' | 'endOccurrence'> {
  const length = lengthOf(before, timeZone);
  const isChosen = lengthOf({ ...before, start, startOccurrence: '' }, timeZone) !== undefined;
  return length === undefined && isChosen ? before : endAfter(start, length ?? USUAL_LENGTH, timeZone);
}

/** Years have four digits. */
const DATE_TIME_INPUT = { type: 'datetime-local', max: '2999-12-31T23:59' } as const;

/** Appears if the clocks go back and the time occurs twice. */
function WhichOfTwoTimes({
  wall,
  field,
  timeZone,
}: {
  wall: string;
  field: FieldBinding<Occurrence>;
  timeZone: string;
}) {
  const id = useId();
  const read = readWallTime(wall, timeZone);
  if (read.kind !== 'twice') return null;
  const choice = (value: 'first' | 'second', { offset }: Moment) => (
    <label className={fields.choice}>
      <input
        type="radio"
        name={field.name}
        checked={field.value === value}
        onChange={() => field.onChange(value)}
        onBlur={field.onBlur}
        aria-describedby={field.message && id}
      />
      {value === 'first' ? 'The first' : 'The second'} ({offset})
    </label>
  );
  return (
    <fieldset className={styles.which}>
      <legend className={fields.label}>The clocks go back: which {wallHour(wall)}?</legend>
      {choice('first', read.first)}
      {choice('second', read.second)}
      <p id={id} className={fields.message} hidden={!field.message}>
        {field.message}
      </p>
    </fieldset>
  );
}
