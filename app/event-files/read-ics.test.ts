import { describe, expect, test } from 'vitest';
import { readIcs } from './read-ics.ts';

const AROUND = { timeZone: 'America/Toronto', now: Date.parse('2026-11-20T12:00-05:00') };

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a@club', 'SUMMARY:Talk', ...lines, 'END:VEVENT'];
const read = (...lines: string[]) => readIcs(calendar(...lines), AROUND);
const times = (...lines: string[]) =>
  read(...event(...lines)).events.map(({ start, end }) =>
    [start, end].map((time) => (time === null ? null : new Date(time).toISOString().slice(0, 16))),
  );

describe('the times of an entry', () => {
  test.each([
    ['in UTC', ['DTSTART:20261121T003000Z', 'DTEND:20261121T020000Z'], '2026-11-21T00:30', '2026-11-21T02:00'],
    ['in a zone', ['DTSTART;TZID=Europe/Berlin:20261120T193000'], '2026-11-20T18:30', null],
    ['in Outlook’s', ['DTSTART;TZID=W. Europe Standard Time:20261120T193000'], '2026-11-20T18:30', null],
    ['in quotes', ['DTSTART;TZID="Eastern Standard Time":20261120T193000'], '2026-11-21T00:30', null],
    ['behind a path', ['DTSTART;TZID=/example.org/20050809_1/Europe/Berlin:20261120T193000'], '2026-11-20T18:30', null],
    ['by any clock', ['DTSTART:20261120T193000', 'DURATION:PT1H30M'], '2026-11-21T00:30', '2026-11-21T02:00'],
    ['of a day', ['DTSTART;VALUE=DATE:20261120'], '2026-11-20T05:00', '2026-11-21T04:59'],
    ['of days', ['DTSTART;VALUE=DATE:20261030', 'DTEND;VALUE=DATE:20261102'], '2026-10-30T04:00', '2026-11-02T04:59'],
    ['without a length', ['DTSTART:20261121T003000Z', 'DTEND:20261121T003000Z'], '2026-11-21T00:30', null],
  ])('%s', (_what, lines, start, end) => {
    expect(times(...lines)).toEqual([[start, end]]);
  });

  test('in a zone that the file itself describes', () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Ours', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'];
    const rest = ['TZOFFSETFROM:+0300', 'TZOFFSETTO:+0300', 'END:STANDARD', 'END:VTIMEZONE'];
    const { events } = read(...zone, ...rest, ...event('DTSTART;TZID=Ours:20261120T193000'));
    expect(new Date(events[0]?.start ?? 0).toISOString()).toBe('2026-11-20T16:30:00.000Z');
  });

  test.each([
    ['no start', [], 'There is no start'],
    ['a zone nobody knows', ['DTSTART;TZID=Mars/Olympus:20261120T193000'], 'Its time zone ‘Mars/Olympus’ is unknown'],
    ['an end before its start', ['DTSTART:20261121T003000Z', 'DTEND:20261120T003000Z'], 'It ends before it begins'],
    [
      'repeats without rest',
      ['DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY'],
      'It repeats too often to be imported',
    ],
  ])('%s: it alone is not read, by the line of its BEGIN', (_what, lines, reason) => {
    const good = ['BEGIN:VEVENT', 'SUMMARY:Good', 'DTSTART:20261121T003000Z', 'END:VEVENT'];
    const found = read(...good, ...event(...lines));
    expect(found.events.map(({ title, line }) => [title, line])).toEqual([['Good', 3]]);
    expect(found.notRead).toEqual([{ line: 7, reason }]);
  });

  test.each([
    ['a day that does not say so', ['DTSTART:20261120']],
    ['a start that is none', ['DTSTART:tomorrow']],
    ['a rule that is none', ['DTSTART:20261121T003000Z', 'RRULE:FOO=BAR']],
    ['a repeat that is none', ['DTSTART:20261121T003000Z', 'RDATE:someday']],
    ['an exception that is none', ['DTSTART:20261121T003000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20261122']],
    ['a length that is none', ['DTSTART:20261121T003000Z', 'DURATION:long']],
    ['a place in a series that is none', ['DTSTART:20261121T003000Z', 'RECURRENCE-ID:20261122']],
  ])('%s costs its entry alone', (_what, lines) => {
    const series = event('DTSTART:20261120T003000Z', 'RRULE:FREQ=DAILY;COUNT=2');
    const found = read(...series, ...event(...lines));
    expect(found.events.map(({ line }) => line)).toEqual([3, 3]);
    expect(found.notRead).toEqual([{ line: 9, reason: 'This entry is damaged' }]);
  });

  test.each([
    ['30 February', ['DTSTART:20270230T180000Z'], '2027-02-30'],
    ['a day of 31 April', ['DTSTART;VALUE=DATE:20270431'], '2027-04-31'],
    ['an end in a 13th month', ['DTSTART:20261121T003000Z', 'DTEND:20261301T003000Z'], '2026-13-01'],
    [
      'an exception on 30 February',
      ['DTSTART:20270101T003000Z', 'RRULE:FREQ=DAILY', 'EXDATE:20270230T003000Z'],
      '2027-02-30',
    ],
    [
      'repeats until 30 February',
      ['DTSTART:20270101T003000Z', 'RRULE:FREQ=DAILY;UNTIL=20270230T003000Z'],
      '2027-02-30',
    ],
  ])('%s is named, and no other day in its place', (_what, lines, day) => {
    const found = read(...event(...lines));
    expect(found).toMatchObject({ events: [], notRead: [{ line: 3, reason: `${day} is not a day of the calendar` }] });
  });

  test('a leap day, midnight at the end of a day and a leap second are read', () => {
    expect(times('DTSTART:20280229T180000Z', 'DTEND:20280229T240000Z')).toEqual([
      ['2028-02-29T18:00', '2028-03-01T00:00'],
    ]);
    expect(times('DTSTART:20261231T235960Z')).toEqual([['2027-01-01T00:00', null]]);
  });

  test.each([
    ['no offset', ['BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETTO:+0300', 'END:STANDARD']],
    ['nothing', []],
    [
      'a start that is none',
      ['BEGIN:STANDARD', 'DTSTART:19700101', 'TZOFFSETFROM:+0300', 'TZOFFSETTO:+0300', 'END:STANDARD'],
    ],
  ])('a zone of the file with %s costs no entry that has another', (_what, lines) => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Ours', ...lines, 'END:VTIMEZONE'];
    const own = ['BEGIN:VEVENT', 'SUMMARY:Ours', 'DTSTART;TZID=Ours:20261120T193000', 'END:VEVENT'];
    expect(read(...zone, ...own, ...event('DTSTART:20261121T003000Z')).events.at(-1)?.title).toBe('Talk');
  });

  test('a damaged entry costs itself', () => {
    const { events, notRead } = read(
      ...event('DTSTART:20261121T003000Z'),
      ...['BEGIN:VEVENT', 'no colon', 'END:VEVENT', 'BEGIN:VEVENT', 'SUMMARY:Never closed'],
    );
    expect(events).toHaveLength(1);
    expect(notRead).toEqual([
      { line: 8, reason: 'This entry is damaged' },
      { line: 11, reason: 'This entry is damaged' },
    ]);
  });
});

