import { useState } from 'react';
import type { EditableEvent } from '../../../domain/event-changes/editable-event.ts';
import { spanHasPassed } from '../../../domain/events/wall-span.ts';
import { CheckboxField } from '../../../ui/admin/fields.tsx';
import type { RecordForm } from '../../../ui/admin/use-record-form.ts';
import type { EventValues } from './event-values.ts';

interface AnnounceFieldProps {
  form: RecordForm<EventValues>;
  edited: EditableEvent | undefined;
  timeZone: string;
}

const HINT =
  'Posted when visitors can see it. Later changes edit that message; a new time, place or cancellation posts another.';

/** Says so where the times that are typed have passed. */
export function AnnounceField({ form: { values, bind }, edited, timeZone }: AnnounceFieldProps) {
  const [now] = useState(() => Date.now());
  const over = edited
    ? 'The event is over, so it is no longer announced. An earlier message still follows its changes.'
    : 'The event is already over, so it is not announced.';
  const hint = spanHasPassed(values, timeZone, now) ? over : HINT;
  return <CheckboxField field={bind('announce')} hint={hint} />;
}
