import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../test/databases.ts';
import { forgetCounts } from '../db/rate-limits.ts';
import { createLimiter, type Limiter } from './rate-limit.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 10, 20, 12);
const LIMIT = { name: 'write', points: 100, seconds: 600 };

describe.each(databases)('a limit on %s', (_, open) => {
  const site = freshDatabase(open);
  let limiter: Limiter;
  beforeEach(async () => {
    limiter = createLimiter(site.db, LIMIT);
  });

  /** How many of `count` at that moment got through. */
  async function through(count: number, now: number, key = 'form:campus'): Promise<number> {
    const takes = await Promise.all(Array.from({ length: count }, () => limiter.take(key, now)));
    return takes.filter(({ wait }) => wait === undefined).length;
  }

  test('holds for any ten minutes, not only for one span after the other', async () => {
    const got: number[] = [];
    // A flood on both sides of what would be the end of a fixed span, then on for an hour.
    for (const minute of [9, 10, 11, 18, 19, 20, 25, 30, 40, 60]) got.push(await through(110, NOON + minute * MINUTE));
    expect(got).toEqual([100, 0, 0, 0, 100, 0, 0, 100, 100, 100]);
  });

  test('lets thirty a minute through while a hundred in ten minutes are not reached', async () => {
    const got: number[] = [];
    for (let minute = 0; minute < 12; minute++) got.push(await through(30, NOON + minute * MINUTE));
    expect(got).toEqual([30, 30, 30, 10, 0, 0, 0, 0, 0, 0, 30, 30]);
  });

  test('says when to try again: when the oldest no longer counts', async () => {
    await through(60, NOON);
    await through(40, NOON + MINUTE);
    expect((await limiter.take('form:campus', NOON + 2 * MINUTE)).wait).toBe(480);
    expect((await limiter.take('form:campus', NOON + 10 * MINUTE + 1)).wait).toBeUndefined();
  });

  test('counts nothing that was released, and each key for itself', async () => {
    for (let at = 0; at < 120; at++) await (await limiter.take('form:campus', NOON)).release();
    expect(await through(110, NOON)).toBe(100);
    expect(await through(1, NOON, 'form:other')).toBe(1);
    expect(await through(1, NOON, 'other:campus')).toBe(1);
  });

  test('lets no more through when they all come at once', async () => {
    const takes = await Promise.all(Array.from({ length: 250 }, () => limiter.take('form:campus', NOON)));
    expect(takes.filter(({ wait }) => wait === undefined)).toHaveLength(100);
    await Promise.all(takes.slice(0, 30).map(({ release }) => release()));
    expect(await through(50, NOON)).toBe(takes.slice(0, 30).filter(({ wait }) => wait === undefined).length);
  });

  test('takes a key of any length, keeps little of it, and tells it from others that begin alike', async () => {
    const long = 'x'.repeat(20_000);
    expect(await through(110, NOON, `${long}1`)).toBe(100);
    expect(await through(1, NOON, `${long}2`)).toBe(1);
    if (site.db.dialect !== 'postgres') return;
    const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(site.db.query);
    expect(Math.max(...rows.map(({ key }) => key.length))).toBeLessThan(60);
  });

  test('leaves nothing behind', async () => {
    await through(3, NOON);
    await forgetCounts(site.db, NOON + 20 * MINUTE);
    expect(await through(110, NOON + 20 * MINUTE)).toBe(100);
  });
});
