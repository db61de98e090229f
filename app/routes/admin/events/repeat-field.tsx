import { useState } from 'react';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import type { RecordForm } from '../../../ui/admin/use-record-form.ts';
import * as styles from './event-fields.module.css';
import type { EventValues } from './event-values.ts';
import { announcedLine, repeatLines } from './repeat-lines.ts';

interface RepeatFieldProps {
  form: RecordForm<EventValues>;
  timeZone: string;
  announces: boolean;
}

/** Says what will be made before it is made. */
export function RepeatField({ form: { values, bind }, timeZone, announces }: RepeatFieldProps) {
  const [now] = useState(() => Date.now());
  const announced = announces ? announcedLine(values, timeZone, now) : undefined;
  const lines = [...repeatLines(values, timeZone), ...(announced ? [announced] : [])];
  return (
    <div>
      <BoundTextField
        field={bind('repeatWeekly')}
        hint="How many more: one each week at the same time, each with its own form."
        inputMode="numeric"
      />
      <div aria-live="polite" className={styles.outcome}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}
