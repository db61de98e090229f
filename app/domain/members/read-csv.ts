import { addressKey } from '../address-key.ts';
import { isEmail } from '../email-address.ts';
import { readEmail } from '../email-input.ts';
import { cellAt, findPlaces, foundColumns, type FoundColumns, type Places } from '../table-files/columns.ts';
import { isSlashed, orderIn, readDay, type DateOrder } from '../table-files/days.ts';
import { readTable, type NotRead, type TableRow } from '../table-files/read-table.ts';
import { MEMBER_COLUMNS, type MemberColumn } from './csv-headings.ts';
import { members } from './member.ts';

const MOST_LINES = 10_000;

/** Somebody's answers about what a file does not say clearly. */
export interface CsvAnswers {
  order?: DateOrder | undefined;
  /** Used instead of the columns that the headings suggest. */
  columns?: Places<MemberColumn> | undefined;
}

export interface CsvLine {
  /** The line's number in the file; the heading is line 1. */
  line: number;
  name: string;
  email: string;
  studentId: string;
  note: string;
  /** When they became a member, 'YYYY-MM-DD'; empty if the cell is. */
  since: string;
  paidUntil: string;
}

interface ReadCsv {
  lines: CsvLine[];
  notRead: NotRead[];
  columns: FoundColumns;
  /** True if somebody has to say which column has the addresses; nothing is read before that. */
  asksColumns: boolean;
  /** True if somebody has to say which number is the month, in dates such as 08/09/2026. */
  asksOrder: boolean;
}

/** Reads a file from any spreadsheet. @throws Rejected if it is no such file; TooLarge if it has too many lines. */
export function readMembersCsv(text: string, { order, columns }: CsvAnswers = {}): ReadCsv {
  const placesIn = (headings: string[]) => columns ?? findPlaces(headings, MEMBER_COLUMNS);
  const table = readTable(text, {
    most: MOST_LINES,
    telling: { isTelling: isEmail, placeIn: (headings) => placesIn(headings).email },
  });
  const places = placesIn(table.headings);
  const found = foundColumns(table, places, MEMBER_COLUMNS);
  if (places.email === undefined)
    return { lines: [], notRead: [], columns: found, asksColumns: true, asksOrder: false };
  const days = table.rows.flatMap(({ cells }) => [cellAt(cells, places.since), cellAt(cells, places['paid until'])]);
  const known = orderIn(days);
  const asksOrder = known === undefined && days.some(isSlashed);
  return {
    ...readRows(table.rows, places, known ?? order, table.notRead),
    columns: found,
    asksColumns: false,
    asksOrder,
  };
}

function readRows(
  rows: TableRow[],
  places: Places<MemberColumn>,
  order: DateOrder | undefined,
  damaged: NotRead[],
): Pick<ReadCsv, 'lines' | 'notRead'> {
  const [lines, notRead]: [CsvLine[], NotRead[]] = [[], [...damaged]];
  const seen = new Map<string, number>();
  for (const row of rows) {
    const result = readRow(row, places, order);
    if ('reason' in result) {
      notRead.push(result);
      continue;
    }
    const key = addressKey(result.email);
    const before = seen.get(key);
    if (before !== undefined) notRead.push({ line: row.line, reason: `This address is already in line ${before}` });
    else lines.push(result);
    seen.set(key, before ?? row.line);
  }
  return { lines, notRead: notRead.toSorted((one, other) => one.line - other.line) };
}

function readRow(
  { line, cells }: TableRow,
  places: Places<MemberColumn>,
  order: DateOrder | undefined,
): CsvLine | NotRead {
  const cell = (column: MemberColumn) => cellAt(cells, places[column]);
  const name = wholeName(cell('name'), cell('first name'), cell('last name'));
  if (cell('email') === '') return { line, reason: 'There is no email address' };
  const read = readEmail(cell('email'), 'This is not an email address.');
  if ('wrong' in read) return { line, reason: read.wrong };
  const email = read.address;
  const [since, paidUntil] = [readDay(cell('since'), order), readDay(cell('paid until'), order)];
  if (since === undefined) return { line, reason: '‘since’ is not a date such as 2026-08-31' };
  if (paidUntil === undefined) return { line, reason: '‘paid until’ is not a date such as 2026-08-31' };
  const typed = { name, email, studentId: cell('student id'), note: cell('note') };
  // The name may be left out, because known members keep theirs.
  const checked = members.schema.safeParse({ ...typed, name: name || 'x' });
  const [issue] = checked.error?.issues ?? [];
  return issue ? { line, reason: issue.message } : { line, ...typed, since, paidUntil };
}

/** Beside a first name, 'Name' is the last name, and the other way round, unless it holds both. */
function wholeName(name: string, first: string, last: string): string {
  if (first && last) return `${first} ${last}`;
  const [part] = [first, last].filter(Boolean);
  if (
    part === undefined ||
    name
      .split(/[\s,]+/)
      .join(' ')
      .includes(part)
  )
    return name || (part ?? '');
  return [first, name, last].filter(Boolean).join(' ');
}
