import { expect, test } from 'vitest';
import { classesIn, parseSheet, usedStyles } from './used-styles.ts';

const used = (css: string, html: string) => usedStyles(parseSheet(css), classesIn(html));
const PAGE = '<main class="a b"><p class="c">Text</p></main>';

test.each([
  ['an element', 'p{color:red}'],
  ['its class', '.a{color:red}'],
  ['two classes', '.a.b>.c:hover{color:red}'],
  ['one of several selectors', '.x,.c{color:red}'],
  ['a class it may have', '.a:is(.x,.b){color:red}'],
  ['a class it has not', '.a:not(.x:is(.y,.z)){color:red}'],
  ['an at-rule', '@font-face{font-family:F;src:url(/a;b}.woff2)}'],
  ['a statement', '@layer base,page;'],
  ['a condition', '@media print{@supports (gap:1px){.c{gap:1px}}}'],
  ['marks in a text', '.c:before{content:"} .x{"}'],
  ['marks behind an escape', String.raw`.c:before{content:'\'}'}`],
  ['a rule in a rule', '.c{color:red;& .x{color:blue}}'],
])('what means something to a page stays: %s', (_what, css) => {
  expect(used(css, PAGE)).toBe(css);
});

test.each([
  ['a class that is nowhere', '.x{color:red}'],
  ['below one that is there', '.a .x{color:red}'],
  ['beside one that is there', '.a.x{color:red}'],
  ['in a condition', '@media print{.x{color:red}}'],
])('what means nothing to it is left out: %s', (_what, css) => {
  expect(used(`${css}.c{color:red}${css}`, PAGE)).toBe('.c{color:red}');
});

test('what stays is in its order', () => {
  expect(used('.c{color:red}.x{top:0}@media print{.c{color:blue}.x{top:1px}}.b{top:2px}', PAGE)).toBe(
    '.c{color:red}@media print{.c{color:blue}}.b{top:2px}',
  );
});
