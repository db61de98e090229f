import { isDay } from '../../time/club-day.ts';
import { addressKey } from '../address-key.ts';
import { emailField } from '../email-field.ts';
import { defineRecord, type RecordIn, type RowIn } from '../records/define.ts';
import { requiredName, stored, text } from '../records/fields.ts';
import { folded } from '../search-words.ts';
import { z } from '../zod.ts';
import { dayInput, importedPayment, MOST_PAYMENTS, paidUntil, readPayments, type Payment } from './payment.ts';

/** Characters. With the key, they stay below the 2,700 bytes that a Postgres index takes. */
const LONGEST_SEARCH = 600;

/** A person in the list of members. Members get no accounts. */
export const members = defineRecord({
  topic: 'member',
  table: 'members',
  capability: 'handle members',
  isOfPersons: true,
  title: ({ name, email }) => name || email,
  fields: {
    name: { ...requiredName('name'), exported: {} },
    email: text({
      label: 'Email',
      input: emailField('Please enter a valid email address'),
      exported: { check: 'as entered', isName: true },
    }),
    studentId: text({
      label: 'Student ID',
      column: 'student_id',
      input: z.string('must be a text').trim().max(100, 'A student ID can have 100 characters at most'),
      exported: { check: 'as entered' },
    }),
    note: text({
      label: 'Note',
      input: z.string('must be a text').trim().max(2000, 'A note can have 2,000 characters at most'),
    }),
    /** A day of the club, 'YYYY-MM-DD'; any other stored text counts as empty. */
    since: stored({
      kind: 'text',
      exported: { check: dayInput },
      read: (day: string | null) => (day !== null && isDay(day) ? day : ''),
    }),
    payments: stored({
      kind: 'list',
      items: { each: importedPayment, most: MOST_PAYMENTS },
      read: (list: string | null): Payment[] => readPayments(list),
    }),
  },
  unique: { column: 'address_key', field: 'email', taken: 'This address belongs to a member already' },
  async derive({ name, email, student_id: studentId, payments }) {
    return {
      address_key: addressKey(email ?? '') || null,
      search: folded([name, email, studentId].filter(Boolean).join(' ')).slice(0, LONGEST_SEARCH),
      paid_until: paidUntil(readPayments(payments)) || null,
    };
  },
});

export type Member = RecordIn<typeof members>;

export type MemberRow = RowIn<typeof members>;

declare module '../../db/tables.ts' {
  interface Tables {
    members: MemberRow;
  }
}
