/** The element of an event's own form: a page has one at most. */
export const FORM_ID = 'event-form';
