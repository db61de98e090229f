import { describe, expect, test } from 'vitest';
import { NOTHING_STORED, viewEveryPage } from './on-every-page.ts';

const TORONTO = 'America/Toronto';
const NOON = Date.UTC(2026, 10, 20, 17);
const notice = { text: 'Closed.', url: '', from: null, until: null };
const at = (stored: Partial<typeof NOTHING_STORED>, now = NOON) =>
  viewEveryPage({ ...NOTHING_STORED, ...stored }, TORONTO, now);

test('nothing stands there, and nothing will', () => {
  expect(at({})).toEqual({ notice: null, hasSponsors: false, until: Infinity });
  expect(at({ notice: { ...notice, text: '', until: NOON + 1 } })).toMatchObject({ notice: null, until: Infinity });
});

describe('a notice', () => {
  const timed = { ...notice, from: NOON, until: NOON + 1000 };

  test('shows from its moment to its moment, and says when it will be another', () => {
    expect(at({ notice: timed }, NOON - 1)).toMatchObject({ notice: null, until: NOON });
    expect(at({ notice: timed }, NOON)).toMatchObject({ notice: { text: 'Closed.' }, until: NOON + 1000 });
    expect(at({ notice: timed }, NOON + 999)).toMatchObject({ notice: { text: 'Closed.' } });
    expect(at({ notice: timed }, NOON + 1000)).toMatchObject({ notice: null, until: Infinity });
  });
});

describe('sponsors, by the club’s day', () => {
  const sponsors = [{ from: '2026-11-20', until: '2026-11-21' }];
  const midnight = (day: number) => Date.UTC(2026, 10, day, 5);

  test.each([
    ['the day before', midnight(20) - 1, false, midnight(20)],
    ['the first day', midnight(20), true, midnight(22)],
    ['the last moment', midnight(22) - 1, true, midnight(22)],
    ['the day after', midnight(22), false, Infinity],
  ])('%s', (_day, now, hasSponsors, until) => {
    expect(at({ sponsors }, now)).toMatchObject({ hasSponsors, until });
  });

  test('without days they are there always', () => {
    expect(at({ sponsors: [{ from: '', until: '' }] })).toMatchObject({ hasSponsors: true, until: Infinity });
  });

  test('whichever comes first is the next moment', () => {
    const until = NOON + 5;
    expect(at({ sponsors, notice: { ...notice, until } })).toMatchObject({ until });
  });
});
