import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { seedAdmin, sendAs, type Person } from './people.ts';

const CALENDAR = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1@other', 'SUMMARY:Compilers, from source to silicon'],
  ...['DTSTART;TZID=Eastern Standard Time:20371120T193000', 'DTEND;TZID=Eastern Standard Time:20371120T210000'],
  ...['LOCATION:Room 332', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:2@other', 'SUMMARY:Nowhen', 'END:VEVENT'],
  ...['END:VCALENDAR', ''],
].join('\r\n');

let app: RunningApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await seedAdmin(app);
});
afterAll(() => app.close());

const PREVIEW = '/admin/import-events/preview';
const send = (path: string, sent: object) => sendAs(app, admin, path, sent);
const titles = async () => {
  const rows = await app.site.db.query.selectFrom('events').select(['title', 'publish_at']).execute();
  return rows.map(({ title, publish_at: at }) => [title, at === null]);
};

test('a preview says what would become of each entry and writes nothing; an import writes it once', async () => {
  const file = { text: CALENDAR, format: 'ics' };
  const preview = await send(PREVIEW, file);
  expect(preview.status).toBe(200);
  for (const said of ['Compilers, from source to silicon', 'There is no start', 'new, Fri Nov 20, 2037, 7:30–9 PM'])
    expect(preview.text).toContain(said);
  expect(await titles()).toEqual([]);
  const importing = { ...file, as: 'Drafts', leftOut: [], expected: { added: 1, changed: 0 } };
  expect((await send('/admin/import-events', importing)).status).toBe(200);
  expect(await titles()).toEqual([['Compilers, from source to silicon', false]]);
  const again = { ...importing, as: 'Published', expected: { added: 0, changed: 0 } };
  expect((await send('/admin/import-events', again)).status).toBe(200);
  expect(await titles()).toEqual([['Compilers, from source to silicon', false]]);
});

const entry = (...lines: string[]) => ['BEGIN:VEVENT', 'SUMMARY:Café', ...lines, 'END:VEVENT'];
const calendarOf = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const calendar = (...lines: string[]) => calendarOf(...entry('UID:9@other', ...lines));
const START = 'DTSTART:20371121T003000Z';
const MANY = calendarOf(...Array.from({ length: 2001 }, () => entry(START)).flat());
const ROW = 'title,start\r\nCafé,2037-11-20 19:30\r\n';
/** As a browser reads a file of these bytes. */
const asText = (bytes: Buffer) => new TextDecoder().decode(bytes);
const utf16 = (text: string) => asText(Buffer.from(`\uFEFF${text}`, 'utf16le'));
const windows1252 = (text: string) => asText(Buffer.from(text, 'latin1'));

describe('a file is refused with a sentence, and nothing is changed', () => {
  test.each([
    ['6 MB', { format: 'csv', text: `title,start\n${'Talk,2026-11-20\n'.repeat(375_000)}` }, 413, 'larger than 5 MB'],
    ['a calendar cut in half', { format: 'ics', text: CALENDAR.slice(0, 200) }, 422, 'ends in the middle'],
    ['a calendar in UTF-16', { format: 'ics', text: utf16(calendar(START)) }, 422, 'not UTF-8 text'],
    ['a calendar in Windows-1252', { format: 'ics', text: windows1252(calendar(START)) }, 422, 'not UTF-8 text'],
    ['a table in UTF-16', { format: 'csv', text: utf16(ROW) }, 422, 'save it as ‘CSV UTF-8’'],
    ['a table in Windows-1252', { format: 'csv', text: windows1252(ROW) }, 422, 'save it as ‘CSV UTF-8’'],
    ['a table without dates', { format: 'csv', text: 'title,start\nTalk,soon' }, 422, 'This file has no dates'],
    [
      '2,001 events',
      { format: 'csv', text: `title,start\n${'Talk,2037-11-20\n'.repeat(2001)}` },
      413,
      'more than 2,000',
    ],
    ['2,001 events in a calendar', { format: 'ics', text: MANY }, 413, 'more than 2,000'],
    ['a heading twice', { format: 'csv', text: 'title,start,Title\nTalk,2026-11-20,x' }, 422, 'Two columns are headed'],
    ['no file', { format: 'exe', text: '' }, 422, ''],
  ])('%s', async (_what, file, status, sentence) => {
    const before = await titles();
    const importing = { ...file, as: 'Drafts', leftOut: [], expected: { added: 0, changed: 0 } };
    for (const answer of [await send(PREVIEW, file), await send('/admin/import-events', importing)])
      expect([answer.status, answer.text.includes(sentence)]).toEqual([status, true]);
    expect(await titles()).toEqual(before);
  });

  test.each([
    ['repeats without end', ['DTSTART:20200101T000000Z', 'RRULE:FREQ=SECONDLY'], 'It repeats too often to be imported'],
    ['repeats that never come', [START, 'RRULE:FREQ=DAILY;BYMONTHDAY=0'], 'How it repeats cannot be read'],
    ['no date', [], 'There is no start'],
    ['an end before its start', [START, 'DTEND:20371120T003000Z'], 'It ends before it begins'],
    ['a zone nobody knows', ['DTSTART;TZID=Mars/Olympus:20371120T193000'], 'Its time zone ‘Mars/Olympus’ is unknown'],
  ])('or its one entry is not read: %s', async (_what, lines, sentence) => {
    const before = await titles();
    const file = { format: 'ics', text: calendar(...lines) };
    const preview = await send(PREVIEW, file);
    expect([preview.status, preview.text.includes(sentence)]).toEqual([200, true]);
    const importing = { ...file, as: 'Published', leftOut: [], expected: { added: 0, changed: 0 } };
    expect((await send('/admin/import-events', importing)).status).toBe(200);
    expect(await titles()).toEqual(before);
  });
});

