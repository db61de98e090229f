import { expect, test } from 'vitest';
import type { ResponsesTable } from '../../../domain/responses/view-responses.ts';
import { ordersOf } from './row-order.ts';

type Row = ResponsesTable['rows'][number];

const COLUMNS = [
  { name: 'name', label: 'Name' },
  { name: 'size', label: 'Size' },
];

function row(key: string, state: 'going' | 'waiting' | 'cancelled' | null, since: number, size: string | null): Row {
  const person = { status: '', name: key, hasEmail: true, checkedIn: null };
  return { key, receivedAt: since, cells: [key, size], signUp: state && { ...person, state, since } };
}

const ROWS = [
  row('Dan', 'cancelled', 1, 'M'),
  row('Ben', 'waiting', 4, '10'),
  row('Old', null, 0, null),
  row('Cleo', 'waiting', 3, '9'),
  row('Ana', 'going', 5, 'M'),
];

function sorted(order: string): string[] {
  const found = ordersOf({ columns: COLUMNS, rows: ROWS, isOfPersons: true }).find(({ label }) => label === order);
  return ROWS.toSorted(found?.compare).map(({ key }) => key);
}

test('those who go come first, then the waitlist in its order, then the rest', () => {
  expect(ordersOf({ columns: COLUMNS, rows: ROWS, isOfPersons: true })[0]?.label).toBe('Status');
  expect(sorted('Status')).toEqual(['Ana', 'Cleo', 'Ben', 'Dan', 'Old']);
  expect(sorted('Newest first')).toEqual(['Ana', 'Ben', 'Cleo', 'Dan', 'Old']);
});

test('a column is sorted as people count, with what is empty last', () => {
  expect(sorted('Size')).toEqual(['Cleo', 'Ben', 'Dan', 'Ana', 'Old']);
  expect(sorted('Name')[0]).toBe('Ana');
});

test('without persons the newest come first', () => {
  const [first] = ordersOf({ columns: COLUMNS, rows: ROWS, isOfPersons: false });
  expect(first?.label).toBe('Newest first');
});
