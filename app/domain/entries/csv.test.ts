import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('a table opens in a spreadsheet: byte order mark, headings, one line per row', () => {
  const file = toCsv(
    ['Name', 'Vegetarian', 'Years'],
    [
      ['Zoë', true, 2],
      ['Sam', false, undefined],
    ],
  );
  expect(file).toBe('\uFEFFName,Vegetarian,Years\r\nZoë,true,2\r\nSam,false,\r\n');
});

test('commas, quotes and line ends stay inside their cell', () => {
  expect(toCsv(['a, b'], [['say "hi"'], ['two\nlines'], [' space ']])).toBe(
    '\uFEFF"a, b"\r\n"say ""hi"""\r\n"two\nlines"\r\n" space "\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('%j is not run as a formula', (text) => {
  const [, cell = ''] = toCsv(['Answer'], [[text]]).split('Answer\r\n');
  expect(cell.replace(/^"/, '').startsWith(`'${text}`)).toBe(true);
});

test('a heading that a visitor could have written is neutralised too, a number is not', () => {
  expect(toCsv(['=cmd'], [[-5]])).toBe("\uFEFF'=cmd\r\n-5\r\n");
});
