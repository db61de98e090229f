import { describe, expect, test } from 'vitest';
import type { ListedPayment } from './list-payments.ts';
import { matchPayments } from './match.ts';

const ANA: ListedPayment = {
  ...{ key: 'ana', name: 'Ana', email: '', reference: 'ABCDEFG2', amount: '', payment: 'To pay', paidOn: '' },
  ...{ cents: 0, paidDay: '', how: '', note: '', canBeMarked: true, canBeUndone: false },
};

/** How a statement's line is read by somebody who owes so much. */
function readAs(text: string, cents: number, decimals: number): 'paid' | 'another amount' | 'unknown' | 'nothing' {
  const { found, unknown } = matchPayments(text, [{ ...ANA, cents }], decimals);
  if (!found[0]) return unknown > 0 ? 'unknown' : 'nothing';
  return found[0].hasWrongAmount ? 'another amount' : 'paid';
}

describe('a line of a statement is found', () => {
  test.each([
    ['20.11.2026;ABCDEFG2;12,50', 1250, 2],
    ['ABCDEFG2;"12,50";"1.012,50"', 1250, 2],
    ['EREF+ABCDEFG2+KREF 12,50', 1250, 2],
    ['ABCDEFG2 12.5', 1250, 2],
    ['ABCDEFG2;1\u00a0250,00', 125_000, 2],
    ['ABCDEFG2;1\u202f250,00 €', 125_000, 2],
    ['ABCDEFG2;1’250.00', 125_000, 2],
    ['ABCDEFG2;1.250,00', 125_000, 2],
    ['ABCDEFG2;₹1,00,000.00', 10_000_000, 2],
    ['ABCDEFG2;1,000,000.00', 100_000_000, 2],
    ['ABCDEFG2;¥1,250', 1250, 0],
    ['ABCDEFG2;1250.00', 1250, 0],
    ['ＡＢＣＤＥＦＧ２　１，２５０円', 1250, 0],
    ['ABCDEFG2 KD 12.500', 12_500, 3],
    ['ABCDEFG2 KD 12.5', 12_500, 3],
    ['ABCDEFG2 1,250.500', 1_250_500, 3],
    ['\ufeffABCD\u00adEF\u200bG2 12.50', 1250, 2],
    ['abcd‑efg2 12.50', 1250, 2],
    ['ABCDEFG2 125.00', 12_500, 2],
    ['abcd-efg2 125,00 EUR', 12_500, 2],
    ['2026-11-20 125.00 ABCDEFG2', 12_500, 2],
    ['20/11/2026 125.00 ABCDEFG2', 12_500, 2],
    ['20 Nov 2026 125.00 ABCDEFG2', 12_500, 2],
    ['Returned ABCDEFG2 -12.50\nABCDEFG2 12.50', 1250, 2],
  ])('with its amount, as banks write it: %j', (text, cents, decimals) => {
    expect(readAs(text, cents, decimals)).toBe('paid');
  });

  test.each([
    ['ABCDEFG2;12,50-'],
    ['ABCDEFG2;(12.50)'],
    ['ABCDEFG2;($12.50)'],
    ['ABCDEFG2;-$12.50'],
    ['ABCDEFG2 - 12.50'],
    ['ABCDEFG2 - $12.50'],
    ['ABCDEFG2 - EUR 12.50'],
    ['ABCDEFG2;-EUR 12.50'],
    ['ABCDEFG2;–12.50'],
    ['ABCDEFG2;112.50'],
    ['ABCDEFG2;12.505'],
    ['ABCDEFG2;99999999999999999999999999.50'],
    ['12.50.2026;ABCDEFG2'],
  ])('with another amount, where the money went out or is none: %j', (text) => {
    expect(readAs(text, 1250, 2)).toBe('another amount');
  });
});
