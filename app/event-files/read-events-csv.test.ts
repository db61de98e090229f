import { describe, expect, test } from 'vitest';
import { readEventsCsv } from './read-events-csv.ts';

const ZONE = 'America/Toronto';
const read = (text: string, answers = {}) => readEventsCsv(text, ZONE, answers);
const at = (time: number | null | undefined) => (time ? new Date(time).toISOString().slice(0, 16) : null);
const spans = (text: string, answers = {}) => read(text, answers).events.map(({ start, end }) => [at(start), at(end)]);

describe('columns by heading, in any order, as others export them', () => {
  test.each([
    ['a spreadsheet', 'Location;Title;Start;End\nRoom;Talk;2026-11-20 19:30;2026-11-20 21:00'],
    ['day and time apart', 'Title,Start date,Start time,End time,Venue\nTalk,20.11.2026,7:30 PM,21:00,Room'],
    ['Luma', 'name,start_at,end_at,url\nTalk,2026-11-21T00:30:00.000Z,2026-11-21T02:00:00.000Z,https://lu.example/x'],
    ['a day, and times that are called start and end', 'Title,Date,Start,End\nTalk,2026-11-20,19:30,21:00'],
    ['two days, and times', 'Title,Start date,Start,End date,End\nTalk,2026-11-20,7:30 PM,2026-11-20,9 PM'],
    ['Meetup', '"Event Name","Date","Start Time","End Time"\nTalk,"November 20, 2026",7:30pm,9pm'],
    [
      'Eventbrite',
      'Event name,Event start date,Event start time,Event end date,Event end time\nTalk,"Fri, Nov 20, 2026",7:30 PM,"Fri, Nov 20, 2026",9:00 PM',
    ],
    ['a heading with a mark', 'Title,Date & Time,End\nTalk,"Fri, Nov 20, 2026, 7:30 PM",21:00'],
    ['a month by its name', 'Title,Start,End\nTalk,20-Nov-2026 19:30,20-Nov-2026 21:00'],
    ['UTC', 'Title,Start,End\nTalk,2026-11-21 00:30 UTC,2026-11-21 02:00 GMT'],
    ['an offset', 'Title,Start,End\nTalk,2026-11-20T19:30:00-05:00,2026-11-21T03:00:00+0100'],
  ])('%s', (_what, text) => {
    expect(spans(text)).toEqual([['2026-11-21T00:30', '2026-11-21T02:00']]);
    expect(read(text).events[0]?.title).toBe('Talk');
  });

  test('a start without a time is midnight', () => {
    expect(spans('title,start\nTalk,2026-11-20')).toEqual([['2026-11-20T05:00', null]]);
  });

  test.each([
    ['title,start,end', 'Party,2026-11-20 22:00,01:00'],
    ['title,start date,start time,end time', 'Party,2026-11-20,10 PM,1 AM'],
  ])('of %s an end that is a time alone, before the start, is of the day after: %s', (heading, row) => {
    expect(spans(`${heading}\n${row}`)).toEqual([['2026-11-21T03:00', '2026-11-21T06:00']]);
    expect(read(`${heading}\n${row}`).events).toMatchObject([{ endsDayAfter: true }]);
  });

  test('an end is taken as the day after by the club’s clocks, and for a night at most', () => {
    // The clocks go back that night: 22:00 in summer to 06:00 in winter are nine hours.
    expect(spans('title,start,end\nParty,2026-10-31 22:00,06:00')).toEqual([['2026-11-01T02:00', '2026-11-01T11:00']]);
    const rows = ['Party,2026-11-20 19:30,18:30', 'Party,2026-11-20 22:00,2026-11-20 01:00'];
    expect(read(['title,start,end', ...rows].join('\n')).notRead).toEqual([
      { line: 2, reason: 'It ends before it begins' },
      { line: 3, reason: 'It ends before it begins' },
    ]);
  });

  test('what is missing or wrong is named by its line', () => {
    const rows = [
      'Talk,2026-11-20 19:30,2026-11-19',
      ',2026-11-20,',
      'Talk,,',
      'Talk,soon,',
      'Talk,2026-02-30,',
      'Talk,2026-11-20 25:00,',
    ];
    expect(read(['title,start,end', ...rows].join('\n')).notRead).toEqual([
      { line: 2, reason: 'It ends before it begins' },
      { line: 3, reason: 'There is no title' },
      { line: 4, reason: 'There is no start' },
      { line: 5, reason: '‘start’ is not a date such as 2026-11-20 19:30' },
      { line: 6, reason: '‘start’ is not a date such as 2026-11-20 19:30' },
      { line: 7, reason: '‘start’ is not a date such as 2026-11-20 19:30' },
    ]);
  });

  test.each([
    ['Status', 'canceled', true],
    ['Status', 'Cancelled', true],
    ['Event Status', ' CANCELED ', true],
    ['Event status', 'live', false],
    ['Status', '', false],
  ])('under ‘%s’, %j says whether it is cancelled: %s', (heading, status, cancelled) => {
    expect(read(`title,start,${heading}\nTalk,2026-11-20,${status}`).events).toMatchObject([{ cancelled }]);
  });

  test.each([
    ['title,start', ['end', 'location', 'description', 'url', 'cancelled']],
    ['title,start date,start time,end time,venue', ['description', 'url', 'cancelled']],
    ['title,start,end,location,description,link,status', []],
  ])('of %s it is known what the file says nothing of', (heading, unsaid) => {
    expect(read(`${heading}\nTalk,2026-11-20`).events).toMatchObject([{ unsaid }]);
  });

  test('a place is one line', () => {
    expect(read('title,start,location\nTalk,2026-11-20,"Hall A\nLong Street 5"').events).toMatchObject([
      { location: 'Hall A, Long Street 5' },
    ]);
  });

  test('a file that was cut in half has its lines named, not its dates', () => {
    expect(read('title,start,description\nTalk,2026-11-20,"Bring\na lap').notRead).toMatchObject([
      { line: 2, reason: 'The quotation mark that begins a cell here is never closed' },
      { line: 3, reason: 'There is no start' },
    ]);
  });

  test('the order of day and month is asked where it is not plain', () => {
    const text = 'title,start\nTalk,08/09/2026 19:30';
    expect(read(text).asksOrder).toBe(true);
    expect(spans(text, { order: 'day first' })).toEqual([['2026-09-08T23:30', null]]);
    expect(spans(text, { order: 'month first' })).toEqual([['2026-08-09T23:30', null]]);
    expect(read(`${text}\nOther,31/12/2026`).asksOrder).toBe(false);
    // A day in no order says nothing, and two that contradict each other decide nothing.
    expect(read(`${text}\nOther,99/99/2026`).asksOrder).toBe(true);
    expect(read(`${text}\nOther,99/99/2026\nThird,12/31/2026`).asksOrder).toBe(false);
    expect(read(`${text}\nOther,31/12/2026\nThird,12/31/2026`).asksOrder).toBe(true);
  });

  test('which columns are which is asked where no heading says it', () => {
    const text = 'a,b\nTalk,2026-11-20 19:30';
    expect(read(text)).toMatchObject({ asksColumns: true, events: [] });
    expect(spans(text, { columns: { title: 0, start: 1 } })).toEqual([['2026-11-21T00:30', null]]);
  });
});

describe('a file is refused as a whole', () => {
  test.each([
    ['a heading twice', 'Title,Start,start\nTalk,2026-11-20,2026-11-21', 'Two columns are headed ‘start’'],
    ['no dates', 'title,start\nTalk,soon\nOther,later', 'This file has no dates'],
    ['what is no UTF-8', 'title,start\nCaf\uFFFD,2026-11-20', 'This file is not UTF-8 text'],
    ['UTF-16 that does not say so', 'title,start\nTalk,2026-11-20'.split('').join('\0'), 'This file is not UTF-8 text'],
    ['2,001 lines', `title,start\n${'Talk,2026-11-20\n'.repeat(2001)}`, 'more than 2,000 lines'],
  ])('%s', (_what, text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });
});
