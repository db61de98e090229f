import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatIsoTime } from '../time/club-time.ts';
import { formatOfFile } from './formats.ts';
import { readEventsCsv } from './read-events-csv.ts';
import { readIcs } from './read-ics.ts';

const FILES = join(import.meta.dirname, '../../test/event-files');
const timeZone = 'America/Toronto';
const now = Date.parse('2026-11-20T12:00-05:00');

/** As a browser reads it; `from` and `to` are by the clocks at the club. */
function read(name: string) {
  const text = new TextDecoder().decode(readFileSync(join(FILES, name)));
  const isCalendar = formatOfFile({ name, text }) === 'ics';
  const file = isCalendar ? readIcs(text, { timeZone, now }) : readEventsCsv(text, timeZone, {});
  expect([file.notRead, file.asksColumns, file.asksOrder]).toEqual([[], false, false]);
  const clock = (time: number | null) => (time === null ? null : formatIsoTime(time, timeZone).slice(0, 16));
  return file.events.map(({ start, end, ...event }) => ({ ...event, from: clock(start), to: clock(end) }));
}

test('Google’s calendar: a series with one left out and one moved, and days', () => {
  const place = 'Babbage Hall, Lab 114';
  expect(read('google.ics')).toMatchObject([
    { title: 'Reading circle', from: '2026-11-12T18:30', to: '2026-11-12T20:00', location: place },
    { title: 'Reading circle', from: '2026-12-03T18:30', to: '2026-12-03T20:00' },
    { title: 'Reading circle, on a Friday', from: '2026-11-27T19:00', to: '2026-11-27T20:30', location: place },
    { title: 'Hackathon', from: '2026-12-05T00:00', to: '2026-12-06T23:59' },
  ]);
  expect(read('google.ics')[0]?.description).toBe(
    'Bring a **laptop**.\nSee [the notes](https://club.example.org/notes)',
  );
});

test.each([
  [
    'outlook.ics',
    {
      ...{ title: 'Compilers; from source to silicon', from: '2026-11-20T19:30', to: '2026-11-20T21:00' },
      ...{ location: 'Room 332', description: 'Doors open at 7.\n\nTea is free.' },
    },
  ],
  [
    'apple.ics',
    {
      ...{
        title: 'Game night',
        from: '2026-11-20T21:00',
        to: '2026-11-21T01:00',
        url: 'https://club.example.org/games',
      },
      location: 'Student Centre, 5 Long Street, Example Town',
    },
  ],
  [
    'meetup.ics',
    {
      ...{ title: 'Lightning talks', from: '2026-11-20T19:30', to: '2026-11-20T21:30', cancelled: true },
      ...{ location: 'Town Library (2 Short Street, Example Town)' },
      url: 'https://www.meetup.example/example-club/events/300000001/',
    },
  ],
  ['luma.ics', { title: 'Demo evening', from: '2026-11-20T19:30', to: '2026-11-20T21:30', cancelled: false }],
  [
    'luma.csv',
    {
      ...{ title: 'Demo evening', from: '2026-11-20T19:30', to: '2026-11-20T21:30', location: 'Room 332' },
      url: 'https://luma.example/demo',
    },
  ],
  [
    'meetup.csv',
    {
      ...{ title: 'Lightning talks', from: '2026-11-20T19:30', to: '2026-11-20T21:30', location: 'Town Library' },
      url: 'https://www.meetup.example/example-club/events/300000001/',
    },
  ],
  [
    'eventbrite.csv',
    {
      ...{ title: 'Evening of "small" games', from: '2026-11-20T19:30', to: '2026-11-20T21:30', cancelled: true },
      ...{ location: 'Student Centre', url: 'https://www.eventbrite.example/e/1000000001' },
    },
  ],
])('what %s says is read, and nothing of it is left', (name, event) => {
  expect(read(name)).toMatchObject([event]);
});

test('a spreadsheet in another language, with semicolons and a mark that says that it is UTF-8', () => {
  expect(read('spreadsheet.csv')).toMatchObject([
    {
      ...{ title: 'Lesekreis', from: '2026-11-20T19:30', to: '2026-11-20T21:30', location: 'Raum 332' },
      description: 'Bitte einen\nLaptop mitbringen',
    },
    { title: 'Spieleabend', from: '2026-12-31T19:30', to: null, location: 'Mensa' },
  ]);
});
