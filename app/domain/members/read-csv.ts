import { isDay } from '../../time/club-day.ts';
import { addressKey } from '../address-key.ts';
import { isEmail } from '../email-address.ts';
import { Rejected, TooLarge } from '../errors.ts';
import { withoutNeutralising } from '../csv.ts';
import { members } from './member.ts';
import { CSV_COLUMNS } from './csv.ts';

export const MOST_LINES = 10_000;

export const DATE_ORDERS = ['month first', 'day first'] as const;

export type DateOrder = (typeof DATE_ORDERS)[number];

export interface CsvLine {
  /** In the file, the heading being 1. */
  line: number;
  name: string;
  email: string;
  studentId: string;
  note: string;
  /** Of the club, 'YYYY-MM-DD'; empty where the cell is. */
  since: string;
  paidUntil: string;
}

export interface NotRead {
  line: number;
  reason: string;
}

interface ReadCsv {
  lines: CsvLine[];
  notRead: NotRead[];
  /** Dates such as 08/09/2026 may be either: it has to be asked which. */
  asksOrder: boolean;
}

type ColumnName = (typeof CSV_COLUMNS)[number];

/** From any spreadsheet. @throws Rejected for what is no such file, TooLarge for more lines than are read. */
export function readMembersCsv(text: string, order?: DateOrder): ReadCsv {
  // What is no UTF-8 was read as this mark.
  if (text.includes('\uFFFD'))
    throw new Rejected('This file is not UTF-8 text. In the spreadsheet, save it as ‘CSV UTF-8’, and choose that.');
  const [heading, ...records] = splitCsv(text.replace(/^\uFEFF/, ''));
  const places = placesIn(heading?.cells ?? []);
  if (records.length > MOST_LINES) {
    const most = MOST_LINES.toLocaleString('en');
    throw new TooLarge(`This file has more than ${most} lines below its heading. Please import it in parts.`);
  }
  const days = records.flatMap(({ cells }) => [cellOf(cells, places, 'since'), cellOf(cells, places, 'paid until')]);
  const found = orderIn(days);
  const chosen = found ?? order;
  const read: ReadCsv = { lines: [], notRead: [], asksOrder: found === undefined && days.some(isSlashed) };
  const seen = new Map<string, number>();
  for (const { line, cells } of records) {
    const result = readLine(line, cells, places, chosen);
    if ('reason' in result) {
      read.notRead.push(result);
      continue;
    }
    const key = addressKey(result.email);
    const before = seen.get(key);
    if (before !== undefined) read.notRead.push({ line, reason: `This address is already in line ${before}` });
    else read.lines.push(result);
    seen.set(key, before ?? line);
  }
  return read;
}

function placesIn(heading: string[]): Map<ColumnName, number> {
  const named = heading.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  );
  const places = new Map<ColumnName, number>();
  for (const column of CSV_COLUMNS) {
    const at = named.indexOf(column);
    if (at >= 0) places.set(column, at);
  }
  if (!places.has('email'))
    throw new Rejected(`The first line has to name the columns, ‘email’ among them: ${CSV_COLUMNS.join(', ')}.`);
  return places;
}

function cellOf(cells: string[], places: Map<ColumnName, number>, column: ColumnName): string {
  const at = places.get(column);
  return at === undefined ? '' : withoutNeutralising(cells[at] ?? '').trim();
}

function readLine(
  line: number,
  cells: string[],
  places: Map<ColumnName, number>,
  order: DateOrder | undefined,
): CsvLine | NotRead {
  const cell = (column: ColumnName) => cellOf(cells, places, column);
  const [email, name] = [cell('email'), cell('name')];
  if (email === '') return { line, reason: 'There is no email address' };
  if (!isEmail(email)) return { line, reason: 'This is no email address' };
  const [since, paidUntil] = [readDay(cell('since'), order), readDay(cell('paid until'), order)];
  if (since === undefined) return { line, reason: '‘since’ is no date such as 2026-08-31' };
  if (paidUntil === undefined) return { line, reason: '‘paid until’ is no date such as 2026-08-31' };
  const given = { name, email, studentId: cell('student id'), note: cell('note') };
  // A name may be left out: anyone who is known keeps theirs.
  const checked = members.schema.safeParse({ ...given, name: name || 'x' });
  const [issue] = checked.error?.issues ?? [];
  return issue ? { line, reason: issue.message } : { line, ...given, since, paidUntil };
}

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

function isSlashed(cell: string): boolean {
  return SLASHED.test(cell);
}

/** By the file's own dates, where one of them can only be meant in one way. */
function orderIn(cells: string[]): DateOrder | undefined {
  for (const cell of cells) {
    const [, first, second] = SLASHED.exec(cell) ?? [];
    if (Number(first) > 12) return 'day first';
    if (Number(second) > 12) return 'month first';
  }
  return undefined;
}

/** 'YYYY-MM-DD'; empty for an empty cell, undefined for what is no date. */
function readDay(cell: string, order: DateOrder = 'month first'): string | undefined {
  if (cell === '') return '';
  const [, year, month, day] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(cell) ?? [];
  if (year) return dayOf(year, month, day);
  const [, dotDay, dotMonth, dotYear] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(cell) ?? [];
  if (dotYear) return dayOf(dotYear, dotMonth, dotDay);
  const [, first, second, last] = SLASHED.exec(cell) ?? [];
  if (!last) return undefined;
  return order === 'day first' ? dayOf(last, second, first) : dayOf(last, first, second);
}

function dayOf(year: string, month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}

interface CsvRecord {
  line: number;
  cells: string[];
}

/** Commas, semicolons or tabs, whichever the heading has most of; empty lines are passed over. */
function splitCsv(text: string): CsvRecord[] {
  const [heading = ''] = text.split(/\r\n|\r|\n/, 1);
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: heading.split(mark).length }));
  const { mark: separator } = counted.reduce((most, one) => (one.count > most.count ? one : most));
  const records: CsvRecord[] = [];
  let line = 1;
  let record: CsvRecord = { line, cells: [] };
  let at = 0;
  while (at < text.length) {
    const cell = readCell(text, at, separator);
    record.cells.push(cell.text);
    line += cell.lineEnds;
    at = cell.end;
    if (text[at] === separator) {
      at += 1;
      // The file ends behind a separator: there is one more, empty cell.
      if (at === text.length) record.cells.push('');
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    if (record.cells.some((one) => one.trim() !== '')) records.push(record);
    if (records.length > MOST_LINES + 1) break;
    record = { line, cells: [] };
  }
  if (record.cells.some((one) => one.trim() !== '')) records.push(record);
  return records;
}

interface Cell {
  text: string;
  /** Of the separator, line end or file behind it. */
  end: number;
  lineEnds: number;
}

function readCell(text: string, from: number, separator: string): Cell {
  if (text[from] !== '"') {
    let end = from;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
    return { text: text.slice(from, end), end, lineEnds: 0 };
  }
  let close = text.indexOf('"', from + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const last = close < 0 ? text.length : close;
  const inner = text.slice(from + 1, last).replaceAll('""', '"');
  let end = Math.min(text.length, last + 1);
  // What stands behind the closing quote belongs to no cell.
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: inner, end, lineEnds: inner.split(/\r\n|\r|\n/).length - 1 };
}
