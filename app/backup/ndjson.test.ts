import { expect, test } from 'vitest';
import { packRow, unpackRow } from './ndjson.ts';

const COLUMNS = ['value'];
const roundTrip = (value: unknown) => unpackRow(COLUMNS, JSON.parse(JSON.stringify(packRow(COLUMNS, { value }))))[0];

test.each([null, '', 'null', '{"base64":"x"}', 'a\0b\u2028"\\', 0, -1, 0.1, 5e-324, Number.MAX_SAFE_INTEGER])(
  '%j is kept as it is',
  (value) => {
    expect(roundTrip(value)).toBe(value);
  },
);

test('bytes are kept', () => {
  expect(roundTrip(new Uint8Array([0, 255, 10]))).toEqual(Buffer.from([0, 255, 10]));
});

test('what JSON would change is refused', () => {
  for (const value of [undefined, Number.NaN, 10n, new Date(0), {}]) {
    expect(() => packRow(COLUMNS, { value })).toThrow('The column value holds what a backup cannot carry');
  }
});