describe('repeats', () => {
  const starts = (...lines: string[]) => times(...lines).map(([start]) => start);

  test('keep their clock time over a change of clocks, until the last one that UNTIL names', () => {
    const weekly = 'RRULE:FREQ=WEEKLY;UNTIL=20261111T003000Z';
    expect(starts('DTSTART;TZID=America/Toronto:20261020T193000', weekly)).toEqual([
      '2026-10-20T23:30',
      '2026-10-27T23:30',
      '2026-11-04T00:30',
      '2026-11-11T00:30',
    ]);
    expect(starts('DTSTART;TZID=Europe/Berlin:20261103T193000', 'RRULE:FREQ=WEEKLY;UNTIL=20261110T183000Z')).toEqual([
      '2026-11-03T18:30',
      '2026-11-10T18:30',
    ]);
  });

  test('leave out what EXDATE names, in its zone or in UTC, and have what RDATE adds', () => {
    const lines = ['RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20261122T003000Z', 'RDATE;TZID=America/Toronto:20261201T193000'];
    expect(starts('DTSTART;TZID=America/Toronto:20261120T193000', ...lines)).toEqual([
      '2026-11-21T00:30',
      '2026-11-23T00:30',
      '2026-11-24T00:30',
      '2026-12-02T00:30',
    ]);
  });

  // The parser would look for the next one for ever.
  test.each([
    'FREQ=DAILY;BYMONTHDAY=0',
    'FREQ=DAILY;BYMONTH=2,4;BYMONTHDAY=31,-31',
    'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYDAY=6MO',
    'FREQ=DAILY;INTERVAL=99999999999',
    'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
    'FREQ=SECONDLY;BYMONTH=2',
  ])('that never come cost their entry alone: %s', (rule) => {
    const found = read(...event('DTSTART:20261121T003000Z', `RRULE:${rule}`), ...event('DTSTART:20261122T003000Z'));
    expect(found.events).toHaveLength(1);
    expect(found.notRead).toEqual([{ line: 3, reason: 'How it repeats cannot be read' }]);
  });

  test.each(['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29', 'FREQ=DAILY;BYMONTH=4,5;BYMONTHDAY=31', 'FREQ=WEEKLY;BYDAY=SA'])(
    'that come seldom are read: %s',
    (rule) => {
      expect(starts('DTSTART:20261121T003000Z', `RRULE:${rule}`).length).toBeGreaterThan(1);
    },
  );

  test('that end with a day, or leave one out, mean the whole day', () => {
    const lines = ['RRULE:FREQ=DAILY;UNTIL=20261123', 'EXDATE;VALUE=DATE:20261122'];
    expect(starts('DTSTART;TZID=America/Toronto:20261120T193000', ...lines)).toEqual([
      '2026-11-21T00:30',
      '2026-11-22T00:30',
      '2026-11-24T00:30',
    ]);
  });

  test('have the periods that RDATE adds, from their starts', () => {
    const period = 'RDATE;VALUE=PERIOD:20261123T183000Z/PT1H,20261124T183000Z/20261124T193000Z';
    expect(starts('DTSTART:20261121T183000Z', period)).toEqual([
      '2026-11-21T18:30',
      '2026-11-23T18:30',
      '2026-11-24T18:30',
    ]);
  });

  test('without an end are unfolded for two years, 200 from today on at most, and a year back', () => {
    const weekly = starts('DTSTART:20200106T180000Z', 'RRULE:FREQ=WEEKLY');
    expect([weekly.at(0), weekly.at(-1)]).toEqual(['2025-11-24T18:00', '2028-11-13T18:00']);
    const daily = starts('DTSTART:20261120T180000Z', 'RRULE:FREQ=DAILY');
    expect([daily.length, daily.at(-1)]).toEqual([200, '2027-06-07T18:00']);
  });

  test('have the past ones of the last year too, also where there was one each day', () => {
    const daily = starts('DTSTART:20200101T180000Z', 'RRULE:FREQ=DAILY');
    expect([daily.length, daily.at(0), daily.at(-1)]).toEqual([565, '2025-11-20T18:00', '2027-06-07T18:00']);
  });

  test('one is cancelled however its file spells that', () => {
    const cancelledOf = (status: string) => read(...event('DTSTART:20261120T003000Z', status)).events[0]?.cancelled;
    expect(['STATUS:CANCELLED', 'STATUS:Canceled', 'STATUS:CONFIRMED'].map(cancelledOf)).toEqual([true, true, false]);
  });

  test('one that was moved or cancelled is another, each known by when it would have been', () => {
    const first = event('DTSTART;TZID=America/Toronto:20261120T193000', 'RRULE:FREQ=WEEKLY;COUNT=3');
    const moved = event('RECURRENCE-ID;TZID=America/Toronto:20261127T193000', 'DTSTART:20261128T200000Z');
    const off = event('RECURRENCE-ID:20261205T003000Z', 'DTSTART:20261205T003000Z', 'STATUS:CANCELLED');
    const { events } = read(...first, ...moved, ...off);
    expect(
      events.map(({ id, start, cancelled }) => [id, new Date(start).toISOString().slice(0, 16), cancelled]),
    ).toEqual([
      ['a@club/1795221000000', '2026-11-21T00:30', false],
      ['a@club/1795825800000', '2026-11-28T20:00', false],
      ['a@club/1796430600000', '2026-12-05T00:30', true],
    ]);
  });
});

