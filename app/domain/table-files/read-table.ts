import { Rejected, TooLarge } from '../errors.ts';

export interface TableRow {
  /** The line in the file; the heading is line 1. */
  line: number;
  cells: string[];
}

export interface NotRead {
  line: number;
  reason: string;
}

export interface Table {
  headings: string[];
  rows: TableRow[];
  notRead: NotRead[];
}

/** The cell that every row needs, such as an address. It shows where rows are when quotation marks are damaged. */
interface Telling {
  isTelling: (cell: string) => boolean;
  /** The index of its column; undefined if no heading names it. */
  placeIn: (headings: string[]) => number | undefined;
}

const LINE_END = /\r\n|\r|\n/;

/**
 * Reads a spreadsheet's text. Its separator is the comma, semicolon or tab, whichever the heading has most of, unless
 * Excel's own first line names one ('sep=;'). However damaged the file is, every line that is not empty becomes part of
 * a row or is named as not read.
 * @throws Rejected if the text is not such a table, TooLarge if it has more than `most` lines below the heading.
 */
export function readTable(text: string, { most, telling }: { most: number; telling: Telling }): Table {
  // Bytes that are not UTF-8 were read as this character; UTF-16 has a zero beside each letter.
  if (text.includes('\uFFFD') || text.includes('\0'))
    throw new Rejected('This file is not UTF-8 text. In the spreadsheet, save it as ‘CSV UTF-8’, and choose that.');
  const { separator, lines } = withoutPreamble(text);
  const first = readRow(lines, 0, separator);
  if (first.fault) throw new Rejected('The first line names the columns. A quotation mark in it is not closed.');
  const headings = first.cells.map((cell) => cell.trim());
  // If the heading is missing, the first row would be taken for it and lost.
  if (headings.every((cell) => cell === '') || headings.some((cell) => telling.isTelling(cell)))
    throw new Rejected('The first line has to name the columns.');
  const check = checkFor(headings, separator, lines, telling);
  const table: Table = { headings, rows: [], notRead: [] };
  let [at, line] = [first.end, 1 + first.lines];
  while (at < lines.length) {
    const row = readRow(lines, at, separator);
    const reason = row.fault ?? (row.lines > 1 ? check(row) : undefined);
    if (reason !== undefined) {
      table.notRead.push({ line, reason });
      // The lines that a wrong quotation mark drew into this row are read as rows of their own.
      at = behindLine(lines, at);
      line += 1;
    } else {
      if (row.cells.some((cell) => cell.trim() !== '')) table.rows.push({ line, cells: row.cells });
      at = row.end;
      line += row.lines;
    }
    if (table.rows.length + table.notRead.length > most)
      throw new TooLarge(
        `This file has more than ${most.toLocaleString('en')} lines below its heading. Please import it in parts.`,
      );
  }
  return table;
}

function withoutPreamble(text: string): { separator: string; lines: string } {
  const begin = text.replace(/^\uFEFF/, '').replace(/^[\r\n]+/, '');
  const [excel = '', named] = /^"?sep=([^"\r\n])"?[ \t,;]*(?:\r\n|\r|\n|$)/i.exec(begin) ?? [];
  const lines = begin.slice(excel.length);
  return { separator: named ?? separatorOf(lines), lines };
}

/** Separators within quotation marks are part of a column's name. */
function separatorOf(lines: string): string {
  const [heading = ''] = lines.split(LINE_END, 1);
  const plain = heading.replaceAll(/"[^"]*"/g, '');
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: plain.split(mark).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).mark;
}

interface ReadRow {
  cells: string[];
  /** The cells that were in quotation marks. */
  quoted: string[];
  /** The index at which the next row begins. */
  end: number;
  /** How many lines of the file it spans. */
  lines: number;
  fault?: string;
}

const NEVER_CLOSED = 'The quotation mark that begins a cell here is never closed';
const CLOSED_LATER = 'The quotation mark that begins a cell here is not closed before the next row';
const TEXT_BEHIND = 'There is something after a closing quotation mark here';

function readRow(text: string, from: number, separator: string): ReadRow {
  const row: ReadRow = { cells: [], quoted: [], end: from, lines: 1 };
  for (let at = from; ; at += 1) {
    const cell = text[at] === '"' ? readQuoted(text, at, separator) : readPlain(text, at, separator);
    row.cells.push(cell.text);
    row.lines += cell.lineEnds;
    if (cell.isQuoted) row.quoted.push(cell.text);
    if (cell.fault) return { ...row, fault: cell.fault };
    at = cell.end;
    if (text[at] === separator) continue;
    return { ...row, end: at + (text.startsWith('\r\n', at) ? 2 : 1) };
  }
}

interface Cell {
  text: string;
  isQuoted: boolean;
  /** The index of the separator or line end behind the cell, or of the end of the file. */
  end: number;
  lineEnds: number;
  fault?: string;
}

function readPlain(text: string, from: number, separator: string): Cell {
  const end = endOfCell(text, from, separator);
  return { text: text.slice(from, end), isQuoted: false, end, lineEnds: 0 };
}

function readQuoted(text: string, from: number, separator: string): Cell {
  let close = text.indexOf('"', from + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const isQuoted = true;
  if (close < 0) return { text: '', isQuoted, end: text.length, lineEnds: 0, fault: NEVER_CLOSED };
  const inner = text.slice(from + 1, close).replaceAll('""', '"');
  const lineEnds = inner.split(LINE_END).length - 1;
  const end = endOfCell(text, close + 1, separator);
  const isClean = text.slice(close + 1, end).trim() === '';
  const fault = lineEnds > 0 ? CLOSED_LATER : TEXT_BEHIND;
  return { text: inner, isQuoted, end, lineEnds, ...(!isClean && { fault }) };
}

function endOfCell(text: string, from: number, separator: string): number {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

function behindLine(text: string, from: number): number {
  const end = endOfCell(text, from, '\n');
  return end + (text.startsWith('\r\n', end) ? 2 : 1);
}

/**
 * Makes a check that says why a row over several lines is not really one, or undefined if it is. Two quotation marks
 * that do not belong together turn everything between them into one cell. Such a cell holds a whole row's separators
 * for each row that it swallowed.
 */
function checkFor(
  headings: string[],
  separator: string,
  lines: string,
  { isTelling, placeIn }: Telling,
): (row: ReadRow) => string | undefined {
  const place = placeIn(headings);
  const [heading = ''] = lines.split(LINE_END, 1);
  // In prose, a space follows a comma; in a table none does, unless somebody typed the heading that way.
  const isSpaced = heading.includes(`${separator} `);
  const separatorsIn = (cell: string) =>
    cell.split(separator).filter((part, at) => at > 0 && (isSpaced || !part.startsWith(' '))).length;
  const holdsRow = (part: string) => {
    const cells = part.split(separator);
    return cells.length > 1 && cells.some((cell) => isTelling(cell.replaceAll('"', '').trim()));
  };
  return ({ cells, quoted }) => {
    const isWhole = cells.length === headings.length && (place === undefined || isTelling((cells[place] ?? '').trim()));
    const separators = quoted.reduce((sum, cell) => sum + separatorsIn(cell), 0);
    if (!isWhole || separators >= headings.length - 1) return CLOSED_LATER;
    return quoted.some((cell) => LINE_END.test(cell) && cell.split(LINE_END).some(holdsRow)) ? CLOSED_LATER : undefined;
  };
}
