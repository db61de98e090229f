import type { EventInput } from '../app/domain/events/event-input.ts';
import type { FieldInput } from '../app/domain/responses/form-input.ts';

/** An event as the dialog sends it, changed by `given`: a talk on 20 November 2026, half past seven at the club. */
export function eventSent(given: Partial<EventInput> = {}): EventInput {
  return {
    title: 'Talk',
    presenter: 'Ada',
    location: 'Room 332',
    tentative: false,
    hiddenDate: false,
    customDate: '',
    start: '2026-11-20T19:30',
    startOccurrence: '',
    end: '2026-11-20T21:00',
    endOccurrence: '',
    description: 'About machines.',
    dscEvent: false,
    hasGoogleForm: false,
    googleFormUrl: '',
    hasSignup: false,
    signupUrl: '',
    hasForm: false,
    fields: [],
    responsesDays: '',
    ...{ asksPerson: false, places: '', waitlist: true, remind: 'A day before' },
    ...{ opens: '', opensOccurrence: '', closes: '', closesOccurrence: '' },
    tellSignUps: true,
    repeatWeekly: '0',
    ...{ visibility: 'Published', publishAt: '', publishAtOccurrence: '', recap: '', announce: false },
    image: null,
    resources: [],
    gallery: [],
    ...given,
  };
}

/** A field as the form builder sends it: a text without a name, which is a new one. */
export function fieldSent(description: string, given: Partial<FieldInput> = {}): FieldInput {
  return { name: '', type: 'text', description, required: false, options: [], ...given };
}