describe('of two entries with one UID', () => {
  const revision = (title: string, ...lines: string[]) => [
    ...['BEGIN:VEVENT', 'UID:a@club', `SUMMARY:${title}`, 'DTSTART:20261121T003000Z', ...lines, 'END:VEVENT'],
  ];

  test.each([
    [
      'the higher SEQUENCE',
      ['SEQUENCE:10', 'LAST-MODIFIED:20260101T000000Z'],
      ['SEQUENCE:9', 'LAST-MODIFIED:20260201T000000Z'],
      'One',
    ],
    ['a SEQUENCE, where the other has none', ['SEQUENCE:1'], [], 'One'],
    ['the later LAST-MODIFIED', ['LAST-MODIFIED:20260201T000000Z'], ['LAST-MODIFIED:20260101T000000Z'], 'One'],
    ['the later one, where neither says', [], [], 'Two'],
  ])('%s counts, and the other is named', (_what, first, second, counts) => {
    const { events, notRead } = read(...revision('One', ...first), ...revision('Two', ...second));
    const lines = [3, 3 + revision('One', ...first).length];
    const [counting, other] = counts === 'One' ? lines : lines.toReversed();
    expect(events.map(({ title, line }) => [title, line])).toEqual([[counts, counting]]);
    expect(notRead).toEqual([
      { line: other, reason: `This event is in the file twice: the entry in line ${counting} is used` },
    ]);
  });

  test('an occurrence is the same, however its time is written', () => {
    const { events, notRead } = read(
      ...revision('One', 'RECURRENCE-ID:20261121T003000Z', 'SEQUENCE:1'),
      ...revision('Two', 'RECURRENCE-ID;TZID=America/Toronto:20261120T193000', 'SEQUENCE:2'),
    );
    expect(events.map(({ title }) => title)).toEqual(['Two']);
    expect(notRead).toHaveLength(1);
  });

  test('an occurrence that was moved twice is where it was moved last, and its series stays', () => {
    const series = event('DTSTART:20261120T003000Z', 'RRULE:FREQ=DAILY;COUNT=2');
    const moved = (day: string, sequence: number) =>
      revision('Moved', 'RECURRENCE-ID:20261121T003000Z', `SEQUENCE:${sequence}`).map((line) =>
        line.replace('DTSTART:20261121', `DTSTART:${day}`),
      );
    const { events, notRead } = read(...moved('20261125', 2), ...series, ...moved('20261124', 1));
    expect(events.map(({ start }) => new Date(start).toISOString().slice(0, 10))).toEqual(['2026-11-25', '2026-11-20']);
    expect(notRead).toHaveLength(1);
  });
});

