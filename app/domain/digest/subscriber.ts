import { isDay } from '../../time/club-day.ts';
import { addressKey } from '../address-key.ts';
import { emailField } from '../email-field.ts';
import { defineRecord, type RowIn } from '../records/define.ts';
import { stored, text } from '../records/fields.ts';
import { dayInput } from '../members/payment.ts';

/** People who have confirmed that they want the weekly mail. */
export const subscribers = defineRecord({
  topic: 'subscriber',
  table: 'subscribers',
  capability: 'manage the club',
  isOfPersons: true,
  title: ({ email }) => email,
  fields: {
    email: text({
      label: 'Email',
      input: emailField('Please enter a valid email address'),
      exported: { check: 'as entered', isName: true },
    }),
    /** The club's day, 'YYYY-MM-DD'; empty if what is stored is no day. */
    since: stored({
      kind: 'text',
      exported: { check: dayInput },
      read: (day: string | null) => (day !== null && isDay(day) ? day : ''),
    }),
  },
  unique: { column: 'address_key', field: 'email', taken: 'This address gets the mail already' },
  derive: async ({ email }) => ({ address_key: addressKey(email ?? '') || null }),
});

type SubscriberRow = RowIn<typeof subscribers>;

declare module '../../db/tables.ts' {
  interface Tables {
    subscribers: SubscriberRow;
  }
}
