import type { FormerFormRow } from '../../db/tables.ts';
import type { Collection } from '../collection.ts';
import { BadValue, Fields } from '../fields.ts';

type FormerFormColumns = Pick<FormerFormRow, keyof FormerFormRow>;

/** Forms that were taken off an event, with that event, so that it still shows their payments and responses. */
export const formerForms: Collection<FormerFormColumns> = {
  table: 'former_forms',
  keys: ['form_id'],
  topic: null,
  versioned: false,
  path: ({ form_id: form }) => ['formerForm', form],
  read({ key, value, path }) {
    const form = new Fields(value, path);
    const event = form.text('event');
    if (!event) throw new BadValue(form.at('event'), 'is missing');
    return { form_id: key, event_key: event };
  },
  write: ({ event_key: event }) => ({ event }),
};
