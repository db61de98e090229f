/** One cell of a table; undefined and null are empty cells. */
export type Cell = string | number | null | undefined;

/** A spreadsheet takes a cell that begins so for a formula; the wide ones are for keyboards that write them. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/** Marks at which programs end a cell, among others by the country they are set to, with what may stand before its text. */
const BETWEEN = /^[\s";|]*|[\s";|]+/g;
const ENDS_CELL = /[;|\t\r\n]/;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A table as a CSV file for spreadsheets: UTF-8 with a byte order mark, lines end in CRLF, the first line holds the
 * columns' headings. Texts that a spreadsheet would run as formulas are neutralised by a leading apostrophe, also where
 * the spreadsheet would split the text at other marks than commas; numbers stay numbers.
 */
export function toCsv(columns: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const lines = [csvLine(columns)];
  for (const row of rows) lines.push(csvLine(row));
  return BYTE_ORDER_MARK + lines.join('');
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = neutralised(cell);
  return /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** `text` with an apostrophe wherever a cell could begin with a formula. */
export function neutralised(text: string): string {
  const start = FORMULA.test(text) ? `'${text}` : text;
  return start.replace(BETWEEN, (between, at: number) => {
    const beginsCell = at === 0 || ENDS_CELL.test(between);
    return beginsCell && FORMULA.test(start.charAt(at + between.length)) ? `${between}'` : between;
  });
}
