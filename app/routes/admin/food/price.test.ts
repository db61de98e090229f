import { describe, expect, test } from 'vitest';
import { formatPrice, parsePrice, typedPrice } from './price.ts';

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
    expect(parsePrice(text)).toBe(price);
  });

  test.each(['', 'two', '1.2.3', '1,000.50', '1e3', '0x10', 'Infinity', '$'])('%j is no price', (text) => {
    expect(parsePrice(text)).toBeNaN();
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
