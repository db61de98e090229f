import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { escapeHtml } from './escape.ts';
import { eachElement, parseHtml, TooTangled, type HtmlBounds, type Root } from './html-tree.ts';
import { leadsOutside } from './leads-outside.ts';

const { '*': onAll = [], ...attributes } = defaultSchema.attributes ?? {};

/** What GitHub allows, without the addresses that its list does not check: a picture's other sources, and a form's target. */
const ALLOWED_HTML: typeof defaultSchema = {
  ...defaultSchema,
  attributes: { ...attributes, source: [], '*': onAll.filter((name) => name !== 'action') },
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'title'],
};

export { TooTangled };

/** The most characters of a card's text. */
const LONGEST = 50_000;
/** Much more than a card needs, and little enough for any page. */
const BOUNDS: HtmlBounds = { elements: 3000, attributes: 100_000, depth: 60 };

const sanitizer = unified().use(rehypeSanitize, ALLOWED_HTML);
const stringifier = unified().use(rehypeStringify);

/** Puts schemes into small letters first, because the list of allowed ones has no others. */
export function sanitizeTree(tree: Root): Root {
  eachElement(tree, ({ properties }) => {
    for (const name of ['href', 'src']) {
      const address = properties[name];
      if (typeof address === 'string')
        properties[name] = address.replace(/^[a-z]+:/i, (scheme) => scheme.toLowerCase());
    }
  });
  return sanitizer.runSync(tree);
}

/** Makes outside links open in a new tab. @throws TooTangled for HTML that is too long, too large or too deep. */
export function sanitizeHtml(html: string): string {
  if (html.length > LONGEST) throw new TooTangled(`more than ${LONGEST} characters`);
  const tree = sanitizeTree(parseHtml(html, BOUNDS));
  openOutsideLinksInNewTab(tree);
  makeTablesScrollable(tree);
  markPicturesAsDecoration(tree);
  return stringifier.stringify(tree);
}

/** Like sanitizeHtml, but shows HTML that is too tangled as it was typed, up to the longest length. */
export function sanitizeAnyHtml(html: string): string {
  try {
    return sanitizeHtml(html);
  } catch (error) {
    if (!(error instanceof TooTangled)) throw error;
    return escapeHtml(html.slice(0, LONGEST));
  }
}

/** A table that is wider than a phone scrolls inside itself; with the focus, by keyboard too. */
function makeTablesScrollable(tree: Root): void {
  eachElement(tree, ({ tagName, properties }) => {
    if (tagName === 'table') properties.tabIndex = 0;
  });
}

function openOutsideLinksInNewTab(tree: Root): void {
  eachElement(tree, ({ tagName, properties }) => {
    if (tagName !== 'a' || typeof properties.href !== 'string' || !leadsOutside(properties.href)) return;
    properties.target = '_blank';
    properties.rel = ['noopener', 'noreferrer'];
  });
}

/** Without an empty `alt`, a screen reader reads out the address of a picture that nobody described. */
function markPicturesAsDecoration(tree: Root): void {
  eachElement(tree, ({ tagName, properties }) => {
    if (tagName === 'img') properties.alt ??= '';
  });
}
