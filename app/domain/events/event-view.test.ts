import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEvent, openSource, type TestSource } from '../../../test/event-rows.ts';
import { viewEvent } from './event-view.ts';

let source: TestSource;
beforeEach(async () => {
  source = await openSource();
});
afterEach(() => source.close());

const at = (iso: string) => Date.parse(iso);

test.each([
  ['an evening', '2026-11-21T00:30:00Z', '2026-11-21T03:00:00Z', ['Friday, November 20, 2026', '07:30 PM – 10:00 PM']],
  ['a night', '2026-11-21T00:30:00Z', '2026-11-21T07:00:00Z', ['Friday, November 20, 2026', '07:30 PM – 02:00 AM']],
  [
    'a weekend',
    '2026-11-21T00:30:00Z',
    '2026-11-22T23:00:00Z',
    ['Fri, Nov 20, 2026, 07:30 PM –', 'Sun, Nov 22, 2026, 06:00 PM'],
  ],
  ['no end', '2026-11-21T00:30:00Z', null, ['Friday, November 20, 2026', '07:30 PM']],
  [
    'an end before its start',
    '2026-11-21T00:30:00Z',
    '2026-11-20T00:30:00Z',
    ['Friday, November 20, 2026', '07:30 PM'],
  ],
])('%s is told at a glance', async (_what, start, end, lines) => {
  const event = newEvent('x', { start: at(start), end: end === null ? null : at(end) });
  const view = await viewEvent(source.db, event, { clock: source.clock, publicUrl: 'https://club.example.edu' });
  expect(view.glance).toEqual(lines);
});

test('a custom date is told as it is, and no date not at all', async () => {
  const site = { clock: source.clock, publicUrl: 'https://club.example.edu' };
  const custom = newEvent('x', { start: at('2026-11-21T00:30:00Z'), hiddenDate: true, customDate: 'Every Tuesday' });
  expect((await viewEvent(source.db, custom, site)).glance).toEqual(['Every Tuesday']);
  expect((await viewEvent(source.db, newEvent('y'), site)).glance).toEqual([]);
});
