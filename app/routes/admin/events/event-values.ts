import type { EditableEvent, InputWithFiles } from '../../../domain/event-changes/editable-event.ts';
import { NEW_EVENT_INPUT, NOT_COPIED, type EventInput } from '../../../domain/event-changes/event-input.ts';
import { sameWallTime, weeksUntilNext } from '../../../domain/events/wall-span.ts';
import { toBuilderFields, toFieldInputs, toNewBuilderFields, type BuilderField } from './form-builder/builder-field.ts';

export interface EventValues extends Omit<InputWithFiles, 'fields'> {
  fields: BuilderField[];
}

/** The values of a new event (docs/product.md 2, Events). */
export const NEW_EVENT: EventValues = { ...NEW_EVENT_INPUT, fields: [] };

export function eventValuesOf({ input }: EditableEvent): EventValues {
  return { ...input, fields: toBuilderFields(input.fields) };
}

/**
 * Copies an event at the same wall time. If the clocks show that time twice or never, the dialog asks as if it had been typed.
 * `now` is the time by the club's clocks. What came after the event, such as its gallery, is not copied.
 */
export function copyOf({ input }: EditableEvent, now: string): EventValues {
  const weeks = weeksUntilNext(input.start, now);
  const laterOf = (wall: string) => wall && sameWallTime(wall, weeks);
  return {
    ...input,
    start: laterOf(input.start),
    startOccurrence: '',
    end: laterOf(input.end),
    endOccurrence: '',
    opens: laterOf(input.opens),
    opensOccurrence: '',
    closes: laterOf(input.closes),
    closesOccurrence: '',
    membersUntil: laterOf(input.membersUntil),
    membersUntilOccurrence: '',
    keepUntil: laterOf(input.keepUntil),
    keepUntilOccurrence: '',
    publishAt: laterOf(input.publishAt),
    publishAtOccurrence: '',
    ...NOT_COPIED,
    fields: toNewBuilderFields(input.fields),
  };
}

export function inputOf(values: EventValues): EventInput {
  return { ...values, fields: toFieldInputs(values.fields) };
}

export function fromCurrent(current: EditableEvent) {
  return { values: eventValuesOf(current), version: current.version };
}
