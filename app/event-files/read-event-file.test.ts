import { expect, test } from 'vitest';
import { TooLarge } from '../domain/errors.ts';
import { readEventFile } from './read-event-file.ts';

const file = (text: string) => ({ format: 'ics' as const, text, timeZone: 'America/Toronto', answers: {} });
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'SUMMARY:Talk', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');

test('a file is read in a process of its own', async () => {
  const { events } = await readEventFile(file(calendar('DTSTART:20261121T003000Z')));
  expect(events).toMatchObject([{ title: 'Talk' }]);
});

test('what takes too long is ended, and said', async () => {
  const order = file(calendar('DTSTART:20261121T003000Z'));
  await expect(readEventFile(order, { timeMs: 1, megabytes: 384 })).rejects.toThrow(
    'This file cannot be read: it takes more than 0.001 s or 384 MB. Please import it in parts.',
  );
});

test('more than 5 MB is not begun', async () => {
  await expect(readEventFile(file('x'.repeat(5_000_001)))).rejects.toThrow(TooLarge);
});

test.each([
  ['of one event', 'X-PART:1\r\n'],
  ['of one property', 'ATTENDEE;CN=A;CN=B:mailto:a@example.org\r\n'],
  ['of dates left out', 'EXDATE:20261121T003000Z\r\n'],
])('5 MB of parts %s are read or refused within the limits', async (_what, part) => {
  const lines = part.repeat(4_900_000 / part.length).trimEnd();
  const read = readEventFile(file(calendar('DTSTART:20261121T003000Z', 'RRULE:FREQ=DAILY;COUNT=3', lines)));
  const said = await read.then(
    ({ events }) => `${events.length} events`,
    ({ message }: Error) => message,
  );
  expect(said).toMatch(/^\d+ events$|^This file cannot be read: it takes more than 20 s or 384 MB\./);
});

test('entries within entries, 250,000 deep, are read or named within the limits', async () => {
  const deep = ['BEGIN:X\r\n', 'END:X\r\n']
    .map((line) => line.repeat(250_000))
    .join('')
    .trimEnd();
  const whole = calendar('DTSTART:20261121T003000Z', deep);
  expect((await readEventFile(file(whole))).events).toMatchObject([{ title: 'Talk' }]);
  const unclosed = calendar('DTSTART:20261121T003000Z', 'BEGIN:X\r\n'.repeat(500_000).trimEnd());
  expect(await readEventFile(file(unclosed))).toMatchObject({
    events: [],
    notRead: [{ line: 2, reason: 'This entry is damaged' }],
  });
});
