type Cell = string | number | null | undefined;

/** Spreadsheets read a cell that begins like this as a formula. The wide characters are typed by some keyboards. */
/** A cell that was already neutralised gets another apostrophe, so that what is read back is what was written. */
const NEUTRALISED_OR_NOT = /'*[=+\-@\t\r＝＋－＠]/y;
/** Depending on their country setting, programs may end a cell at these marks. */
const BETWEEN = /^[\s";|]*|[\s";|]+/g;
const ENDS_CELL = /[;|\t\r\n]/;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Writes CSV for spreadsheets: with a byte order mark, CRLF, and an apostrophe before any text that would run as a
 * formula, even if the spreadsheet splits the text at marks other than commas. Numbers stay numbers.
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

export function neutralised(text: string): string {
  const start = isTakenForFormula(text, 0) ? `'${text}` : text;
  return start.replace(BETWEEN, (between, at: number) => {
    const beginsCell = at === 0 || ENDS_CELL.test(between);
    return beginsCell && at + between.length > 0 && isTakenForFormula(start, at + between.length)
      ? `${between}'`
      : between;
  });
}

/** Undoes `neutralised`. It looks at each run of marks only once, because a cell may be as long as a file. */
export function withoutNeutralising(text: string): string {
  return text.replace(/^'|[\s";|]+'?/g, (found, at: number) => {
    const between = found.slice(0, -1);
    const beginsCell = found.endsWith("'") && (at === 0 || ENDS_CELL.test(between));
    return beginsCell && isTakenForFormula(text, at + found.length) ? between : found;
  });
}

function isTakenForFormula(text: string, at: number): boolean {
  NEUTRALISED_OR_NOT.lastIndex = at;
  return NEUTRALISED_OR_NOT.test(text);
}
