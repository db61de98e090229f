import type { Reader, Writer } from '../../db/db.server.ts';
import type { EntryRow, NamelessPaymentRow } from '../../db/tables.ts';
import { takesPlace } from '../events/visibility.ts';
import { listPricedFormIds } from '../sign-ups/payments/priced-form.ts';
import { selectFormsToKeep } from './yet-to-count.ts';

interface EventOfMoney {
  key: string;
  formId: string | null;
}

const BILL = ['owes', 'paid_amount', 'refunded_on', 'kept_on'] as const;

type Bill = Partial<Pick<EntryRow, (typeof BILL)[number]>> & { hasPlace: boolean };

/**
 * In cents, without money that was refunded or has to be, as all that was paid for a cancelled event has unless it is
 * kept; null if nobody owed or paid anything.
 */
export async function sumTakenIn(
  db: Reader,
  event: EventOfMoney,
  { isCancelled = false } = {},
): Promise<number | null> {
  const formIds = await listPricedFormIds(db, event);
  if (formIds.length === 0) return null;
  const rows = await db.query
    .selectFrom('entries')
    .where('form_id', 'in', formIds)
    .select(['state', ...BILL])
    .where((is) => is.or([is('owes', 'is not', null), is('paid_on', 'is not', null)]))
    .execute();
  const nameless = await db.query
    .selectFrom('nameless_payments')
    .select(['has_place', ...BILL])
    .where('form_id', 'in', formIds)
    .execute();
  const all = billsOf(rows, nameless);
  return all.length === 0 ? null : sumOf(all, isCancelled);
}

type Entry = Partial<Pick<EntryRow, 'state' | (typeof BILL)[number]>>;
type Nameless = Pick<NamelessPaymentRow, 'has_place' | (typeof BILL)[number]>;

function billsOf(entries: Entry[], nameless: Nameless[]): Bill[] {
  return [
    ...entries.map(({ state, ...bill }) => ({ ...bill, hasPlace: state === 'going' })),
    ...nameless.map(({ has_place: hasPlace, ...bill }) => ({ ...bill, hasPlace: hasPlace === 1 })),
  ];
}

/** A response that an older version removed has no payment columns. */
function sumOf(bills: Bill[], isCancelled: boolean): number {
  const stays = bills.filter(
    ({ hasPlace, owes = null, refunded_on: refunded = null, kept_on: kept = null }) =>
      refunded === null && (kept !== null || (hasPlace && owes !== null && !isCancelled)),
  );
  return stays.reduce((sum, { paid_amount: amount }) => sum + (amount ?? 0), 0);
}

/** Money that was kept of an event that did not take place. */
interface KeptMoney {
  key: string;
  title: string;
  start: number;
  takenIn: number;
  formId: string | null;
}

/**
 * Cancelled events that began before `by` and of which money is kept, as long as their payments are stored. If another
 * event has the same form, the money counts once: for one that took place, or else for the first one.
 */
export async function listKeptMoney(db: Reader, by: number): Promise<KeptMoney[]> {
  const past = db.query.selectFrom('events').where('time_start', '<=', by);
  const tookPlace = past.select('form_id').where('form_id', 'is not', null).where(takesPlace);
  const rows = await past
    .select(['key', 'title', 'time_start as start', 'form_id as formId'])
    .where('cancelled', '=', 1)
    .where((is) => is.or([is('form_id', 'is', null), is('form_id', 'not in', tookPlace)]))
    .orderBy('time_start')
    .orderBy('key')
    .execute();
  const forms = new Set<string>();
  const kept: KeptMoney[] = [];
  for (const { key, title, start, formId } of rows) {
    if (formId !== null && forms.has(formId)) continue;
    const takenIn = await sumTakenIn(db, { key, formId }, { isCancelled: true });
    if (start === null || !takenIn) continue;
    if (formId !== null) forms.add(formId);
    kept.push({ key, title: title ?? '', start, takenIn, formId });
  }
  return kept;
}

/** True for the count of an event that did not take place: nobody went, and money was kept. */
export function isMoneyAlone(count: {
  sign_ups: number;
  new_people: number;
  at_door: number | null;
  told: number | null;
  taken_in: number | null;
}): boolean {
  return !count.sign_ups && !count.new_people && !count.at_door && !count.told && Boolean(count.taken_in);
}

/** Counts for good what was kept of events whose payments are about to be forgotten, because they began before `since`. */
export async function keepSumsBefore(tx: Writer, since: number, now: number): Promise<void> {
  const later = await selectFormsToKeep(tx, since).execute();
  const stay = new Set(later.map(({ form_id: id }) => id));
  for (const kept of await listKeptMoney(tx, since - 1))
    if (kept.formId === null || !stay.has(kept.formId)) await keepSum(tx, kept, now);
}

/**
 * The same for an event that is removed with these payments. One that was counted, because it took place, stays counted
 * as it is.
 */
export async function keepSumOfRemoved(
  tx: Writer,
  { key, start, cancelled }: { key: string; start: number | null; cancelled: boolean },
  { entries = [], nameless_payments: nameless = [] }: { entries?: Entry[]; nameless_payments?: Nameless[] },
  now: number,
): Promise<void> {
  const takenIn = sumOf(billsOf(entries, nameless), true);
  if (start === null || takenIn === 0) return;
  const counted = tx.query.selectFrom('event_counts').select('start').where('event_key', '=', key);
  const isCounted = !cancelled && (await counted.executeTakeFirst())?.start === start;
  if (!isCounted) await keepSum(tx, { key, start, takenIn }, now);
}

async function keepSum(
  tx: Writer,
  { key, start, takenIn }: Pick<KeptMoney, 'key' | 'start' | 'takenIn'>,
  now: number,
): Promise<void> {
  const nothing = { title: '' as const, sign_ups: 0, new_people: 0, at_door: null, told: null };
  const row = { ...nothing, start, taken_in: takenIn, counted_at: now };
  await tx.query
    .insertInto('event_counts')
    .values({ event_key: key, ...row })
    .onConflict((conflict) => conflict.column('event_key').doUpdateSet(row))
    .execute();
}

/** Called when a removed event is back: where its payments are too, they are counted, not what was kept of them. */
export async function forgetSumOf(tx: Writer, event: EventOfMoney): Promise<void> {
  if ((await sumTakenIn(tx, event, { isCancelled: true })) === null) return;
  const { query } = tx;
  const row = await query.selectFrom('event_counts').selectAll().where('event_key', '=', event.key).executeTakeFirst();
  if (row && isMoneyAlone(row)) await query.deleteFrom('event_counts').where('event_key', '=', event.key).execute();
}
