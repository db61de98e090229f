import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { listPastYears, viewFound } from './past-events.ts';

const clock = { timeZone: 'America/Toronto', locale: 'en-US' };
const at = (iso: string) => Date.parse(iso);
const MIDNIGHT = at('2026-11-20T05:00:00Z');

describe.each(databases)('past events on %s', (_, open) => {
  const site = freshDatabase(open);

  const page = async (asked: Partial<Parameters<typeof viewFound>[3]> = {}) =>
    (await viewFound(site.db, MIDNIGHT, clock, { before: null, year: null, search: '', ...asked })).past;
  const found = async (asked: Partial<Parameters<typeof viewFound>[3]>) =>
    (await page(asked)).events.map(({ key }) => key);

  test('know their year as clocks at the club tell it, and years without events are left out', async () => {
    await insertEvents(
      site.db,
      eventRow('eve', { time_start: at('2026-01-01T04:59:00Z') }),
      eventRow('new-year', { time_start: at('2026-01-01T05:00:00Z') }),
      eventRow('long-ago', { time_start: at('2019-06-01T12:00:00Z') }),
      eventRow('to-come', { time_start: at('2027-06-01T12:00:00Z') }),
      eventRow('undated'),
    );
    expect((await page()).events.map(({ key, year }) => [key, year])).toEqual([
      ['new-year', 2026],
      ['eve', 2025],
      ['long-ago', 2019],
    ]);
    expect(await listPastYears(site.db, MIDNIGHT, clock.timeZone)).toEqual([2026, 2025, 2019]);
  });

  test('begin at a year and go on with those before it', async () => {
    await insertEvents(
      site.db,
      ...[2026, 2025, 2024].map((year) => eventRow(`in-${year}`, { time_start: at(`${year}-05-01T12:00:00Z`) })),
    );
    expect(await found({ year: 2025 })).toEqual(['in-2025', 'in-2024']);
    expect(await found({ year: 2020 })).toEqual([]);
    expect(await found({ year: 2030 })).toEqual(['in-2026', 'in-2025', 'in-2024']);
  });

  test('are found by the words of their descriptions, with typing errors where nothing has them as they were typed', async () => {
    await insertEvents(
      site.db,
      eventRow('lan', {
        title: 'LAN Party',
        description: 'Forty seats, and **network cable** in four colours.',
        time_start: at('2025-02-01T12:00:00Z'),
      }),
      eventRow('late', {
        title: 'Talk',
        description: `${'x '.repeat(2500)}cable`,
        time_start: at('2024-02-01T12:00:00Z'),
      }),
      eventRow('games', { title: 'Board Games', time_start: at('2023-02-01T12:00:00Z') }),
      eventRow('names', { title: 'Board Names', time_start: at('2022-02-01T12:00:00Z') }),
    );
    for (const [search, keys] of [
      ['cable', ['lan']],
      ['cabel', ['lan']],
      ['netwrok prty', ['lan']],
      ['games', ['games']],
      ['gmaes', ['games']],
      ['gxmes', ['games']],
      ['qwertz', []],
    ] as const)
      expect([search, await found({ search })]).toEqual([search, keys]);
    // Behind the last that has the word as it was typed nothing similar follows.
    const first = await page({ search: 'games' });
    const last = first.events.at(-1);
    expect(await found({ search: 'games', before: `${at('2023-02-01T12:00:00Z')}.${last?.key}` })).toEqual([]);
  });

  test('are found by words in any order, case and accent, of title, presenter, place, custom date and year', async () => {
    await insertEvents(
      site.db,
      eventRow('clinic', { title: 'Résumé Clinic', time_start: at('2025-02-01T12:00:00Z') }),
      eventRow('chess', {
        title: 'Chess Night',
        presenter: 'Žofie Nováková',
        location: 'Reading Room',
        time_start: at('2024-02-01T12:00:00Z'),
      }),
      eventRow('circle', {
        title: 'Circle',
        hidden_date: 1,
        custom_date: 'Every Tuesday',
        time_start: at('2024-01-01T12:00:00Z'),
      }),
    );
    for (const [search, keys] of [
      ['resume', ['clinic']],
      ['RÉSUMÉ', ['clinic']],
      ['night chess', ['chess']],
      ['novakova room', ['chess']],
      ['tuesday', ['circle']],
      ['2024', ['chess', 'circle']],
      ['chess 2024', ['chess']],
      ['chess 2025', []],
      ['100%', []],
      ['   ', ['clinic', 'chess', 'circle']],
    ] as const) {
      expect([search, await found({ search })]).toEqual([search, keys]);
    }
  });

  test('are found beside those to come, soonest first; typing errors are forgiven where neither has the words', async () => {
    await insertEvents(
      site.db,
      eventRow('was', { title: 'Chess Night', time_start: at('2025-02-01T12:00:00Z') }),
      eventRow('go', { title: 'Go Circle', time_start: at('2025-03-01T12:00:00Z') }),
      eventRow('later', { title: 'Chess Final', time_start: at('2027-02-01T12:00:00Z') }),
      eventRow('soon', { title: 'Chess Opening', time_start: at('2026-12-01T12:00:00Z') }),
      eventRow('cheese', { title: 'Chesse and Robots', time_start: at('2026-12-02T12:00:00Z') }),
    );
    const both = async (search: string) => {
      const { upcoming, past } = await viewFound(site.db, MIDNIGHT, clock, { before: null, year: null, search });
      return [upcoming, past.events].map((events) => events.map(({ key }) => key));
    };
    expect(await both('chess')).toEqual([['soon', 'cheese', 'later'], ['was']]);
    expect(await both('night')).toEqual([[], ['was']]);
    expect(await both('robots')).toEqual([['cheese'], []]);
    expect(await both('robtos')).toEqual([['cheese'], []]);
    expect(await both('circel')).toEqual([[], ['go']]);
    expect(await both('openings')).toEqual([['soon'], []]);
    expect(await both('nothing')).toEqual([[], []]);
  });

  test('that are found come sixty at a time too', async () => {
    const rows = Array.from({ length: 150 }, (_, number) =>
      eventRow(`e-${number}`, { title: number % 2 ? 'Chess' : 'Go', time_start: MIDNIGHT - number * 60_000 }),
    );
    await insertEvents(site.db, ...rows);
    const first = await page({ search: 'chess' });
    const second = await page({ search: 'chess', before: first.next });
    expect([first.events.length, second.events.length, second.next]).toEqual([60, 15, null]);
    expect(new Set([...first.events, ...second.events].map(({ key }) => key)).size).toBe(75);
  });
});
