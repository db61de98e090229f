import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newEvent, openSource, type TestSource } from '../../../test/event-rows.ts';
import { embeddedFormUrl, viewEventCards } from './event-card.ts';

// The club's midnight, five hours behind.
const MIDNIGHT = Date.parse('2026-11-20T05:00:00Z');
const HOUR = 3_600_000;

let source: TestSource;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: MIDNIGHT + 12 * HOUR });
  source = await openSource();
});
afterEach(async () => {
  vi.useRealTimers();
  await source.close();
});

describe('an event is over', () => {
  test.each([
    ['when it ended before today', { start: MIDNIGHT - 3 * HOUR, end: MIDNIGHT - 1 }, true],
    ['not while it ends today, however early', { start: MIDNIGHT - 3 * HOUR, end: MIDNIGHT }, false],
    ['not on the day of its start, where it has no end', { start: MIDNIGHT, end: null }, false],
    ['when it began before today and has no end', { start: MIDNIGHT - 1, end: null }, true],
    ['never without a date', { start: null, end: null }, false],
    ['never behind a custom date', { start: MIDNIGHT - 9 * HOUR, end: null, hiddenDate: true }, false],
  ])('%s', async (_when, given, isOver) => {
    const [card] = await viewEventCards(source.db, [newEvent('x', given)], source.clock);
    expect(card?.isOver).toBe(isOver);
  });
});

test('an event without a title is called something', async () => {
  const events = [newEvent('a', { title: '' }), newEvent('b', { title: 'Chess' })];
  const cards = await viewEventCards(source.db, events, source.clock);
  expect(cards.map(({ title }) => title)).toEqual(['Untitled event', 'Chess']);
});

describe('the frame of an embedded form', () => {
  test('the address is cut to its first 7 path segments, and shown embedded', () => {
    const embedded = 'https://docs.google.com/forms/d/e/ID/viewform?embedded=true';
    expect(embeddedFormUrl('https://docs.google.com/forms/d/e/ID/viewform?usp=x')).toBe(embedded);
    expect(embeddedFormUrl('https://docs.google.com/forms/d/e/ID/viewform')).toBe(embedded);
    expect(embeddedFormUrl('https://docs.google.com/forms/d/e/ID/viewform/a/b#c')).toBe(embedded);
  });

  test('only https addresses are shown in a frame', () => {
    expect(embeddedFormUrl('javascript:alert(1)')).toBeUndefined();
    expect(embeddedFormUrl('http://docs.google.com/forms/d/e/ID/viewform')).toBeUndefined();
    expect(embeddedFormUrl('')).toBeUndefined();
    // Not an address by itself: with what is put behind it, the host would be ‘viewform’.
    expect(embeddedFormUrl('https://')).toBeUndefined();
  });

  test('whatever was entered, the frame shows an https address that ends as it should, or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()), (entered) => {
        const embedded = embeddedFormUrl(entered);
        if (embedded === undefined) return;
        expect(new URL(embedded).protocol).toBe('https:');
        expect(embedded.endsWith('/viewform?embedded=true')).toBe(true);
      }),
    );
  });
});
