import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { HOUR_MS } from '../../time/durations.ts';
import { findNextOfAll } from './with-drafts.ts';

describe.each(databases)('the next event of officers on %s', (_, open) => {
  const site = freshDatabase(open);

  test('is the one that is on, or tonight’s, not one that ended today', async () => {
    const now = Date.now();
    const midnight = now - 8 * HOUR_MS;
    const at = (key: string, begins: number, ends: number | null) =>
      eventRow(key, { time_start: now + begins * HOUR_MS, time_end: ends === null ? null : now + ends * HOUR_MS });
    await insertEvents(site.db, at('morning', -7, -5), at('lunch', -2, 1), at('evening', 4, null));
    const next = async (when: number) => (await findNextOfAll(site.db, admin, midnight, when))?.key;
    expect(await next(now - 6 * HOUR_MS)).toBe('morning');
    expect(await next(now)).toBe('lunch');
    expect(await next(now + HOUR_MS)).toBe('evening');
  });

  test('stays until its day is over where nobody knows when it ends', async () => {
    const start = Date.now() - HOUR_MS;
    await insertEvents(site.db, eventRow('talk', { time_start: start, time_end: start - 1 }));
    expect((await findNextOfAll(site.db, admin, start))?.key).toBe('talk');
  });
});
