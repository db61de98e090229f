import { expect, test } from 'vitest';
import { TooTangled } from './html-tree.ts';
import { sanitizeAnyHtml, sanitizeHtml } from './sanitize-html.ts';

test('what a card needs stays as it was written', () => {
  const html = '<h3>Circles</h3><p>One <strong>book</strong>, <em>one</em> hour.</p><ul><li>Ask us</li></ul>';
  expect(sanitizeHtml(html)).toBe(html);
});

test.each([
  ['<script>alert(1)</script><p>Hi</p>', '<p>Hi</p>'],
  ['<p onclick="alert(1)" style="color:red">Hi</p>', '<p>Hi</p>'],
  ['<a href="javascript:alert(1)">Hi</a>', '<a>Hi</a>'],
  ['<a href="data:text/html,x">Hi</a>', '<a>Hi</a>'],
  ['<img src=x onerror=alert(1)>', '<img src="x" alt="">'],
  ['<iframe src="https://example.com"></iframe>Hi', 'Hi'],
  ['<form action="/auth/logout"><button>Hi</button></form>', 'Hi'],
  [
    '<picture><source srcset="javascript:alert(1)"><img src="x"></picture>',
    '<picture><source><img src="x" alt=""></picture>',
  ],
  ['<b action="javascript:alert(1)">Hi</b>', '<b>Hi</b>'],
  ['<svg><style><img src=x onerror=alert(1)></style></svg>', '<img src="x" alt="">'],
])('nothing in %s can do harm', (html, safe) => {
  expect(sanitizeHtml(html)).toBe(safe);
});

test('a picture that nobody described is decoration', () => {
  expect(sanitizeHtml('<img src="/a.png" alt="A cat"><img src="/b.png">')).toBe(
    '<img src="/a.png" alt="A cat"><img src="/b.png" alt="">',
  );
});

test('a link to another site opens in a new tab, one on this site does not', () => {
  expect(sanitizeHtml('<a href="https://example.com">out</a> <a href="/links">in</a>')).toBe(
    '<a href="https://example.com" target="_blank" rel="noopener noreferrer">out</a> <a href="/links">in</a>',
  );
});

test.each([
  ['nested too deep', '<div>'.repeat(61)],
  ['of too many elements', '<br>'.repeat(3001)],
  ['of too many elements once it is read', `<p>${'<b>'.repeat(3)}${'<p>x'.repeat(1000)}`],
  ['too long', 'x'.repeat(50_001)],
])('a text %s is refused, or shown as it was typed', (_, html) => {
  expect(() => sanitizeHtml(html)).toThrow(TooTangled);
  expect(sanitizeAnyHtml(html)).toBe(html.slice(0, 50_000).replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
});

test('what any card would hold is far within the bounds', () => {
  const table = `<table>${'<tr><td>Monday</td><td><b>Room</b> 5</td></tr>'.repeat(300)}</table>`;
  expect(sanitizeHtml(table)).toContain('<td><b>Room</b> 5</td>');
  const lists = `${'<ul><li>'.repeat(20)}x${'</li></ul>'.repeat(20)}`;
  expect(sanitizeHtml(lists)).toBe(lists);
});

test('a table can be scrolled by keyboard', () => {
  expect(sanitizeHtml('<table tabindex="-1"><tbody><tr><td>Wide</td></tr></tbody></table>')).toBe(
    '<table tabindex="0"><tbody><tr><td>Wide</td></tr></tbody></table>',
  );
});
