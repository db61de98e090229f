import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newEvent } from '../../../test/event-rows.ts';
import { calendarLinks } from './calendar-links.ts';
import type { ClubEvent } from './event.ts';
import { eventName } from './titles.ts';

const SITE = 'https://club.example.edu';
const START = Date.parse('2026-11-20T19:30:00-05:00');
const HOUR = 3_600_000;

function linksOf(given: Partial<ClubEvent>, key = '-Key') {
  return calendarLinks(newEvent(key, { start: START, ...given }), SITE);
}

/** What the calendars on the web are told, read back from their addresses. */
function toldOf(given: Partial<ClubEvent>) {
  const links = linksOf(given);
  if (!links) throw new Error('No links');
  const [google, outlook] = [links.google, links.outlook].map((link) =>
    Object.fromEntries(new URL(link).searchParams.entries()),
  );
  return { google: google ?? {}, outlook: outlook ?? {} };
}

describe('an event in calendars on the web', () => {
  test('says what, when and where, and leads back to its page', () => {
    const given = {
      title: 'Git & you: 100 % #safe',
      presenter: 'Ada',
      location: 'Room 1+2, Hall "B"',
      end: START + 2 * HOUR,
    };
    expect(linksOf(given)?.ics).toBe('/events/-Key.ics');
    expect(toldOf(given)).toEqual({
      google: {
        action: 'TEMPLATE',
        text: 'Git & you: 100 % #safe',
        dates: '20261121T003000Z/20261121T023000Z',
        details: `by Ada\n\n${SITE}/events/-Key`,
        location: 'Room 1+2, Hall "B"',
      },
      outlook: {
        path: '/calendar/action/compose',
        rru: 'addevent',
        subject: 'Git & you: 100 % #safe',
        startdt: '2026-11-21T00:30:00Z',
        enddt: '2026-11-21T02:30:00Z',
        body: `by Ada\n\n${SITE}/events/-Key`,
        location: 'Room 1+2, Hall "B"',
      },
    });
  });

  // The club's clocks, in America/Toronto, go back on November 1st and forward on March 14th.
  test.each([
    ['2026-11-01T00:30:00-04:00', '2026-11-01T03:00:00-05:00', '20261101T043000Z/20261101T080000Z'],
    ['2026-11-01T01:30:00-04:00', '2026-11-01T01:30:00-05:00', '20261101T053000Z/20261101T063000Z'],
    ['2027-03-14T01:30:00-05:00', '2027-03-14T03:00:00-04:00', '20270314T063000Z/20270314T070000Z'],
    ['2026-12-31T22:00:00-05:00', '2027-01-01T02:00:00-05:00', '20270101T030000Z/20270101T070000Z'],
  ])('%s to %s is told in UTC, whatever the clocks do', (start, end, dates) => {
    const { google, outlook } = toldOf({ start: Date.parse(start), end: Date.parse(end) });
    expect(google.dates).toBe(dates);
    expect(`${outlook.startdt}/${outlook.enddt}`.replaceAll(/[-:]/g, '')).toBe(dates);
  });

  test.each([null, START, START - HOUR, Number.MAX_SAFE_INTEGER])('without an end (%s) it is a moment', (end) => {
    const { google, outlook } = toldOf({ end });
    expect(google.dates).toBe('20261121T003000Z/20261121T003000Z');
    expect(outlook.enddt).toBe(outlook.startdt);
  });

  test('says when it is tentative, and leaves out what is not known', () => {
    const { google, outlook } = toldOf({ title: 'Git', tentative: true });
    expect([google.text, outlook.subject]).toEqual(['[TENTATIVE] Git', '[TENTATIVE] Git']);
    expect(google).not.toHaveProperty('location');
    expect(google.details).toBe(`${SITE}/events/-Key`);
  });

  test.each([{ hiddenDate: true, customDate: 'Every Tuesday' }, { start: null }, { start: Number.MAX_SAFE_INTEGER }])(
    'is not offered for %o',
    (given) => {
      expect(linksOf(given)).toBeNull();
    },
  );

  test('reads back any text as it was written, in a key too', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((it) => !/[\r\p{C}]/u.test(it));
    fc.assert(
      fc.property(text, text, (title, location) => {
        const { google, outlook } = toldOf({ title, location });
        expect([google.text ?? '', google.location ?? '']).toEqual([eventName(title), location]);
        expect([outlook.subject ?? '', outlook.location ?? '']).toEqual([eventName(title), location]);
      }),
      { examples: [['', '']] },
    );
    expect(linksOf({}, 'a/b?c')?.ics).toBe('/events/a%2Fb%3Fc.ics');
  });
});
