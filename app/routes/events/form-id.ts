/** The id of an event's own form, of which a page has at most one. */
export const FORM_ID = 'event-form';