test.each([
  'STATUS;VALUE=DATE:x',
  'LOCATION;VALUE=DATE-TIME:x',
  'SUMMARY;VALUE=UTC-OFFSET:x',
  'SEQUENCE;VALUE=DURATION:x',
  'UID;VALUE=DATE:x',
])('%s costs its own entry alone', (line) => {
  const times = ['DTSTART:20261121T003000Z', 'DTEND:20261121T013000Z'];
  const { events, notRead } = read(
    ...['BEGIN:VEVENT', line, ...times, 'SUMMARY:Other', 'END:VEVENT'],
    ...event(...times),
  );
  expect(events).toMatchObject([{ title: 'Talk' }]);
  expect(notRead).toEqual([{ line: 3, reason: 'This entry is damaged' }]);
});

test('a zone whose name cannot be read is none', () => {
  const zone = ['BEGIN:VTIMEZONE', 'TZID;VALUE=DATE:x', 'END:VTIMEZONE'];
  expect(read(...zone, ...event('DTSTART:20261121T003000Z')).events).toHaveLength(1);
});

test.each([
  ['DTSTART;VALUE=DATE:20261121', 'DURATION:P99999999999999999999D'],
  ['DTSTART;VALUE=DATE:20261121', 'DURATION:P3650001D'],
  ['DTSTART:20261121T003000Z', 'DURATION:P99999999999999999999D'],
])('%s with %s is too long', (...lines) => {
  expect(read(...event(...lines))).toMatchObject({ events: [], notRead: [{ line: 3, reason: 'It lasts too long' }] });
});

