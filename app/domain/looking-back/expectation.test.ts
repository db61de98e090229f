import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { insertPersonForm, insertSignUps, signUpRow } from '../../../test/sign-ups.ts';
import { DAY_MS } from '../../time/durations.ts';
import { countDueEvents } from './counts.ts';
import { expectAt, expectationOf } from './expectation.ts';

const NOW = Date.UTC(2026, 10, 20);
const club = { timeZone: 'America/Toronto', yearStartsIn: 9 };

describe('what to expect', () => {
  test('is nothing below five events, then from the lowest share to the highest, rounded', () => {
    expect(expectationOf([0.61, 0.7, 0.8, 0.84], 30)).toBeNull();
    expect(expectationOf([0.84, 0.7, 0.61, 0.8, 0.75], 30)).toEqual({
      expect: 'Expect 18 to 25',
      basis: 'of 5 events, 61–84 % came',
    });
    expect(expectationOf([1, 0, 1, 1, 1], 1200)?.expect).toBe('Expect 0 to 1,200');
  });

  test('leaves out the lowest and the highest tenth from ten events on', () => {
    const middle = Array.from({ length: 8 }, (_, at) => 0.5 + at / 100);
    expect(expectationOf([0.1, 1, ...middle.slice(0, 7)], 100)?.expect).toBe('Expect 10 to 100');
    expect(expectationOf([0.1, 1, ...middle], 100)).toEqual({
      expect: 'Expect 50 to 57',
      basis: 'of 10 events, 50–57 % came',
    });
    expect(expectationOf([...Array<number>(2).fill(0), ...Array<number>(17).fill(0.5), 0.9], 10)?.expect).toBe(
      'Expect 5 to 5',
    );
    expect(expectationOf([...Array<number>(2).fill(0), ...Array<number>(17).fill(0.5)], 10)?.expect).toBe(
      'Expect 0 to 5',
    );
  });
});

describe.each(databases)('what to expect, on %s', (_, open) => {
  const site = freshDatabase(open);

  /** An evening so many days ago, with `going` sign-ups of whom so many came. */
  async function evening(days: number, going: number, came: number, given = {}) {
    const key = `e${days}`;
    await insertEvents(site.db, eventRow(key, { time_start: NOW - days * DAY_MS, form_id: key, ...given }));
    await insertPersonForm(site.db, key);
    const people = Array.from({ length: going }, (_person, at) =>
      signUpRow(key, `p${at}`, at < came ? { checked_in: 5 } : {}),
    );
    await insertSignUps(site.db, [...people, signUpRow(key, 'waits', { state: 'waiting' })]);
  }

  test('rests on past events with check-ins, or on how many officers say came', async () => {
    await evening(30, 10, 8);
    await evening(29, 10, 5);
    await evening(28, 4, 4);
    await evening(27, 10, 0, { retro_came: 14 });
    await evening(26, 10, 0);
    await evening(25, 10, 2, { cancelled: 1 });
    await evening(24, 0, 0, { retro_came: 3 });
    await evening(-1, 10, 1);
    expect(await expectAt(site.db, 20, club, NOW)).toBeNull();
    await evening(0, 10, 6, { time_start: NOW - 1, time_end: NOW - 1 });
    const found = { expect: 'Expect 10 to 20', basis: 'of 5 events, 50–100 % came' };
    expect(await expectAt(site.db, 20, club, NOW)).toEqual(found);
    expect(await expectAt(site.db, 0, club, NOW)).toBeNull();
    await countDueEvents(site.db, club, NOW);
    await site.db.write(({ query }) => query.deleteFrom('entries').execute());
    await evening(1, 10, 6, { updated_at: NOW });
    expect(await expectAt(site.db, 20, club, NOW)).toEqual(found);
  });
});
