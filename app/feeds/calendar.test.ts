import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../test/databases.ts';
import { eventRow, insertEvents, newEvent } from '../../test/event-rows.ts';
import { withUsualSpaces } from '../html/usual-spaces.ts';
import { withoutMarks } from '../domain/events/description-marks.ts';
import { writeCalendar, writeEventCalendar } from './calendar.ts';
import type { ClubEvent } from '../domain/events/event.ts';
import { eventName } from '../domain/events/titles.ts';

const OWNER = { name: 'Example Club', email: 'club@example.edu', publicUrl: 'https://club.example.edu' };
const EDITION = { sequence: 7, at: Date.parse('2026-01-06T10:00:00Z') };
const START = Date.parse('2026-11-20T19:30:00-05:00');

function write(given: Partial<ClubEvent>): string {
  return writeEventCalendar(newEvent('-Key', { start: START, ...given }), OWNER, { edition: EDITION }) ?? '';
}

/** The one event of a calendar file: each property's name and value. */
function propertiesOf(file: string): Record<string, string> {
  const [event, ...others] = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents();
  expect(others).toEqual([]);
  const properties = event?.getAllProperties() ?? [];
  return Object.fromEntries(properties.map((property) => [property.name, String(property.getFirstValue())]));
}

describe.each(databases)('a calendar of events on %s', (_, open) => {
  const site = freshDatabase(open);
  const componentsOf = async () => {
    const parts = await Array.fromAsync(writeCalendar(site.db, OWNER, START));
    const file = parts.join('');
    expect(file).not.toContain('\n\r\n');
    return new ICAL.Component(ICAL.parse(file)).getAllSubcomponents().map(({ name }) => name);
  };

  test('holds at least one component, as RFC 5545 wants it, though there is no event', async () => {
    expect(await componentsOf()).toEqual(['vtimezone']);
    await insertEvents(site.db, eventRow('hidden', { time_start: START, hidden_date: 1 }));
    expect(await componentsOf()).toEqual(['vtimezone']);
    await insertEvents(site.db, eventRow('talk', { time_start: START }));
    expect(await componentsOf()).toEqual(['vevent']);
  });
});

describe('an event as a calendar file', () => {
  test('says what, when and where', () => {
    const event = {
      title: 'Git',
      presenter: 'Ada',
      description: '**Branches**, [too](https://example.com/git)',
      location: 'Room 1',
    };
    const saved = Date.parse('2026-01-05T10:00:00Z');
    expect(propertiesOf(write({ ...event, end: START + 7_200_000, updatedAt: saved }))).toEqual({
      uid: '-Key@club.example.edu',
      sequence: '7',
      dtstamp: '2026-01-06T10:00:00Z',
      'last-modified': '2026-01-05T10:00:00Z',
      dtstart: '2026-11-21T00:30:00Z',
      dtend: '2026-11-21T02:30:00Z',
      summary: 'Git',
      location: 'Room 1',
      description: 'by Ada\n\nBranches, too (https://example.com/git)',
      organizer: 'mailto:club@example.edu',
      status: 'CONFIRMED',
      url: 'https://club.example.edu/events/-Key',
    });
  });

  test('is the same file every time', () => {
    expect(write({ title: 'Git' })).toBe(write({ title: 'Git' }));
  });

  test('says when it is tentative', () => {
    expect(propertiesOf(write({ title: 'Git', tentative: true }))).toMatchObject({
      summary: '[TENTATIVE] Git',
      status: 'TENTATIVE',
    });
  });

  test('says that it is cancelled, and why, whether it was tentative or not', () => {
    expect(
      propertiesOf(
        write({ title: 'Git', cancelled: true, cancelReason: 'Ada is ill.', presenter: 'Ada', tentative: true }),
      ),
    ).toMatchObject({
      summary: '[CANCELLED] Git',
      status: 'CANCELLED',
      description: 'This event has been cancelled.\n\nAda is ill.\n\nby Ada',
    });
  });

  test.each([null, START, START - 1, Number.MAX_SAFE_INTEGER])('leaves out an end of %s', (end) => {
    expect(propertiesOf(write({ end }))).not.toHaveProperty('dtend');
  });

  test.each([
    { hiddenDate: true },
    { start: null },
    { start: Number.MAX_SAFE_INTEGER },
    { start: -Number.MAX_SAFE_INTEGER },
  ])('there is none without a fixed date: %o', (given) => {
    expect(
      writeEventCalendar(newEvent('-Key', { start: START, ...given }), OWNER, { edition: EDITION }),
    ).toBeUndefined();
  });

  test('a key from another system cannot break out of its identifier', () => {
    const event = newEvent('a b\r\nATTENDEE:x;,@é', { start: START });
    const { uid, url } = propertiesOf(writeEventCalendar(event, OWNER, { edition: EDITION }) ?? '');
    expect(uid).toBe('a%20b%0D%0AATTENDEE%3Ax%3B%2C%40%C3%A9@club.example.edu');
    expect(url).toBe('https://club.example.edu/events/a%20b%0D%0AATTENDEE%3Ax%3B%2C%40%C3%A9');
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', minLength: 60, maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        '\r\nATTENDEE:x',
        'END:VEVENT',
        '\r',
        '\n',
        '\\',
        '\\n',
        ';',
        ',',
        ':',
        '"',
        '🎲',
        'é',
        '\0',
        '\u2028',
        'a'.repeat(74),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

/** What a reader sees of a text: without control characters, each line end as one newline. */
function readable(text: string): string {
  return withUsualSpaces(text)
    .replace(/[^\t\n\r -~\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/\r\n|\r/g, '\n');
}

test('whatever people type comes back from the file, folded, and adds nothing to it', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, location, description) => {
      const file = write({ title, location, description });
      expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
      const lines = file.split('\r\n');
      expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line))).toBe(true);
      const { summary, ...others } = propertiesOf(file);
      expect(summary).toBe(readable(eventName(title)));
      expect(others.location ?? '').toBe(readable(location));
      expect(others.description ?? '').toBe(readable(withoutMarks(description, { addresses: true })));
      const known = [
        'uid',
        'sequence',
        'dtstamp',
        'dtstart',
        'location',
        'description',
        'url',
        'status',
        'last-modified',
        'organizer',
      ];
      expect(known).toEqual(expect.arrayContaining(Object.keys(others)));
    }),
    { examples: [['', '', '']] },
  );
});
