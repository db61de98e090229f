import { expect, test } from 'vitest';
import { neutralised, toCsv, withoutNeutralising } from './csv.ts';

test('a table opens in a spreadsheet: byte order mark, headings, one line per row', () => {
  const file = toCsv(
    ['Name', 'Vegetarian', 'Years'],
    [
      ['Zoë', 'Yes', 2],
      ['Sam', 'No', undefined],
    ],
  );
  expect(file).toBe('\uFEFFName,Vegetarian,Years\r\nZoë,Yes,2\r\nSam,No,\r\n');
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

test.each([
  ['x;=1+1', "x;'=1+1"],
  ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
  ['Pizza|-2', "Pizza|'-2"],
  ['first\n=cmd', "first\n'=cmd"],
  ['x; \t"=1', 'x; \t"\'=1'],
  [';=1', ";'=1"],
  [' =1', " '=1"],
  ['；＝1', '；＝1'],
  ['＝1', "'＝1"],
  ['a;=1;+2', "a;'=1;'+2"],
])('%j is not run where a file is split at other marks than commas', (text, cell) => {
  expect(neutralised(text)).toBe(cell);
});

test.each(['ana-maria@example.edu', '1-2 people; maybe 3', 'a=b', 'x ; y', "don't + do", 'a "-" b'])(
  '%j reads as it was written',
  (text) => {
    expect(neutralised(text)).toBe(text);
  },
);

test.each(["'=1", "''+1", "x;'=1", "'a", "it's", "'", ''])('%j comes back as it was written', (text) => {
  expect(withoutNeutralising(neutralised(text))).toBe(text);
});

test('a long answer of marks takes no longer than its length', () => {
  const text = ';"'.repeat(500_000);
  const began = performance.now();
  expect(neutralised(text)).toBe(text);
  expect(performance.now() - began).toBeLessThan(1000);
});
