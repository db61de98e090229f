import { inChunks, type Writer } from '../../db/db.server.ts';
import type { NamelessPaymentRow } from '../../db/tables.ts';
import { isReference } from '../../domain/sign-ups/payments/reference.ts';
import type { Collection } from '../collection.ts';
import { BadValue, Fields, orLeftOut } from '../fields.ts';
import { NO_MONEY, readBill, writeBill } from './bill.ts';

type NamelessPaymentColumns = Pick<NamelessPaymentRow, keyof NamelessPaymentRow>;

/** For statements whose number of parameters is limited. */
const AT_ONCE = 250;

/** The payments of people who have been erased, by their reference. */
export const namelessPayments: Collection<NamelessPaymentColumns> = {
  table: 'nameless_payments',
  keys: ['reference'],
  topic: null,
  versioned: false,
  path: ({ reference }) => ['payment', reference],
  async read({ key, value, path, now, currency, refuse }) {
    if (!isReference(key)) throw new BadValue(path, 'must be under a reference such as ABCD2345');
    const payment = new Fields(value, path);
    const form = payment.text('form');
    if (!form) throw new BadValue(payment.at('form'), 'is missing');
    const state = orLeftOut(refuse, () => payment.text('$state'));
    const bill = readBill(payment, { currency: await currency(), now }, refuse);
    const { owes, paid_on, paid_how, paid_amount, refunded_on, kept_on } = bill;
    if (paid_on === null) throw new BadValue(payment.at('$paid'), 'is missing');
    return {
      reference: key,
      form_id: form,
      owes,
      paid_on,
      paid_how: paid_how ?? 'other',
      paid_amount: paid_amount ?? 0,
      refunded_on,
      kept_on,
      has_place: state === 'going' ? 1 : 0,
    };
  },
  refusals: findTaken,
  write({ form_id: form, has_place: hasPlace, ...paid }, { currency } = {}) {
    const $state = hasPlace === 1 ? 'going' : 'cancelled';
    return { form, $state, ...writeBill({ ...NO_MONEY, ...paid, reference: null }, currency) };
  },
};

async function findTaken({ query }: Writer, rows: NamelessPaymentColumns[]) {
  const refused = new Map<NamelessPaymentColumns, string>();
  for (const part of inChunks(rows, AT_ONCE)) {
    const references = part.map(({ reference }) => reference);
    const taken = await query.selectFrom('entries').select('reference').where('reference', 'in', references).execute();
    const named = new Set(taken.map(({ reference }) => reference));
    for (const row of part)
      if (named.has(row.reference)) refused.set(row, `${row.reference} is the reference of somebody who signed up`);
  }
  return refused;
}
