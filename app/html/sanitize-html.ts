import rehypeSanitize from 'rehype-sanitize';
import { escapeHtml } from './escape.ts';
import { leadsOutside } from './leads-outside.ts';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { eachElement, type Root, parseHtml, TooTangled, type HtmlBounds } from './html-tree.ts';
import { defaultSchema } from 'rehype-sanitize';

const { '*': onAll = [], ...attributes } = defaultSchema.attributes ?? {};

/** GitHub's list, without addresses that it does not check: further sources of a picture, and the target of a form. */
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

/** Lowers schemes, because the list of allowed ones does not know capital letters. */
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
  const tree: Root = sanitizeTree(parseHtml(html, BOUNDS));
  openOutsideLinksInNewTab(tree);
  letTablesBeScrolled(tree);
  callPicturesDecoration(tree);
  return stringifier.stringify(tree);
}

/** Shows HTML that is too tangled as it was typed, up to the longest length. */
export function sanitizeAnyHtml(html: string): string {
  try {
    return sanitizeHtml(html);
  } catch (error) {
    if (!(error instanceof TooTangled)) throw error;
    return escapeHtml(html.slice(0, LONGEST));
  }
}

/** Lets a table that is wider than a phone scroll inside itself, by keyboard too. */
function letTablesBeScrolled(tree: Root): void {
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
function callPicturesDecoration(tree: Root): void {
  eachElement(tree, ({ tagName, properties }) => {
    if (tagName === 'img') properties.alt ??= '';
  });
}