test('a mark that says that a file is UTF-8 is no part of it', async () => {
  for (const [format, text] of [
    ['ics', calendar(START)],
    ['csv', ROW],
  ]) {
    const preview = await send(PREVIEW, { format, text: `\uFEFF${text}` });
    expect([preview.status, preview.text.includes('Café')]).toEqual([200, true]);
  }
});

describe('npm run club -- import FILE --format', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clubroom-import-'));
    await writeFile(join(folder, 'other.ics'), CALENDAR);
    await writeFile(join(folder, 'other.csv'), 'Title,Start\nFrom a table,08/09/2037 19:30');
    await writeFile(join(folder, 'club.json'), JSON.stringify({ event: { tried: { title: 'Only tried' } } }));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const club = (...args: string[]) => {
    const env = { ...process.env, DATA_DIR: join(folder, 'data'), CLUB_EMPTY: '1' };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/club.ts', 'import', ...args], {
      env,
      encoding: 'utf8',
    });
    return { status, said: stdout.trim().split('\n').at(-1), wrong: stderr.trim() };
  };

  test('takes a calendar, says what it would do first, and nothing the second time', () => {
    const file = join(folder, 'other.ics');
    const dry = club(file, '--format', 'ics', '--dry-run');
    expect(dry).toMatchObject({ status: 1, said: 'New 1, Changed 0, Unchanged 0, Not read 1. Nothing was changed.' });
    expect(dry.wrong).toContain('Line 10: There is no start');
    expect(club(file, '--format', 'ics').said).toBe('New 1, Changed 0, Unchanged 0, Not read 1');
    expect(club(file, '--format', 'ics').said).toBe('New 0, Changed 0, Unchanged 1, Not read 1');
  });

  test('asks for the order of day and month where it is not plain', () => {
    const file = join(folder, 'other.csv');
    const asked = club(file, '--format', 'csv');
    expect([asked.status, asked.wrong.includes('--day-first or --month-first')]).toEqual([1, true]);
    expect(club(file, '--format', 'csv', '--day-first', '--publish')).toMatchObject({ status: 0 });
  });

  test('says why a file cannot be read', () => {
    const why = (name: string) => club(join(folder, name), '--format', 'csv').wrong;
    expect(why('gone.csv')).toBe('gone.csv cannot be imported, and nothing was changed: there is no such file.');
    expect(why('data')).toBe('data cannot be imported, and nothing was changed: it is a folder.');
  });

  test('refuses what means nothing for the format', () => {
    const wrong = (...args: string[]) => club(join(folder, 'club.json'), ...args).wrong;
    expect(wrong('--day-first')).toContain('--day-first and --month-first are for --format csv.');
    expect(wrong('--format', 'ics', '--month-first')).toContain('--day-first and --month-first are for --format csv.');
    expect(wrong('--publish')).toContain('--publish is for --format ics or csv.');
  });

  test('says of an export what it would do, and takes it back', () => {
    const file = join(folder, 'club.json');
    expect(club(file, '--dry-run')).toMatchObject({ status: 0, said: 'Nothing was changed.' });
    expect(club(file, '--dry-run')).toMatchObject({ status: 0, said: 'Nothing was changed.' });
  });
});
