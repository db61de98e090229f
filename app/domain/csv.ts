export type Cell = string | number | null | undefined;

/** A spreadsheet takes a cell that begins so for a formula; the wide ones are for keyboards that write them. */
/** One that was neutralised already is so once more: what is read back is what was written. */
const NEUTRALISED_OR_NOT = /'*[=+\-@\t\r＝＋－＠]/y;
/** Marks at which programs may end a cell, by the country they are set to. */
const BETWEEN = /^[\s";|]*|[\s";|]+/g;
const ENDS_CELL = /[;|\t\r\n]/;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * For spreadsheets: a byte order mark, CRLF, and an apostrophe before texts that would run as formulas, also where the
 * spreadsheet splits the text at other marks than commas. Numbers stay numbers.
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

/** As it was before `neutralised`. Each run of marks is looked at once: a cell may be as long as a file. */
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
