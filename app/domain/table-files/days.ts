import { isDay } from '../../time/club-day.ts';

export const DATE_ORDERS = ['month first', 'day first'] as const;

export type DateOrder = (typeof DATE_ORDERS)[number];

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Whether a cell is a date with slashes, such as 08/09/2026, which can mean two days. */
export function isSlashed(cell: string): boolean {
  return SLASHED.test(cell);
}

/** The order in which dates such as 08/13/2026 must be meant; undefined if there are none, or they contradict each other. */
export function orderIn(cells: string[]): DateOrder | undefined {
  const proven = new Set(cells.flatMap((cell) => onlyOrderOf(cell) ?? []));
  return proven.size === 1 ? [...proven][0] : undefined;
}

function onlyOrderOf(cell: string): DateOrder | undefined {
  if (!isSlashed(cell)) return undefined;
  const orders = DATE_ORDERS.filter((order) => readDay(cell, order) !== undefined);
  return orders.length === 1 ? orders[0] : undefined;
}

/** Returns 'YYYY-MM-DD'; empty for an empty cell, undefined if the cell is not a date. */
export function readDay(cell: string, order: DateOrder = 'month first'): string | undefined {
  if (cell === '') return '';
  const [, year, month, day] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(cell) ?? [];
  if (year) return dayOf(year, month, day);
  const [, dotDay, dotMonth, dotYear] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(cell) ?? [];
  if (dotYear) return dayOf(dotYear, dotMonth, dotDay);
  const [, first, second, last] = SLASHED.exec(cell) ?? [];
  if (!last) return undefined;
  return order === 'day first' ? dayOf(last, second, first) : dayOf(last, first, second);
}

function dayOf(year: string, month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}
