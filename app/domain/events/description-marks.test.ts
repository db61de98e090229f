import { expect, test } from 'vitest';
import { readMarks, withoutMarks, type MarkedRun } from './description-marks.ts';

/** As HTML, to be read at a glance; nothing is escaped. */
function shown(text: string): string {
  const link = ({ text: words, to }: MarkedRun) => (to === undefined ? words : `<a ${to}>${words}</a>`);
  return readMarks(text)
    .map((run) => (run.isBold ? `<b>${link(run)}</b>` : link(run)))
    .join('');
}

test.each([
  ['plain', 'plain'],
  ['**bold**', '<b>bold</b>'],
  ['so **very bold** indeed', 'so <b>very bold</b> indeed'],
  ['**one** and **two**', '<b>one</b> and <b>two</b>'],
  ['[our rules](https://example.com/rules)', '<a https://example.com/rules>our rules</a>'],
  ['[write](mailto:a@example.edu) us', '<a mailto:a@example.edu>write</a> us'],
  ['[a](https://example.com/x_(y)?z=1) b', '<a https://example.com/x_(y)?z=1>a</a> b'],
  [
    'see https://example.com/a, or (https://example.com/b).',
    'see <a https://example.com/a>https://example.com/a</a>, or (<a https://example.com/b>https://example.com/b</a>).',
  ],
  [
    'Read https://en.wikipedia.org/wiki/Rust_(programming_language) before. (See also https://example.org/x)',
    'Read <a https://en.wikipedia.org/wiki/Rust_(programming_language)>https://en.wikipedia.org/wiki/Rust_(programming_language)</a> before. (See also <a https://example.org/x>https://example.org/x</a>)',
  ],
  ['**https://example.com**', '<b><a https://example.com>https://example.com</a></b>'],
  ['**[a](https://example.com)**', '<b><a https://example.com>a</a></b>'],
  ['[**a**](https://example.com)', '<b><a https://example.com>a</a></b>'],
  ['[a] (https://example.com)', '[a] (<a https://example.com>https://example.com</a>)'],
  ['[](https://example.com)', '[](<a https://example.com>https://example.com</a>)'],
  ['**by [a](https://example.com), too**', '<b>by </b><b><a https://example.com>a</a></b><b>, too</b>'],
])('%s is shown as %s', (text, html) => {
  expect(shown(text)).toBe(html);
});

test.each([
  '2 ** 3 ** 4',
  '**',
  '****',
  '**a\nb**',
  '**open',
  'closed**',
  '** a **',
  'a*b*c',
  '[a]',
  '[a](/events)',
  '[a](javascript:alert(1))',
  '[a](data:text/html,x)',
  '[a](JAVASCRIPT:alert(1))',
  '[a](//example.com)',
  '[a](https://)',
  '[a\nb](mailto:a@example.edu)',
  '<b>a</b>',
])('%j stays as it was typed', (text) => {
  expect(
    readMarks(text)
      .map((run) => run.text)
      .join(''),
  ).toBe(text);
  expect(readMarks(text).every((run) => !run.isBold && run.to === undefined)).toBe(true);
});

test('stars that do not close leave later ones alone', () => {
  expect(shown('**a **b** c')).toBe('**a <b>b</b> c');
  expect(shown('a** **b**')).toBe('a** <b>b</b>');
});

test.each([
  '**a ',
  '**',
  '[',
  '[a](',
  '[a](https://x',
  '[a](https://x(',
  '**[a](https://x) ',
  'https://',
  'https://x**',
  '](',
  'https://x((((',
  'https://x))))',
  'https://x().',
  ').',
  '*',
  '[a](https://x(y)',
])('a hundred thousand characters of %j take no longer than others', (piece) => {
  const text = piece.repeat(Math.ceil(100_000 / piece.length));
  const began = process.cpuUsage();
  const runs = readMarks(text);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(500);
  expect(runs.length).toBeLessThanOrEqual(text.length);
});

test('as plain text it reads well', () => {
  const text =
    '**Bring** a friend\n- [the rules](https://example.com/rules)\n- [ask](mailto:a@example.edu), https://example.com';
  expect(withoutMarks(text, { addresses: true })).toBe(
    'Bring a friend\n- the rules (https://example.com/rules)\n- ask (a@example.edu), https://example.com',
  );
  expect(withoutMarks(text, { addresses: false })).toBe('Bring a friend\n- the rules\n- ask, https://example.com');
});
