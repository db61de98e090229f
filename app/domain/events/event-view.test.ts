import { afterEach, beforeEach, expect, test, describe, vi } from 'vitest';
import { newEvent, openSource, type TestSource } from '../../../test/event-rows.ts';
import { viewEvent, viewEventCards, viewGlance, whenOf } from './event-view.ts';
import { embeddedFormUrl } from './shown-event.ts';
import fc from 'fast-check';

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

const at = (iso: string) => Date.parse(iso);

test.each([
  ['an evening', '2026-11-21T00:30:00Z', '2026-11-21T03:00:00Z', ['Fri Nov 20', '7:30–10 PM']],
  ['a night', '2026-11-21T00:30:00Z', '2026-11-21T07:00:00Z', ['Fri Nov 20', '7:30 PM–2 AM']],
  ['a weekend', '2026-11-21T00:30:00Z', '2026-11-22T23:00:00Z', ['Fri Nov 20, 7:30 PM –', 'Sun Nov 22, 6 PM']],
  ['no end', '2026-11-21T00:30:00Z', null, ['Fri Nov 20', '7:30 PM']],
  ['an end before its start', '2026-11-21T00:30:00Z', '2026-11-20T00:30:00Z', ['Fri Nov 20', '7:30 PM']],
])('%s is told at a glance', (_what, start, end, lines) => {
  const event = newEvent('x', { start: at(start), end: end === null ? null : at(end) });
  expect(viewGlance(event, source.clock)).toEqual(lines);
});

test('a custom date is told as it is, and no date not at all', () => {
  const custom = newEvent('x', { start: at('2026-11-21T00:30:00Z'), hiddenDate: true, customDate: 'Every Tuesday' });
  expect(viewGlance(custom, source.clock)).toEqual(['Every Tuesday']);
  expect(viewGlance(newEvent('y'), source.clock)).toEqual([]);
  expect([custom, newEvent('y')].map((event) => whenOf(event, source.clock))).toEqual(['Every Tuesday', '']);
});

describe('an event is over', () => {
  test.each([
    ['when it ended this morning', { start: MIDNIGHT + 9 * HOUR, end: MIDNIGHT + 11 * HOUR }, true],
    ['not while it runs', { start: MIDNIGHT - 3 * HOUR, end: MIDNIGHT + 12 * HOUR + 1 }, false],
    ['not on the day of its start, where it has no end', { start: MIDNIGHT, end: null }, false],
    ['when it began before today and has no end', { start: MIDNIGHT - 1, end: null }, true],
    ['never without a date', { start: null, end: null }, false],
    ['never behind a custom date', { start: MIDNIGHT - 9 * HOUR, end: null, hiddenDate: true }, false],
  ])('%s', async (_when, given, isOver) => {
    const [card] = await viewEventCards(source.db, [newEvent('x', given)], source.clock);
    expect(card?.isOver).toBe(isOver);
  });
});

test.each([
  ['once it is over', MIDNIGHT - HOUR, 'It was **loud**.'],
  ['not before', MIDNIGHT, ''],
])('a recap is shown %s', async (_when, start, recap) => {
  const event = newEvent('x', { start, recap: ' It was **loud**. ' });
  expect((await viewEvent(source.db, event, { clock: source.clock, publicUrl: 'https://x.example' })).recap).toBe(
    recap,
  );
});

test('an event without a title is called something', async () => {
  const events = [newEvent('a', { title: '' }), newEvent('b', { title: 'Chess' })];
  const cards = await viewEventCards(source.db, events, source.clock);
  expect(cards.map(({ title }) => title)).toEqual(['Untitled event', 'Chess']);
});

test('a resource without a name is called by its address', async () => {
  const event = newEvent('x', { resources: [{ name: '', url: 'https://x.example/a.pdf' }] });
  const { resources } = await viewEvent(source.db, event, { clock: source.clock, publicUrl: 'https://x.example' });
  expect(resources).toEqual([{ name: 'https://x.example/a.pdf', url: 'https://x.example/a.pdf' }]);
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
