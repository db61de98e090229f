import { NEW_EVENT_INPUT, type EventInput } from '../app/domain/event-changes/event-input.ts';
import type { FieldInput } from '../app/domain/forms/form-input.ts';

/** An event as the dialog sends it, changed by `given`: a talk on 20 November 2026, half past seven at the club. */
export function eventSent(given: Partial<EventInput> = {}): EventInput {
  return {
    ...NEW_EVENT_INPUT,
    title: 'Talk',
    presenter: 'Ada',
    location: 'Room 332',
    description: 'About machines.',
    start: '2026-11-20T19:30',
    end: '2026-11-20T21:00',
    hasForm: false,
    announce: false,
    ...given,
  };
}

/** A field as the form builder sends it: a text without a name, which is a new one. */
export function fieldSent(description: string, given: Partial<FieldInput> = {}): FieldInput {
  return { name: '', type: 'text', description, required: false, options: [], ...given };
}