test('a mistake of ours is no damage of an entry', () => {
  const broken = { ...AROUND, timeZone: 'Nowhere/Land' };
  expect(() => readIcs(calendar(...event('DTSTART:20261120T193000')), broken)).toThrow(RangeError);
});

describe('a file is refused as a whole', () => {
  test.each([
    ['nothing', ''],
    ['a page', '<!DOCTYPE html>'],
    ['one that is no calendar', 'BEGIN:VCARD\r\nEND:VCARD'],
  ])('%s', (_what, text) => {
    expect(() => readIcs(text, AROUND)).toThrow('This file is not a calendar');
  });

  test('one that is cut in half', () => {
    const text = calendar(...event('DTSTART:20261121T003000Z'));
    expect(() => readIcs(text.slice(0, text.length / 2), AROUND)).toThrow('This file ends in the middle');
  });

  test('one in Windows-1252, or in UTF-16', () => {
    const text = calendar(...event('DTSTART:20261121T003000Z', 'LOCATION:Café'));
    const latin = new TextDecoder().decode(Buffer.from(text, 'latin1'));
    const wide = new TextDecoder().decode(Buffer.from(text, 'utf16le'));
    for (const wrong of [latin, wide]) expect(() => readIcs(wrong, AROUND)).toThrow('is not UTF-8 text');
    expect(readIcs(`\uFEFF${text}`, AROUND).events[0]?.location).toBe('Café');
  });

  test('one with more than 2,000 events, its repeats counted', () => {
    const many = Array.from({ length: 11 }, () => event('DTSTART:20261120T180000Z', 'RRULE:FREQ=DAILY')).flat();
    expect(() => read(...many)).toThrow('more than 2,000 events');
  });
});

test('texts are unfolded and unescaped', () => {
  const { events } = read(
    ...['BEGIN:VEVENT', 'UID:b', 'DTSTART:20261121T003000Z', 'SUMMARY:Rust\\, and', '  more', 'URL:https://a.example/'],
    ...['DESCRIPTION:One\\nTwo\\; three', 'LOCATION:Room 5', 'END:VEVENT'],
  );
  expect(events).toMatchObject([
    { id: 'b', title: 'Rust, and more', description: 'One\nTwo; three', location: 'Room 5', url: 'https://a.example/' },
  ]);
});

test('a title and a place are one line, though Apple’s calendar writes addresses over several', () => {
  const lines = [
    'BEGIN:VEVENT',
    'DTSTART:20261121T003000Z',
    'SUMMARY:Rust\\nand more',
    'LOCATION:Hall A\\nLong Street 5\\, West\\n',
  ];
  expect(read(...lines, 'END:VEVENT').events).toMatchObject([
    { title: 'Rust and more', location: 'Hall A, Long Street 5, West' },
  ]);
});
