import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromAbsolute } from '@internationalized/date';
import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../test/databases.ts';
import { club } from '../../test/outbox.ts';
import { dump, load, sourceOf } from '../../test/transfers.ts';
import { keyTime, newKey } from '../domain/keys.ts';
import { DAY_MS } from '../time/durations.ts';
import { loadSample } from './sample.ts';

const SAMPLE = fileURLToPath(new URL('../../sample/club.json', import.meta.url));
const given = { attach: () => Promise.resolve(undefined), club: () => Promise.resolve(club) };

/** A time by the clock of the sample's zone, in its own year. */
const written = (date: string) => Date.parse(`${date}-05:00`);

describe.each(databases)('the sample club on %s', (_, open) => {
  const site = freshDatabase(open);

  const small = {
    event: {
      friday: {
        datetime: { timeStartTimestamp: written('2026-01-09T18:30'), timeEndTimestamp: written('2026-01-09T21:00') },
      },
      undated: { title: 'Some day' },
      timed: { publishAt: written('2026-01-06T12:00'), datetime: { timeStartTimestamp: written('2026-01-16T18:30') } },
    },
    entry: {
      form: {
        [newKey(written('2026-01-02T12:00'))]: { a: 'b' },
        [newKey(written('2026-01-03T12:00'))]: { $state: 'going', $checkedIn: written('2026-01-09T18:40') },
      },
    },
  };

  test('is moved by whole weeks to the week of now, its clock times kept in the club’s zone', async () => {
    // A Sunday in Toronto, already Monday further east; in summer time, while the sample was written in winter.
    const now = Date.parse('2027-07-04T23:30-04:00');
    expect(await loadSample(site.db, { source: sourceOf(small), ...given, timeZone: 'America/Toronto', now })).toBe(
      true,
    );
    const { event, entry } = JSON.parse(await dump(site.db));
    expect(event.friday.datetime).toEqual({
      timeStartTimestamp: Date.parse('2027-07-02T18:30-04:00'),
      timeEndTimestamp: Date.parse('2027-07-02T21:00-04:00'),
    });
    expect(event.undated).toEqual({ title: 'Some day' });
    expect(event.timed.publishAt).toBe(Date.parse('2027-06-29T12:00-04:00'));
    const [key = ''] = Object.keys(entry.form);
    expect(keyTime(key)).toBe(Date.parse('2027-06-25T12:00-04:00'));
    const [row] = await site.db.query.selectFrom('entries').select('created_at').execute();
    expect(row?.created_at).toBe(Date.parse('2027-06-25T12:00-04:00'));
  });

  test.each([
    ['have come, once the event has begun', '2027-07-03T12:00-04:00', Date.parse('2027-07-02T18:40-04:00')],
    ['have not come before it begins', '2027-06-29T12:00-04:00', null],
  ])('people %s', async (_when, date, checkedIn) => {
    const options = { source: sourceOf(small), ...given, timeZone: 'America/Toronto', now: Date.parse(date) };
    await loadSample(site.db, options);
    const [row] = await site.db.query.selectFrom('entries').selectAll().where('state', '=', 'going').execute();
    expect(row?.checked_in).toBe(checkedIn);
  });

  test('follows the clocks of another zone', async () => {
    const now = Date.parse('2027-07-05T06:00+12:00');
    await loadSample(site.db, { source: sourceOf(small), ...given, timeZone: 'Pacific/Auckland', now });
    const { event } = JSON.parse(await dump(site.db));
    expect(event.friday.datetime.timeStartTimestamp).toBe(Date.parse('2027-07-09T18:30+12:00'));
  });

  test('costs what it says, in the club’s own currency', async () => {
    const priced = {
      form: { trip: { asksPerson: true, price: 15, howToPay: 'Cash' } },
      entry: { trip: { [newKey(written('2026-01-02T12:00'))]: { $state: 'going', $owes: 9 } } },
    };
    const yen = () => Promise.resolve({ ...club, currency: 'JPY' });
    await loadSample(site.db, { ...given, source: sourceOf(priced), timeZone: 'Asia/Tokyo', club: yen });
    expect(await site.db.query.selectFrom('forms').select('price').execute()).toEqual([{ price: 15 }]);
    expect(await site.db.query.selectFrom('entries').select('owes').execute()).toEqual([{ owes: 9 }]);
  });

  test('is loaded once, even if all of it was removed', async () => {
    const options = { source: sourceOf(small), ...given, timeZone: 'America/Toronto' };
    expect(await loadSample(site.db, options)).toBe(true);
    expect(await loadSample(site.db, options)).toBe(false);
    await load(site.db, {}, { replace: true });
    expect(await loadSample(site.db, options)).toBe(false);
    expect(await dump(site.db)).toBe('{\n}\n');
  });

  test.each([{ form: { f: {} } }, { entry: { f: { k: {} } } }, { others: 1 }])(
    'stays away from a database that holds %j',
    async (content) => {
      await load(site.db, content);
      const source = sourceOf(small);
      expect(await loadSample(site.db, { source, ...given, timeZone: 'America/Toronto' })).toBe(false);
    },
  );

  test('goes on with a load that was cut off, in the week in which it began', async () => {
    const timeZone = 'America/Toronto';
    const broken = async function* () {
      yield* sourceOf(small)();
      throw new Error('power lost');
    };
    const begun = Date.parse('2027-07-05T12:00-04:00');
    await expect(loadSample(site.db, { source: broken, ...given, timeZone, now: begun })).rejects.toThrow('power lost');
    const later = Date.parse('2027-07-15T12:00-04:00');
    expect(await loadSample(site.db, { source: sourceOf(small), ...given, timeZone, now: later })).toBe(true);
    const { event } = JSON.parse(await dump(site.db));
    expect(event.friday.datetime.timeStartTimestamp).toBe(Date.parse('2027-07-09T18:30-04:00'));
  });

  test('as it is delivered has an outing with a price, about a week from its deadline, with places for first-years', async () => {
    const now = Date.parse('2027-07-05T09:00-04:00');
    const source = () => createReadStream(SAMPLE);
    await loadSample(site.db, { source, ...given, timeZone: 'America/Toronto', now });
    const [outing, ...others] = await site.db.query
      .selectFrom('forms')
      .selectAll()
      .where('price', 'is not', null)
      .execute();
    expect(others).toEqual([]);
    expect(outing).toMatchObject({
      price: 1500,
      member_price: 900,
      how_to_pay: expect.stringContaining('{reference}'),
    });
    expect(outing?.fields).toContain('"limits":{"First year":');
    const people = site.db.query
      .selectFrom('entries')
      .selectAll()
      .where('form_id', '=', outing?.id ?? '');
    const unpaid = (await people.execute()).filter(({ owes, paid_on: paidOn }) => owes !== null && paidOn === null);
    const days = unpaid.map(({ pay_by: payBy }) => ((payBy ?? 0) - now) / DAY_MS);
    expect(Math.min(...days)).toBeGreaterThan(7);
    expect(Math.max(...days)).toBeLessThan(14);
    const { time_start: start } = await site.db.query
      .selectFrom('events')
      .select('time_start')
      .where('form_id', '=', outing?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(outing?.keep_until).toBeGreaterThan(now);
    expect(outing?.keep_until).toBeLessThan(start ?? 0);
  });

  test('as it is delivered has no bad record, and events before and after now', async () => {
    const options = { source: () => createReadStream(SAMPLE), ...given, timeZone: 'America/Toronto' };
    const lines: string[] = [];
    expect(await loadSample(site.db, { ...options, onRefused: (path) => lines.push(path) })).toBe(true);
    expect(lines).toEqual([]);
    const rows = await site.db.query.selectFrom('events').select('time_start').execute();
    const hours = rows.map(({ time_start }) => fromAbsolute(time_start ?? 0, 'America/Toronto').hour);
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(8);
    const starts = rows.map(({ time_start }) => time_start ?? 0);
    expect(Math.min(...starts)).toBeLessThan(Date.now());
    expect(Math.max(...starts)).toBeGreaterThan(Date.now());
  });
});
