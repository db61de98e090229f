import { expect, test } from 'vitest';
import { renderMarkdown } from '../guide/render-markdown.ts';
import { leadsOutside } from './leads-outside.ts';
import { sanitizeHtml } from './sanitize-html.ts';

const OUTSIDE = [
  ...['https://evil.example', 'http://evil.example/a', 'HTTPS://evil.example', 'HtTp://evil.example'],
  ...['https:evil', 'http:evil.example', 'http:/evil.example', 'https:\\evil.example', 'https:///evil.example'],
  ...['//evil.example/b', '/\\evil.example/c', '\\/evil.example', '\\\\evil.example', '/\\\\evil.example/d'],
];
const INSIDE = ['/links', 'links', '/', '', '#here', '?x=1#y', '/a//b', '/.//evil.example', '/x?to=https://a.example'];

test.each([
  ...[...OUTSIDE, '/\t/evil.example', 'ht\ntps:evil', ' https://evil.example', 'http://['].map((to) => [to, true]),
  ...[...INSIDE, 'mailto:a@example.org', 'MAILTO:a@example.org', 'tel:1'].map((to) => [to, false]),
])('%j leads outside: %s', (to, is) => {
  expect(leadsOutside(String(to))).toBe(is);
});

const isMarked = (html: string) => /<a href="[^"]*" target="_blank" rel="noopener noreferrer"/.test(html);

test.each(OUTSIDE)('%j opens in a new tab from a card and a text', async (to) => {
  const link = `<a href="${to}">Link</a>`;
  expect([isMarked(sanitizeHtml(link)), isMarked((await renderMarkdown(link)).html)]).toEqual([true, true]);
});

test.each(INSIDE)('%j stays in its tab from a card and a text', async (to) => {
  const link = `<a href="${to}">Link</a>`;
  const all = sanitizeHtml(link) + (await renderMarkdown(link)).html;
  expect(all.match(/<a href=|target=/g)).toEqual(['<a href=', '<a href=']);
});

test('a scheme in capital letters keeps its address, and no other comes in by them', () => {
  expect(sanitizeHtml('<a href="MailTo:A@example.org">A</a>')).toBe('<a href="mailto:A@example.org">A</a>');
  expect(sanitizeHtml('<img src="HTTPS://example.org/A.png">')).toBe('<img src="https://example.org/A.png" alt="">');
  expect(sanitizeHtml('<a href="JaVaScRiPt:alert(1)">A</a>')).toBe('<a>A</a>');
});
