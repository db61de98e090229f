import { useState } from 'react';
import type { EditableEvent } from '../../../domain/events/editable-event.ts';
import { isWorthTelling, type Plan } from '../../../domain/events/plans.ts';
import { momentOf } from '../../../time/club-date-time.ts';
import { CheckboxField } from '../../../ui/admin/fields.tsx';
import type { RecordForm } from '../../../ui/admin/use-record-form.ts';
import type { EventValues } from './event-values.ts';

interface TellFieldProps {
  form: RecordForm<EventValues>;
  draft: EditableEvent | undefined;
  timeZone: string;
}

/** Below what it asks about, so that nothing moves under whoever is changing it. */
export function TellField({ form, draft, timeZone }: TellFieldProps) {
  const [openedAt] = useState(Date.now);
  const { values, opened, bind } = form;
  const count = values.hasForm && values.asksPerson ? (draft?.signUps ?? 0) : 0;
  if (count === 0 || !isWorthTelling(planOf(opened, timeZone), planOf(values, timeZone), openedAt)) return null;
  return (
    <CheckboxField
      field={bind('tellSignUps')}
      label={`Tell the ${count.toLocaleString('en')} people who signed up`}
      hint="By e-mail, with time and place before and after, and a file for their calendar."
    />
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
