import { expect, test } from 'vitest';
import { linkValuesOf, toInput } from './link-values.ts';

const ZONE = 'America/Toronto';
const UNTIL = Date.parse('2026-11-20T19:30:45.678-05:00');
const LINK = {
  key: 'chat',
  version: 0,
  slug: 'chat',
  url: 'https://chat.example.com',
  note: '',
  until: UNTIL,
  order: 0,
};

test('who leaves ‘Until’ as it is leaves its seconds, which an import may have brought', () => {
  const values = linkValuesOf(LINK, ZONE);
  expect(values.until).toBe('2026-11-20T19:30');
  expect(toInput({ ...values, note: 'Posters' }, ZONE, UNTIL).until).toBe(UNTIL);
  const typed = { ...values, until: '2026-11-20T19:31' };
  expect(toInput(typed, ZONE, UNTIL).until).toBe(Date.parse('2026-11-20T19:31-05:00'));
  expect(toInput(values, ZONE, null).until).toBe(Date.parse('2026-11-20T19:30-05:00'));
  expect(toInput({ ...values, until: '' }, ZONE, UNTIL).until).toBeNull();
  expect(toInput({ ...values, until: 'x' }, ZONE, UNTIL).until).toBeNaN();
});

test('of a time that comes twice the other one is another', () => {
  const first = Date.parse('2026-11-01T01:30:45-04:00');
  const values = linkValuesOf({ ...LINK, until: first }, ZONE);
  expect(toInput(values, ZONE, first).until).toBe(first);
  const second = { ...values, untilOccurrence: 'second' as const };
  expect(toInput(second, ZONE, first).until).toBe(Date.parse('2026-11-01T01:30-05:00'));
});
