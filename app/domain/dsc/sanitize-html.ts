import rehypeParse from 'rehype-parse';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { HARMLESS } from '../guide/harmless.ts';
import { eachElement } from '../guide/html-tree.ts';
import type { Root } from '../guide/html-tree.ts';

const parser = unified().use(rehypeParse, { fragment: true }).use(rehypeSanitize, HARMLESS);
const stringifier = unified().use(rehypeStringify);

/**
 * HTML that people wrote, such as a content card's text, with nothing harmful left in it; links to other sites open in
 * a new tab (readings.md 4). Any text has an answer: one that is nested too deep comes as plain text.
 */
export function sanitizeHtml(html: string): string {
  try {
    const tree: Root = parser.runSync(parser.parse(html));
    openOutsideLinksInNewTab(tree);
    letTablesBeScrolled(tree);
    callPicturesDecoration(tree);
    return stringifier.stringify(tree);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return html.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  }
}

/** One that is wider than a phone scrolls inside itself, by keyboard too. */
function letTablesBeScrolled(tree: Root): void {
  eachElement(tree, ({ tagName, properties }) => {
    if (tagName === 'table') properties.tabIndex = 0;
  });
}

function openOutsideLinksInNewTab(tree: Root): void {
  eachElement(tree, ({ tagName, properties }) => {
    if (tagName !== 'a' || typeof properties.href !== 'string' || !/^(https?:)?\/\//i.test(properties.href)) return;
    properties.target = '_blank';
    properties.rel = ['noopener', 'noreferrer'];
  });
}

/** One that nobody described: a screen reader would read out its address. */
function callPicturesDecoration(tree: Root): void {
  eachElement(tree, ({ tagName, properties }) => {
    if (tagName === 'img') properties.alt ??= '';
  });
}
