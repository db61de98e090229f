import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { admin, member } from '../../../test/actors.ts';
import { databases, type TestDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { viewEventTable } from './admin-table.ts';

const clock = { timeZone: 'America/Toronto', locale: 'en-US' };
let opened: TestDatabase;

afterEach(() => opened.close());

describe.each(databases)('the table of events on %s', (_name, open) => {
  beforeEach(async () => {
    opened = await open();
    await insertEvents(
      opened.db,
      eventRow('a', { title: 'Undated 100%' }),
      eventRow('b', { title: 'Game Night', time_start: Date.parse('2026-11-20T23:30-05:00') }),
      eventRow('c', { title: 'GAME jam_1', time_start: Date.parse('2026-12-01T00:00-05:00') }),
      eventRow('d', { time_start: Date.parse('2020-01-05T12:00-05:00') }),
    );
  });

  const keys = async (search: string, limit = 200) => {
    const { events, total } = await viewEventTable(opened.db, admin, clock, { search, limit });
    return [events.map(({ key }) => key).join(''), total];
  };

  test('newest start first, undated ones last, the date in the club’s zone', async () => {
    const { events, total } = await viewEventTable(opened.db, admin, clock, { search: '', limit: 200 });
    expect(total).toBe(4);
    expect(events).toEqual([
      { key: 'c', title: 'GAME jam_1', date: '2026-12-01' },
      { key: 'b', title: 'Game Night', date: '2026-11-20' },
      { key: 'd', title: '', date: '2020-01-05' },
      { key: 'a', title: 'Undated 100%', date: '' },
    ]);
  });

  test('a page holds so many, and says how many there are', async () => {
    expect(await keys('', 2)).toEqual(['cb', 4]);
    expect(await keys('', 3)).toEqual(['cbd', 4]);
  });

  test('titles are searched in any case, and literally', async () => {
    expect(await keys('game')).toEqual(['cb', 2]);
    expect(await keys('M_1')).toEqual(['c', 1]);
    expect(await keys('0%')).toEqual(['a', 1]);
    expect(await keys('%')).toEqual(['a', 1]);
    expect(await keys('\\')).toEqual(['', 0]);
  });

  test('only admins read it', async () => {
    const asked = viewEventTable(opened.db, member, clock, { search: '', limit: 1 });
    await expect(asked).rejects.toMatchObject({ name: 'NotAllowed' });
  });
});
