import type { Reader, Writer } from '../../db/db.server.ts';
import { dayPlus, isDay, lastDayOfYear } from '../../time/club-day.ts';
import { clubYear, SEPTEMBER, type ClubYears } from '../../time/club-year.ts';
import { readPayments } from './payment.ts';

export interface MembersOfYear {
  /** Members who had paid for it. */
  paid: number;
  /** Members whose record began in it. */
  joined: number;
}

type Years = Map<number, MembersOfYear>;

interface Counted {
  since: string | null;
  payments: string | null;
}

/** More years than any real payment covers; an import may contain any days. */
const MOST_YEARS = 100;

/** Members whom an officer removed: they count in the years that were over by then, but in no later one. */
export interface RemovedMembers {
  rows: Counted[];
  /** Epoch milliseconds. */
  removedAt: number;
}

/** This close to the end of the club's year, people pay for the next one. */
const NEXT_FROM_DAYS = 60;

/** The last day that a payment made on this day covers, unless somebody says otherwise. */
export function proposedUntil(today: string, yearStartsIn = SEPTEMBER): string {
  const end = lastDayOfYear(today, yearStartsIn);
  return today >= dayPlus(end, -NEXT_FROM_DAYS) ? lastDayOfYear(dayPlus(end, 1), yearStartsIn) : end;
}

/** By year of the club, including members who were erased since; `inTrash` holds those who can be restored. */
export async function listMembersOfYears(
  { query }: Reader,
  club: ClubYears,
  inTrash: RemovedMembers[],
): Promise<Years> {
  const rows = await query.selectFrom('members').select(['since', 'payments']).execute();
  const years = countYears(rows, club.yearStartsIn);
  for (const removed of inTrash) for (const [year, counted] of countRemoved(removed, club)) add(years, year, counted);
  for (const { year, paid, joined } of await query.selectFrom('year_members').selectAll().execute())
    add(years, year, { paid, joined });
  return years;
}

/** Called before members are erased: they stay in the figures, without their names. */
export function countErased(tx: Writer, rows: Counted[], startsIn?: number): Promise<void> {
  return addToYears(tx, countYears(rows, startsIn));
}

/** Like countErased, for members who leave the trash. */
export function countErasedFromTrash(tx: Writer, removed: RemovedMembers, club: ClubYears): Promise<void> {
  return addToYears(tx, countRemoved(removed, club));
}

function countRemoved({ rows, removedAt }: RemovedMembers, club: ClubYears): Years {
  const present = clubYear(removedAt, club);
  return new Map([...countYears(rows, club.yearStartsIn)].filter(([year]) => year < present));
}

async function addToYears({ query }: Writer, years: Years): Promise<void> {
  for (const [year, { paid, joined }] of years) {
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

function countYears(rows: Counted[], startsIn: number = SEPTEMBER): Years {
  const years = new Map();
  for (const { since, payments } of rows) {
    if (since !== null && isDay(since)) add(years, yearOfDay(since, startsIn), { paid: 0, joined: 1 });
    for (const year of paidYears(payments, startsIn)) add(years, year, { paid: 1, joined: 0 });
  }
  return years;
}

/** From the year that people usually pay for on such a day, to the year of the last day that is paid for. */
function paidYears(payments: string | null, startsIn: number): Set<number> {
  const years = new Set<number>();
  for (const { on, until } of readPayments(payments)) {
    if (!isDay(on) || !isDay(until)) continue;
    const last = yearOfDay(until, startsIn);
    const first = Math.min(last, yearOfDay(proposedUntil(on, startsIn), startsIn));
    for (let year = first; year <= last && years.size < MOST_YEARS; year++) years.add(year);
  }
  return years;
}

function yearOfDay(day: string, startsIn: number): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month >= startsIn ? year : year - 1;
}

function add(years: Years, year: number, more: MembersOfYear): void {
  const { paid, joined } = years.get(year) ?? { paid: 0, joined: 0 };
  years.set(year, { paid: paid + more.paid, joined: joined + more.joined });
}
