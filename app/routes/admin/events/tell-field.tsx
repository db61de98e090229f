import { useState } from 'react';
import type { EditableEvent } from '../../../domain/event-changes/editable-event.ts';
import { isWorthNotifying, type Plan } from '../../../domain/events/plans.ts';
import { momentOf } from '../../../time/club-date-time.ts';
import { CheckboxField } from '../../../ui/admin/fields.tsx';
import type { RecordForm } from '../../../ui/admin/use-record-form.ts';
import type { EventValues } from './event-values.ts';

interface TellFieldProps {
  form: RecordForm<EventValues>;
  edited: EditableEvent | undefined;
  timeZone: string;
}

/** In the bar that saves, so that it is in sight wherever the change is made, and nothing moves under the person who makes it. */
export function TellField({ form, edited, timeZone }: TellFieldProps) {
  const [openedAt] = useState(Date.now);
  const { values, opened, bind } = form;
  const count = values.hasForm && values.asksPerson ? (edited?.signUps ?? 0) : 0;
  const isAsked = count > 0 && isWorthNotifying(planOf(opened, timeZone), planOf(values, timeZone), openedAt);
  return (
    <div role="status">
      {isAsked && (
        <CheckboxField
          field={{ ...bind('tellSignUps'), label: `Tell the ${count.toLocaleString('en')} people who signed up` }}
          hint="By e-mail, with the old and new time and place and a calendar file."
        />
      )}
    </div>
  );
}

function planOf(values: EventValues, timeZone: string): Plan {
  const { start, startOccurrence, end, endOccurrence, location, hiddenDate, customDate } = values;
  return {
    start: momentOf(start, startOccurrence, timeZone) ?? null,
    end: momentOf(end, endOccurrence, timeZone) ?? null,
    ...{ location: location.trim(), hiddenDate, customDate: customDate.trim() },
  };
}
