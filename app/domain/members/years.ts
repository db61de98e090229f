import type { Reader, Writer } from '../../db/db.server.ts';
import { isDay } from '../../time/club-day.ts';
import { SEPTEMBER } from '../../time/club-year.ts';
import { readPayments } from './payment.ts';

export interface MembersOfYear {
  /** Who had paid for some day of it. */
  paid: number;
  /** Whose record began in it. */
  joined: number;
}

interface Counted {
  since: string | null;
  payments: string | null;
}

/** More years than any club's payments reach over: what an import says may lie anywhere. */
const MOST_YEARS = 100;

/** By the club's years, those included who were erased since. */
export async function listMembersOfYears(
  { query }: Reader,
  startsIn: number = SEPTEMBER,
): Promise<Map<number, MembersOfYear>> {
  const rows = await query.selectFrom('members').select(['since', 'payments']).execute();
  const years = countYears(rows, startsIn);
  for (const { year, paid, joined } of await query.selectFrom('year_members').selectAll().execute())
    add(years, year, { paid, joined });
  return years;
}

/** Before they are gone for good: they stay counted, as nobody. */
export async function countErased({ query }: Writer, rows: Counted[], startsIn: number = SEPTEMBER): Promise<void> {
  for (const [year, { paid, joined }] of countYears(rows, startsIn)) {
    await query
      .insertInto('year_members')
      .values({ year, paid, joined })
      .onConflict((conflict) =>
        conflict.column('year').doUpdateSet((is) => ({
          paid: is('year_members.paid', '+', paid),
          joined: is('year_members.joined', '+', joined),
        })),
      )
      .execute();
  }
}

function countYears(rows: Counted[], startsIn: number): Map<number, MembersOfYear> {
  const years = new Map<number, MembersOfYear>();
  for (const { since, payments } of rows) {
    if (since !== null && isDay(since)) add(years, yearOfDay(since, startsIn), { paid: 0, joined: 1 });
    for (const year of paidYears(payments, startsIn)) add(years, year, { paid: 1, joined: 0 });
  }
  return years;
}

function paidYears(payments: string | null, startsIn: number): Set<number> {
  const years = new Set<number>();
  for (const { on, until } of readPayments(payments)) {
    if (!isDay(on) || !isDay(until)) continue;
    const [first, last] = [yearOfDay(on, startsIn), yearOfDay(until, startsIn)];
    for (let year = first; year <= last && years.size < MOST_YEARS; year++) years.add(year);
  }
  return years;
}

function yearOfDay(day: string, startsIn: number): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month >= startsIn ? year : year - 1;
}

function add(years: Map<number, MembersOfYear>, year: number, more: MembersOfYear): void {
  const { paid, joined } = years.get(year) ?? { paid: 0, joined: 0 };
  years.set(year, { paid: paid + more.paid, joined: joined + more.joined });
}
