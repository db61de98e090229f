/** One cell of a table; undefined and null are empty cells. */
export type Cell = string | number | boolean | null | undefined;

/** A spreadsheet takes a text that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A table as a CSV file for spreadsheets: UTF-8 with a byte order mark, lines end in CRLF, the first line holds the
 * columns' headings. Texts that a spreadsheet would run as formulas are neutralised by a leading apostrophe
 * (quality.md, Security); numbers stay numbers.
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
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
