import { useId, useState } from 'react';
import { momentOf, readWallTime, type Moment, type Occurrence } from '../../../domain/events/club-date-time.ts';
import fields from '../../../ui/form/field.module.css';
import { TextField } from '../../../ui/admin/fields.tsx';
import type { Bound, RecordForm } from '../../../ui/admin/use-record-form.ts';
import styles from './event-fields.module.css';
import { LABELS, usualEnd, type EventValues } from './event-values.ts';

interface TimeFieldsProps {
  form: RecordForm<EventValues>;
  timeZone: string;
  isNew: boolean;
}

/** Start and end as the clocks at the club show them, whatever the browser's zone (product.md 5, Admin forms). */
export function TimeFields({ form, timeZone, isNew }: TimeFieldsProps) {
  const [isEndChosen, setEndChosen] = useState(!isNew);
  const { values, bind, set } = form;
  const start = bind('start');
  const end = bind('end');
  const hint = `As clocks show it in ${timeZone.replaceAll('_', ' ')}.`;
  const onStart = (wall: string) => {
    start.onChange(wall);
    set('startOccurrence', '');
    const time = momentOf(wall, 'first', timeZone);
    if (isEndChosen || time === undefined) return;
    const usual = usualEnd(time, timeZone);
    set('end', usual.end);
    set('endOccurrence', usual.endOccurrence);
  };
  const onEnd = (wall: string) => {
    setEndChosen(true);
    end.onChange(wall);
    set('endOccurrence', '');
  };
  return (
    <div className={styles.pair}>
      <div>
        <TextField {...{ hint }} field={{ ...start, onChange: onStart }} label={LABELS.start} required {...PLATFORM} />
        <Which wall={values.start} field={bind('startOccurrence')} timeZone={timeZone} />
      </div>
      <div>
        <TextField {...{ hint }} field={{ ...end, onChange: onEnd }} label={LABELS.end} required {...PLATFORM} />
        <Which wall={values.end} field={bind('endOccurrence')} timeZone={timeZone} />
      </div>
    </div>
  );
}

/** Years have four digits. */
const PLATFORM = { type: 'datetime-local', max: '2999-12-31T23:59' } as const;

/** Appears where the clocks go back, and the time comes twice. */
function Which({ wall, field, timeZone }: { wall: string; field: Bound<Occurrence>; timeZone: string }) {
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
      <legend className={fields.label}>The clocks go back: which {wall.slice(11)}?</legend>
      {choice('first', read.first)}
      {choice('second', read.second)}
      <p id={id} className={fields.message} hidden={!field.message}>
        {field.message}
      </p>
    </fieldset>
  );
}
