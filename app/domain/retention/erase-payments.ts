import type { Writer } from '../../db/db.server.ts';
import { forgetAccounts } from '../sign-ups/carry-out.ts';
import type { ResponseRef } from '../sign-ups/mail-about-responses.ts';

/** Where people are erased before their payments are, what bookkeepers need stays, without anybody's name. */
export async function keepPayments(tx: Writer, responses: ResponseRef[]): Promise<void> {
  for (const [form, some] of Map.groupBy(responses, (one) => one.form)) {
    const keys = some.flatMap(({ kind, key }) => (kind === 'event' ? key : []));
    if (keys.length === 0) continue;
    const paid = await tx.query
      .selectFrom('entries')
      .select(['reference', 'owes', 'state', 'paid_on', 'paid_how', 'paid_amount', 'refunded_on', 'kept_on'])
      .where('form_id', '=', form)
      .where('key', 'in', keys)
      .where('reference', 'is not', null)
      .where('paid_on', 'is not', null)
      .execute();
    const rows = paid.map(({ reference, state, paid_on, paid_how, paid_amount, ...row }) => ({
      ...row,
      form_id: form,
      reference: reference ?? '',
      paid_on: paid_on ?? '',
      paid_how: paid_how ?? 'other',
      paid_amount: paid_amount ?? 0,
      has_place: state === 'going' ? 1 : 0,
    }));
    if (rows.length > 0)
      await tx.query
        .insertInto('nameless_payments')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}

/** Payments of events that all began before `since`. Gives back how many people’s were forgotten. */
export async function forgetPayments(tx: Writer, since: number): Promise<number> {
  const later = tx.query
    .selectFrom('events')
    .select('form_id')
    .where('form_id', 'is not', null)
    .where((is) => is.or([is('time_start', 'is', null), is('time_start', '>=', since)]))
    .$castTo<{ form_id: string }>();
  const nameless = await tx.query
    .deleteFrom('nameless_payments')
    .where('form_id', 'not in', later)
    .returning('reference')
    .execute();
  const forms = await tx.query
    .selectFrom('entries')
    .select('form_id')
    .distinct()
    .where('reference', 'is not', null)
    .where('form_id', 'not in', later)
    .execute();
  let forgotten = nameless.length;
  for (const { form_id: id } of forms) forgotten += await forgetAccounts(tx, id);
  return forgotten;
}
