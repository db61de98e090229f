import { verdictOf, type Goal, type Row } from './figure.ts';

const HEAD = ['figure', 'floor', 'measured', 'ratio', 'goal', 'met'];

/** The rows as one table of text. */
export function tableOf(rows: Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    row.floor === undefined ? '' : amount(row.floor),
    `${amount(row.measured)} ${row.unit}`.trimEnd(),
    row.ratio === undefined ? '' : row.ratio.toFixed(2),
    row.goal ? goalOf(row.goal, row.ratio === undefined ? row.unit : '') : '',
    verdictOf(row),
  ]);
  const widths = HEAD.map((head, column) => Math.max(head.length, ...cells.map((line) => line[column]?.length ?? 0)));
  const line = (texts: string[]) => texts.map((text, column) => padded(text, column, widths[column] ?? 0)).join('  ');
  return [line(HEAD), widths.map((width) => '─'.repeat(width)).join('  '), ...cells.map(line)].join('\n');
}

/** Amounts stand to the right, words to the left. */
function padded(text: string, column: number, width: number): string {
  return column > 0 && column < 4 ? text.padStart(width) : text.padEnd(width);
}

function goalOf(goal: Goal, unit: string): string {
  const [sign, value] = 'atLeast' in goal ? ['≥', goal.atLeast] : ['≤', goal.atMost];
  return `${sign} ${value} ${unit}`.trimEnd();
}

function amount(value: number): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
