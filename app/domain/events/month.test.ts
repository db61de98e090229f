import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { NEVER } from '../records/publish-at.ts';
import type { EventRow } from './event.ts';
import { findMonth, viewMonth } from './month.ts';

const CLOCK = { timeZone: 'America/Toronto', locale: 'en-US' };
/** Midnight at the club, before and after its clocks changed. */
const SUMMER = '-04:00';
const WINTER = '-05:00';
const NOW = Date.parse(`2026-11-20T12:00${WINTER}`);

describe.each(databases)('a month on %s', (_, open) => {
  const site = freshDatabase(open);

  const put = (key: string, start: string, end?: string, given: Partial<EventRow> = {}) => {
    const times = { time_start: Date.parse(start), time_end: end === undefined ? null : Date.parse(end) };
    return insertEvents(site.db, eventRow(key, { title: key, ...times, ...given }));
  };
  const placeOf = (asked: string | null) => findMonth(site.db, asked, CLOCK.timeZone, NOW);
  const view = async (asked: string, clock = CLOCK, kind?: string) =>
    viewMonth(site.db, await placeOf(asked), clock, { kind, now: NOW });
  /** Those days on which something is, each with its events and their times. */
  const shown = async (asked: string, kind?: string) => {
    const { weeks } = await view(asked, CLOCK, kind);
    return weeks
      .flat()
      .flatMap((day) =>
        day && day.events.length > 0 ? [[day.day, ...day.events.map(({ title, time }) => `${title}: ${time}`)]] : [],
      );
  };

  test('is whole weeks, which begin as the locale says, and marks today', async () => {
    const { title, weeks } = await view('2026-11');
    expect(title).toBe('November 2026');
    expect(weeks.map((days) => days.map((day) => day?.number ?? 0))).toEqual([
      [1, 2, 3, 4, 5, 6, 7],
      [8, 9, 10, 11, 12, 13, 14],
      [15, 16, 17, 18, 19, 20, 21],
      [22, 23, 24, 25, 26, 27, 28],
      [29, 30, 0, 0, 0, 0, 0],
    ]);
    expect(weeks.flat().filter((day) => day?.isToday)).toMatchObject([{ label: 'Friday, November 20' }]);
    const last = await view('9999-12');
    expect(last.title).toBe('December 9999');
    expect(last.weeks.map((days) => days.map((day) => day?.number ?? 0))).toEqual([
      [0, 0, 0, 1, 2, 3, 4],
      [5, 6, 7, 8, 9, 10, 11],
      [12, 13, 14, 15, 16, 17, 18],
      [19, 20, 21, 22, 23, 24, 25],
      [26, 27, 28, 29, 30, 31, 0],
    ]);
    const german = await view('2026-11', { ...CLOCK, locale: 'de-DE' });
    expect(german.weeks[0]?.map((day) => day?.number ?? 0)).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });

  test.each([
    ['clocks go forward', '2026-03', `2026-03-08T00:00${WINTER}`, `2026-03-08T23:59${SUMMER}`, '2026-03-08'],
    ['clocks go back', '2026-11', `2026-11-01T00:00${SUMMER}`, `2026-11-01T23:59${WINTER}`, '2026-11-01'],
  ])('the day on which %s holds its first and last minute, and no others', async (_what, month, first, last, day) => {
    const [begin, end] = [Date.parse(first), Date.parse(last)];
    await put('before', new Date(begin - 60_000).toISOString());
    await put('first', first);
    await put('last', last);
    await put('after', new Date(end + 60_000).toISOString());
    const days = await shown(month);
    expect(days.find(([one]) => one === day)).toEqual([day, 'first: 12 AM', 'last: 11:59 PM']);
  });

  test('shows what spans midnight, weeks and months on each of its days', async () => {
    await put('night', `2026-11-07T22:00${WINTER}`, `2026-11-08T02:00${WINTER}`);
    await put('until midnight', `2026-11-10T22:00${WINTER}`, `2026-11-11T00:00${WINTER}`);
    await put('camp', `2026-10-30T18:00${SUMMER}`, `2026-11-02T17:00${WINTER}`);
    await put('ends before it begins', `2026-11-12T18:00${WINTER}`, `2026-11-01T17:00${WINTER}`);
    expect(await shown('2026-10')).toEqual([
      ['2026-10-30', 'camp: 6 PM'],
      ['2026-10-31', 'camp: all day'],
    ]);
    expect(await shown('2026-11')).toEqual([
      ['2026-11-01', 'camp: all day'],
      ['2026-11-02', 'camp: until 5 PM'],
      ['2026-11-07', 'night: 10 PM'],
      ['2026-11-08', 'night: until 2 AM'],
      ['2026-11-10', 'until midnight: 10 PM'],
      ['2026-11-12', 'ends before it begins: 6 PM'],
    ]);
  });

  test('shows nothing of drafts, nor of what has words in the place of a date, and one kind alone where it is asked', async () => {
    await put('draft', `2026-11-07T22:00${WINTER}`, undefined, { publish_at: NEVER });
    await put('weekly', `2026-11-07T22:00${WINTER}`, undefined, { hidden_date: 1, custom_date: 'Every Friday' });
    await put('talk', `2026-11-08T22:00${WINTER}`, undefined, { kind: 'talks' });
    await put('game', `2026-11-09T22:00${WINTER}`, undefined, { kind: 'games', cancelled: 1 });
    expect(await shown('2026-11')).toEqual([
      ['2026-11-08', 'talk: 10 PM'],
      ['2026-11-09', 'game: 10 PM'],
    ]);
    expect(await shown('2026-11', 'games')).toEqual([['2026-11-09', 'game: 10 PM']]);
  });

  test('names below the days what has words in the place of a date: in its month, and in all to come while it is ahead', async () => {
    const undated = async (asked: string, kind?: string) =>
      (await view(asked, CLOCK, kind)).undated.map(({ title, time }) => `${title}: ${time}`);
    const words = (custom: string) => ({ hidden_date: 1, custom_date: custom });
    await put('first', `2026-09-02T18:00${SUMMER}`);
    await put('long ago', `2026-09-04T18:00${SUMMER}`, undefined, words('Some evening'));
    await put('weekly', `2026-11-06T18:00${WINTER}`, undefined, words('Every Friday'));
    await put('trip', `2027-01-15T18:00${WINTER}`, undefined, { ...words('In January'), kind: 'trips' });
    await put('draft', `2026-11-27T18:00${WINTER}`, undefined, { ...words('Soon'), publish_at: NEVER });
    await put('dated', `2026-11-27T18:00${WINTER}`);
    expect(await undated('2026-09')).toEqual(['long ago: Some evening']);
    expect(await undated('2026-10')).toEqual([]);
    expect(await undated('2026-11')).toEqual(['weekly: Every Friday', 'trip: In January']);
    expect(await undated('2026-12')).toEqual(['trip: In January']);
    expect(await undated('2026-12', 'games')).toEqual([]);
    expect(await undated('2030-01')).toEqual([]);
  });

  test('leads from the month of the first event to two years ahead, and back there from beyond', async () => {
    expect(await placeOf(null)).toMatchObject({ month: '2026-11', isThis: true, earlier: null, later: '2026-12' });
    await put('first', `2026-09-07T22:00${SUMMER}`);
    await put('never', `2020-09-07T22:00${SUMMER}`, undefined, { publish_at: NEVER });
    expect(await placeOf('2026-10')).toMatchObject({ isKnown: true, earlier: '2026-09', later: '2026-11' });
    expect(await placeOf('2026-09')).toMatchObject({ isKnown: true, earlier: null });
    expect(await placeOf('2026-08')).toMatchObject({ isKnown: false, earlier: null, later: '2026-09' });
    expect(await placeOf('0001-01')).toMatchObject({ isKnown: false, earlier: null, later: '2026-09' });
    expect(await placeOf('2028-11')).toMatchObject({ isKnown: true, later: null });
    expect(await placeOf('2999-12')).toMatchObject({ isKnown: false, earlier: '2028-11', later: null });
    expect(await placeOf('9999-12')).toMatchObject({
      month: '9999-12',
      isKnown: false,
      earlier: '2028-11',
      later: null,
    });
    for (const none of ['2026-13', '2026-1', '0000-01', '10000-01', 'x', ''])
      expect(await placeOf(none)).toMatchObject({ month: '2026-11' });
  });
});
