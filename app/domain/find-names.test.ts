import { expect, test } from 'vitest';
import { foldName, matches, wordsOf } from './find-names.ts';

test.each([
  ['Zoë Müller', 'zoe'],
  ['Zoë Müller', 'MULLER zoe'],
  ['Søren Ødegård', 'soren odegard'],
  ['Weiß, Łukasz', 'lukasz weiss'],
  ['İpek Yılmaz', 'ipek yilmaz'],
  ['Nguyễn Thị Ánh', 'nguyen anh'],
  ['Ｆｕｌｌ Width', 'full'],
  ['Łódź', '  '],
  ['O’Brien', 'o’br'],
])('%s is found by %s', (name, typed) => {
  expect(matches(foldName(name), wordsOf(typed))).toBe(true);
});

test('another name is not', () => {
  expect(matches(foldName('Ana'), wordsOf('ana maria'))).toBe(false);
});
