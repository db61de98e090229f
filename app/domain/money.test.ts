import { describe, expect, test } from 'vitest';
import {
  formatCents,
  formatPrice,
  fromCents,
  isAskable,
  parsePrice,
  toCents,
  typedPrice,
  plainCents,
} from './money.ts';

describe('prices', () => {
  test.each([
    ['2', 2],
    ['2.50', 2.5],
    ['2,50', 2.5],
    [' $3.95 ', 3.95],
    ['0', 0],
    ['.5', 0.5],
    ['2.', 2],
    ['-1', -1],
  ])('%j is read as %d', (text, price) => {
    expect(parsePrice(text, 'CAD')).toBe(price);
  });

  test.each(['', 'two', '1.2.3', '1,000.50', '1e3', '0x10', 'Infinity', '$'])('%j is no price', (text) => {
    expect(parsePrice(text, 'CAD')).toBeNaN();
  });

  test.each(['1,000', '1.000', '2,250', '$1,500', '10.500'])(
    '%j is no price, since it may be a thousand times as much',
    (text) => {
      for (const currency of ['CAD', 'JPY']) expect(parsePrice(text, currency)).toBeNaN();
    },
  );

  test('may have three decimals where it cannot be a thousand', () => {
    expect([parsePrice('0.125', 'CAD'), parsePrice('0,005', 'CAD')]).toEqual([0.125, 0.005]);
  });

  test('may have three decimals if the currency has them', () => {
    expect(parsePrice('12,345', 'KWD')).toBe(12.345);
  });

  test('are written with the currency’s symbol, with ordinary spaces', () => {
    expect(formatPrice(2.5, { locale: 'en-US', currency: 'USD' })).toBe('$2.50');
    expect(formatPrice(1234.5, { locale: 'de-DE', currency: 'EUR' })).toBe('1.234,50 €');
  });

  test('are typed with the currency’s decimals, and lose none that they have', () => {
    expect(typedPrice(2, { locale: 'en-US', currency: 'USD' })).toBe('2.00');
    expect(typedPrice(200, { locale: 'ja-JP', currency: 'JPY' })).toBe('200');
    expect(typedPrice(2.5, { locale: 'ja-JP', currency: 'JPY' })).toBe('2.5');
  });
});

describe('amounts', () => {
  test.each([
    ['JPY', 1500, 1500],
    ['CAD', 12.5, 1250],
    ['KWD', 12.345, 12_345],
    ['CAD', 0.07, 7],
    ['KWD', 1_000_000, 1_000_000_000],
  ])('in %s: %d is %d whole units, and back', (currency, amount, cents) => {
    expect(toCents(amount, currency)).toBe(cents);
    expect(fromCents(cents, currency)).toBe(amount);
  });

  test('have no more decimals than the currency has', () => {
    expect([toCents(12.5, 'JPY'), toCents(12.505, 'CAD'), toCents(1.2345, 'KWD')]).toEqual(Array(3).fill(undefined));
  });

  test('are written as the club writes its currency', () => {
    expect(formatCents(1250, { locale: 'en-US', currency: 'CAD' })).toBe('CA$12.50');
    expect(formatCents(1500, { locale: 'en-US', currency: 'JPY' })).toBe('¥1,500');
    expect(formatCents(12_345, { locale: 'en-US', currency: 'KWD' })).toBe('KWD 12.345');
  });

  test('are in spreadsheets as the currency has them', () => {
    expect([plainCents(1250, 'CAD'), plainCents(1500, 'JPY'), plainCents(12_300, 'KWD')]).toEqual([
      '12.50',
      '1500',
      '12.300',
    ]);
  });

  test('add up to the cent, a thousand times ten of them', () => {
    const ten = toCents(0.1, 'CAD') ?? NaN;
    expect(
      fromCents(
        Array.from({ length: 1000 }, () => ten).reduce((sum, one) => sum + one, 0),
        'CAD',
      ),
    ).toBe(100);
  });

  test('can be asked for from the smallest unit to a million', () => {
    expect([0.01, 1_000_000].map((price) => isAskable(price, 'CAD'))).toEqual([true, true]);
    expect([0, -1, 0.001, 1_000_000.01, NaN, 1e300].some((price) => isAskable(price, 'CAD'))).toBe(false);
    expect(isAskable(0, 'CAD', { orNothing: true })).toBe(true);
  });
});
