import { useState } from 'react';
import type { EditableEvent } from '../../../domain/events/editable-event.ts';
import { spanHasPassed } from '../../../domain/events/wall-span.ts';
import { CheckboxField } from '../../../ui/admin/fields.tsx';
import type { RecordForm } from '../../../ui/admin/use-record-form.ts';
import { LABELS, type EventValues } from './event-values.ts';

interface AnnounceFieldProps {
  form: RecordForm<EventValues>;
  draft: EditableEvent | undefined;
  timeZone: string;
}

const HINT =
  'As soon as visitors see it. Later changes edit the message; another time or place and a cancellation bring a new one.';

/** Says so where the times that are typed have passed. */
export function AnnounceField({ form: { values, bind }, draft, timeZone }: AnnounceFieldProps) {
  const [now] = useState(() => Date.now());
  const over = draft
    ? 'The event is over: it is not announced any more. A message from before follows its changes.'
    : 'The event is over already: it is not announced.';
  const hint = spanHasPassed(values, timeZone, now) ? over : HINT;
  return <CheckboxField field={bind('announce')} label={LABELS.announce} hint={hint} />;
}
