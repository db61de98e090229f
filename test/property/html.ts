import fc from 'fast-check';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { describe, expect, test } from 'vitest';
import { sanitizeAnyHtml } from '../../app/html/sanitize-html.ts';
import { eachElement, type Root } from '../../app/html/html-tree.ts';
import { renderMarkdown } from '../../app/guide/render-markdown.ts';
import { HTML_BLOW_UPS } from './blow-ups.ts';
import { hostileText } from './hostile.ts';
import { MUTATING } from './mutating-html.ts';
import type { Runs } from './runs.ts';

const parser = unified().use(rehypeParse, { fragment: true });

/** What people may write (GitHub's list), and what the guide's own drawing adds. */
const TAGS = new Set(
  (
    'a b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img input ins kbd li ol p picture pre q ' +
    'rp rt ruby s samp section source span strike strong sub summary sup table tbody td tfoot th thead tr tt ul var ' +
    'figure figcaption'
  ).split(' '),
);
const ADDRESSES = ['href', 'src', 'srcSet', 'cite', 'longDesc', 'action', 'formAction', 'background', 'poster', 'data'];

/** What a browser would find in `html` that it must not: elements, handlers, addresses. */
function harmIn(html: string): string[] {
  const tree: Root = parser.parse(html);
  const found: string[] = [];
  eachElement(tree, ({ tagName, properties }) => {
    if (!TAGS.has(tagName)) found.push(`<${tagName}>`);
    for (const [name, value] of Object.entries(properties)) {
      if (/^on|^style$|^srcDoc$|^xlink/i.test(name)) found.push(`${tagName} ${name}`);
      if (ADDRESSES.includes(name) && !isHarmless(String(value))) found.push(`${tagName} ${name}=${String(value)}`);
    }
    if (tagName === 'input' && (properties.type !== 'checkbox' || !properties.disabled)) found.push('a field');
  });
  return found;
}

/** As the platform reads an address: control characters and blanks around it do not count. */
function isHarmless(address: string): boolean {
  const url = URL.parse(address, 'https://club.example.edu/guide');
  return url === null || ['http:', 'https:', 'mailto:'].includes(url.protocol);
}

const TAG_NAMES = 'a b svg math style script title template noscript iframe form input table td select textarea p img';
const piece = fc.oneof(
  fc.constantFrom(...MUTATING),
  fc.constantFrom(...TAG_NAMES.split(' ').flatMap((tag) => [`<${tag}>`, `</${tag}>`, `<${tag} `, `<${tag}/onload=x>`])),
  fc.constantFrom(
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '"',
    "'",
    '>',
    '=',
    '&lt;',
    '&#x6a;',
    '\0',
    '\n',
    '```',
    '[x](',
    ')',
  ),
  fc.constantFrom('href="javascript:x"', 'src=data:text/html,x', 'onerror=alert(1)', 'style="x:expression(1)"', 'id=x'),
  hostileText.map((text) => text.slice(0, 200)),
);
const hostileHtml = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

/** HTML from people passes a sanitizer, and what comes out is what a browser reads. */
export function testHtml({ html }: Runs): void {
  describe('whatever is written', () => {
    test.each(MUTATING)('%s stays harmless', async (text) => {
      expect(harmIn(sanitizeAnyHtml(text))).toEqual([]);
      expect(harmIn((await renderMarkdown(text)).html)).toEqual([]);
    });

    test('into a card is harmless, also when it is read and sanitized again', () => {
      const property = fc.property(hostileHtml, (text) => {
        const safe = sanitizeAnyHtml(text);
        expect(harmIn(safe)).toEqual([]);
        expect(harmIn(sanitizeAnyHtml(safe))).toEqual([]);
        expect(harmIn(`<table><tr>${safe}</table>`).filter((harm) => !/^<(tr|table|tbody)>$/.test(harm))).toEqual([]);
      });
      fc.assert(property, { numRuns: html });
    });

    test('into the guide is harmless, wherever it comes from', async () => {
      const from = fc.constantFrom(undefined, 'https://raw.example.com/guide/README.md');
      const property = fc.asyncProperty(hostileHtml, from, async (text, address) => {
        const { html: safe, toc } = await renderMarkdown(text, { address });
        expect(harmIn(safe)).toEqual([]);
        expect(toc.every(({ id }) => /^[a-z0-9-]+$/.test(id))).toBe(true);
      });
      await fc.assert(property, { numRuns: Math.ceil(html / 3) });
    });

    test.each(Object.entries(HTML_BLOW_UPS))('in a card, %s, stay as small as they were', (_, text) => {
      expect(text.length).toBeLessThanOrEqual(50_000);
      const before = process.memoryUsage.rss();
      const began = process.cpuUsage();
      const safe = sanitizeAnyHtml(text);
      expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000);
      expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
      expect(safe.length).toBeLessThanOrEqual(400_000);
      expect(harmIn(safe)).toEqual([]);
    });

    test.each(['<div>', '<b>', '> ', '- ', '[', '*a ', '<table><td>', '<a href=x>', '`', '![](', '<p><svg>'])(
      'thousands deep, %s has an answer',
      async (piece) => {
        const text = piece.repeat(5000);
        expect(harmIn(sanitizeAnyHtml(text).slice(0, 20_000))).toEqual([]);
        expect((await renderMarkdown(text)).html).not.toMatch(/<script|javascript:/i);
      },
    );
  });
}
