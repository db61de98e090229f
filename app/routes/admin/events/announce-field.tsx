import { useState } from 'react';
import type { EditableEvent } from '../../../domain/events/editable-event.ts';
import { hasPassed } from '../../../domain/events/plans.ts';
import { momentOf } from '../../../time/club-date-time.ts';
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
  const start = momentOf(values.start, values.startOccurrence, timeZone) ?? null;
  const end = momentOf(values.end, values.endOccurrence, timeZone) ?? null;
  const over = draft
    ? 'The event is over: it is not announced any more. A message from before follows its changes.'
    : 'The event is over already: it is not announced.';
  const isOver = hasPassed({ ...values, start, end }, now);
  return <CheckboxField field={bind('announce')} label={LABELS.announce} hint={isOver ? over : HINT} />;
}
