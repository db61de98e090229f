import type { Writer } from '../../db/db.server.ts';
import type { EntryRow, NamelessPaymentRow } from '../../db/tables.ts';
import { selectFormsToKeep } from '../looking-back/yet-to-count.ts';
import { forgetBills, withoutBill } from '../sign-ups/carry-out.ts';
import type { ResponseRef } from '../sign-ups/mail-about-responses.ts';
import { eachTrashContent, writeTrashContent, type TrashContent } from '../trash.ts';

const NEEDED = ['form_id', 'reference', 'owes', 'state', 'paid_on', 'paid_how', 'paid_amount', 'refunded_on'] as const;

/** If people are erased before their payments are, what bookkeepers need stays, without anybody's name. */
export async function keepPayments(tx: Writer, responses: ResponseRef[]): Promise<void> {
  for (const [form, some] of Map.groupBy(responses, (one) => one.form)) {
    const keys = some.flatMap(({ kind, key }) => (kind === 'event' ? key : []));
    if (keys.length === 0) continue;
    const paid = await tx.query
      .selectFrom('entries')
      .select([...NEEDED, 'kept_on'])
      .where('form_id', '=', form)
      .where('key', 'in', keys)
      .where('paid_on', 'is not', null)
      .execute();
    const rows = namelessPayments(paid);
    if (rows.length > 0)
      await tx.query
        .insertInto('nameless_payments')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}

type PaidEntry = Pick<EntryRow, (typeof NEEDED)[number] | 'kept_on'>;

/** A response that an older version removed has no payment columns. */
export function namelessPayments(entries: Partial<PaidEntry>[]): NamelessPaymentRow[] {
  return entries.flatMap(({ form_id = '', reference, state, owes, paid_on, paid_how, paid_amount, ...settled }) => {
    if (!reference || !paid_on) return [];
    return {
      form_id,
      reference,
      owes: owes ?? null,
      paid_on,
      paid_how: paid_how ?? 'other',
      paid_amount: paid_amount ?? 0,
      refunded_on: settled.refunded_on ?? null,
      kept_on: settled.kept_on ?? null,
      has_place: state === 'going' ? 1 : 0,
    };
  });
}

/**
 * Forgets payments for events that all began before `since` and are counted, including those in the trash. Returns how
 * many people’s were forgotten.
 */
export async function forgetPayments(tx: Writer, since: number): Promise<number> {
  const later = selectFormsToKeep(tx, since);
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
  let forgotten = nameless.length + (await forgetPaymentsInTrash(tx, since));
  for (const { form_id: id } of forms) forgotten += await forgetBills(tx, id);
  return forgotten;
}

async function forgetPaymentsInTrash(tx: Writer, since: number): Promise<number> {
  let forgotten = 0;
  for await (const { key, content } of eachTrashContent(tx, '%"paid_on":"%')) {
    const [event] = content.events ?? [];
    if (!event || event.time_start === null || event.time_start >= since) continue;
    const { entries = [], nameless_payments: nameless = [] } = content;
    const owing = entries.filter(({ owes, paid_on: paidOn }) => Boolean(owes ?? paidOn));
    const without: TrashContent = { ...content, nameless_payments: [], entries: entries.map(withoutBill) };
    if (await writeTrashContent(tx, key, without)) forgotten += owing.length + nameless.length;
  }
  return forgotten;
}
