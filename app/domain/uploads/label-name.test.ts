import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelName } from './label-name.ts';

test.each([
  ['poster.png', 'poster.png'],
  ['Résumé – été.pdf', 'Résumé – été.pdf'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['C:\\Users\\ada\\cat.jpg', 'C:-Users-ada-cat.jpg'],
  ['.htaccess', 'htaccess'],
  ['a\u0000b\nc.txt', 'abc.txt'],
  ['gnp\u202e.exe', 'gnp.exe'],
  ['  spaced.md  ', 'spaced.md'],
  ['640.webp', 'image-640.webp'],
  ['...', 'file'],
  ['', 'file'],
])('%j becomes %j', (given, name) => {
  expect(labelName(given)).toBe(name);
});

test('a long name keeps its ending', () => {
  expect(labelName(`${'a'.repeat(500)}.pdf`)).toBe(`${'a'.repeat(196)}.pdf`);
  expect(labelName(`${'😀'.repeat(150)}.pdf`)).toMatch(/^(😀)+\.pdf$/u);
});

test('whatever is given, the name is one part of a path that a folder takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = labelName(given);
      expect(name).not.toMatch(/^\.|[/\\\p{Cc}]/u);
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(200);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name.isWellFormed()).toBe(true);
    }),
  );
});
