import { describe, expect, test } from 'vitest';
import { eventSent } from '../../../test/event-inputs.ts';
import { checkInput } from '../check-input.ts';
import { eventInput, type EventInput } from '../event-changes/event-input.ts';
import { repeatsOf } from './repeats.ts';
import { sameWallTime } from './wall-span.ts';

const TORONTO = 'America/Toronto';
const BERLIN = 'Europe/Berlin';

function repeats(given: Partial<EventInput>, timeZone = TORONTO) {
  return repeatsOf(eventSent({ repeatWeekly: '1', ...given }), timeZone);
}

/** '2026-11-20T19:30 2026-11-20T21:00', with '#1' or '#2' where a time comes twice. */
function spans(given: Partial<EventInput>, timeZone = TORONTO): string[] {
  const mark = { '': '', first: '#1', second: '#2' };
  return repeats(given, timeZone).map(
    ({ start, startOccurrence, end, endOccurrence }) => `${start}${mark[startOccurrence]} ${end}${mark[endOccurrence]}`,
  );
}

describe('an event that is repeated weekly', () => {
  test('is made so many more times, each a week after the one before', () => {
    expect(repeats({ repeatWeekly: '4' }).map(({ start }) => start.slice(5, 10))).toEqual([
      ...['11-20', '11-27', '12-04', '12-11', '12-18'],
    ]);
    expect(repeats({ repeatWeekly: '0' })).toHaveLength(1);
    expect(repeats({ repeatWeekly: '20' })).toHaveLength(21);
  });

  test.each([
    ['goes forward in March', TORONTO, '2027-03-08', '2027-03-15'],
    ['goes back in November', TORONTO, '2026-10-30', '2026-11-06'],
    ['goes forward in March, elsewhere', BERLIN, '2027-03-26', '2027-04-02'],
    ['goes back in October, elsewhere', BERLIN, '2026-10-23', '2026-10-30'],
  ])('is at the same time on a clock that %s', (_what, timeZone, day, next) => {
    const given = { start: `${day}T19:30`, end: `${day}T21:00` };
    expect(spans(given, timeZone)).toEqual([`${day}T19:30 ${day}T21:00`, `${next}T19:30 ${next}T21:00`]);
  });

  test('begins at the next time where there is none, and at the first of two', () => {
    expect(spans({ start: '2027-03-07T02:30', end: '2027-03-07T04:00' })[1]).toBe('2027-03-14T03:00 2027-03-14T04:00');
    expect(spans({ start: '2027-03-21T02:15', end: '2027-03-21T02:45' }, BERLIN)[1]).toBe(
      '2027-03-28T03:00 2027-03-28T03:00',
    );
    expect(spans({ start: '2026-10-25T01:30', end: '2026-10-25T01:45' })[1]).toBe(
      '2026-11-01T01:30#1 2026-11-01T01:45#1',
    );
  });

  test('never ends before it begins, however the first lies about the change', () => {
    const given = { start: '2026-11-01T01:45', end: '2026-11-01T01:15' };
    expect(spans({ ...given, startOccurrence: 'first', endOccurrence: 'second' })).toEqual([
      ...['2026-11-01T01:45#1 2026-11-01T01:15#2', '2026-11-08T01:45 2026-11-08T02:15'],
    ]);
  });

  test('opens, closes and publishes by as many weeks later', () => {
    const given = { opens: '2026-11-13T12:00', closes: '2026-11-20T19:00', publishAt: '2026-11-10T08:00' };
    const [, , third] = repeats({ ...given, repeatWeekly: '2' });
    expect(third).toMatchObject({
      opens: '2026-11-27T12:00',
      closes: '2026-12-04T19:00',
      publishAt: '2026-11-24T08:00',
    });
    expect(repeats({})[1]).toMatchObject({ opens: '', closes: '', publishAt: '' });
  });

  const refusal = (given: Partial<EventInput>) => {
    try {
      checkInput(eventInput(TORONTO, 'USD'), eventSent(given));
    } catch (error) {
      return error;
    }
    return undefined;
  };

  test.each(['21', '-1', '1.5', '', 'two', '100'])('is refused for %j times', (repeatWeekly) => {
    expect(refusal({ repeatWeekly })).toMatchObject({
      fields: { repeatWeekly: 'Please enter a whole number, from 0 to 20' },
    });
  });

  test('is refused where one of them cannot be, which is named', () => {
    const given = { start: '2999-12-20T19:30', end: '2999-12-20T21:00', repeatWeekly: '2' };
    expect(refusal(given)).toMatchObject({
      fields: { repeatWeekly: 'On Fri Jan 3, 3000: Please enter a date and a time' },
    });
    expect(refusal({ ...given, repeatWeekly: '1' })).toBeUndefined();
  });
});

test('a copy’s time is a week later on the clock, whether there is such a time or two', () => {
  expect(sameWallTime('2027-03-07T02:30')).toBe('2027-03-14T02:30');
  expect(sameWallTime('2026-10-25T01:30')).toBe('2026-11-01T01:30');
  expect(sameWallTime('2026-12-29T23:59')).toBe('2027-01-05T23:59');
});
