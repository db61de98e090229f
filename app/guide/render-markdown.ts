import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { drawCodeBlocks } from './code-block.ts';
import {
  element,
  eachElement,
  findFirst,
  replaceElements,
  textOf,
  type Element,
  type Root,
  TooTangled,
  parseHtml,
  type HtmlBounds,
} from '../html/html-tree.ts';
import { leadsOutside } from '../html/leads-outside.ts';
import { withUsualSpaces } from '../html/usual-spaces.ts';
import { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { sanitizeTree } from '../html/sanitize-html.ts';

/** `html` is safe; `toc` is in order; `lead` is the first paragraph as plain text. */
export interface RenderedText {
  html: string;
  toc: TocEntry[];
  lead: string;
}

/** A picture of this site. With its size nothing moves when it arrives, and a phone loads a smaller copy. */
export interface KnownPicture {
  width: number;
  height: number;
  srcSet?: string | undefined;
}

export interface Surroundings {
  /** Where the text comes from, for relative addresses. */
  address?: string | undefined;
  /** By the folder of their addresses. */
  pictures?: Record<string, KnownPicture> | undefined;
}

const MAX_LABEL = 80;
const LONGEST_LEAD = 400;
/** In characters. A source may have two million, and can make a part of it appear many times. */
const LONGEST = 10_000_000;
const stringifier = unified().use(rehypeStringify);

/** Renders safe HTML (product.md 2, Guide). A text that nests too deep or grows too long stays plain; see renderInChild. */
export async function renderMarkdown(markdown: string, around: Surroundings = {}): Promise<RenderedText> {
  try {
    const tree = safeTree(markdown);
    decorate(tree, around);
    const lead = textOf(findFirst(tree, 'p') ?? tree).slice(0, LONGEST_LEAD);
    const toc = anchorHeadings(tree);
    await drawCodeBlocks(tree);
    const html = stringifier.stringify(tree);
    if (html.length > LONGEST) throw new TooTangled(`more than ${LONGEST} characters`);
    return { html, toc, lead };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return renderCode(markdown, '');
  }
}

export async function renderCode(text: string, language: string): Promise<RenderedText> {
  const code = element('code', { className: [`language-${language}`] }, [text]);
  const tree: Root = { type: 'root', children: [element('pre', {}, [code])] };
  await drawCodeBlocks(tree);
  return { html: stringifier.stringify(tree), toc: [], lead: '' };
}

function decorate(tree: Root, { address, pictures }: Surroundings): void {
  let tables = 0;
  replaceElements(tree, (found) => {
    const { tagName, properties } = found;
    if (tagName === 'a') decorateLink(properties, address);
    if (tagName === 'img') decorateImage(properties, address, pictures);
    if (properties.align !== undefined) decorateAlignment(properties);
    if (BLOCKS.has(tagName) && RIGHT_TO_LEFT.test(firstLetter(found))) properties.dir ??= 'rtl';
    if (tagName === 'input') properties.ariaLabel = properties.checked ? 'Done' : 'To do';
    return tagName === 'table' ? frame(found, ++tables) : found;
  });
}

const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'table']);
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The first letter, which decides the direction of a text; empty if there is none. */
function firstLetter(node: Element | Element['children'][number]): string {
  if (node.type === 'text') return /\p{L}/u.exec(node.value)?.[0] ?? '';
  for (const child of node.type === 'element' ? node.children : []) {
    const letter = firstLetter(child);
    if (letter) return letter;
  }
  return '';
}

function decorateLink(properties: Element['properties'], address: string | undefined): void {
  const href = resolve(properties.href, address);
  if (href === undefined) return;
  properties.href = href;
  if (!leadsOutside(href)) return;
  properties.target = '_blank';
  properties.rel = ['noopener', 'noreferrer'];
  properties.ariaDescribedBy = ['new-tab'];
}

/** The width of the column of text. */
const SIZES = '(min-width: 40rem) 680px, 100vw';

function decorateImage(
  properties: Element['properties'],
  address: string | undefined,
  pictures: Surroundings['pictures'] = {},
): void {
  const src = resolve(properties.src, address);
  if (src !== undefined) properties.src = src;
  const folder = src?.slice(0, src.lastIndexOf('/')) ?? '';
  const known = Object.hasOwn(pictures, folder) ? pictures[folder] : undefined;
  if (known) {
    const { width, height, srcSet } = known;
    Object.assign(properties, { width, height, ...(srcSet && { srcSet, sizes: SIZES }) });
  }
  properties.alt ??= '';
  properties.loading = 'lazy';
  properties.decoding = 'async';
}

/** Replaces the attribute that aligns a column, which HTML no longer has. */
function decorateAlignment(properties: Element['properties']): void {
  properties.dataAlign = properties.align;
  delete properties.align;
}

/** Relative addresses belong to the source; a path from the root belongs to this site. */
function resolve(value: unknown, address: string | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  const isRelative = !/^([a-z][a-z0-9+.-]*:|[/#]|$)/i.test(value);
  return isRelative && address !== undefined && URL.canParse(value, address) ? new URL(value, address).href : value;
}

function frame(table: Element, number: number): Element {
  const columns: string[] = [];
  eachElement(table, (cell) => {
    if (cell.tagName !== 'th') return;
    columns.push(textOf(cell).trim());
    cell.properties.scope = 'col';
  });
  const label = [`Table ${number}`, columns.filter(Boolean).join(', ')].filter(Boolean).join(': ').slice(0, MAX_LABEL);
  return element('div', { className: ['table'], role: 'region', ariaLabel: label, tabIndex: 0 }, [table]);
}

/** Keeps ids that people write apart from the page's own. */
const ID_PREFIX = defaultSchema.clobberPrefix ?? '';

const toHtml = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .use(rehypeStringify, { allowDangerousHtml: true });

const BOUNDS: HtmlBounds = { elements: 50_000, attributes: 2_000_000, depth: 200 };

/** Parses HTML as browsers do, so that what is checked is what they show. @throws TooTangled */
function safeTree(markdown: string): Root {
  const tree: Root = sanitizeTree(parseHtml(toHtml.processSync(withUsualSpaces(markdown)).toString(), BOUNDS));
  followIds(tree);
  return tree;
}

function followIds(tree: Root): void {
  const ids = new Set<unknown>();
  eachElement(tree, ({ properties }) => ids.add(properties.id));
  eachElement(tree, ({ properties }) => {
    const { href } = properties;
    if (typeof href !== 'string' || !href.startsWith('#')) return;
    const prefixed = ID_PREFIX + href.slice(1);
    if (ids.has(prefixed)) properties.href = `#${prefixed}`;
  });
}

interface TocEntry {
  id: string;
  text: string;
  level: 1 | 2;
}

/** The anchor of a heading (product.md 2, Guide); empty if nothing of the text can be in an address. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Gives every h1 and h2 a unique id and makes it focusable for people who follow a link; references in the document follow. */
function anchorHeadings(tree: Root): TocEntry[] {
  const toc: TocEntry[] = [];
  const taken = new Set<string>();
  const renamed = new Map<string, string>();
  replaceElements(tree, (found) => {
    const level = found.tagName === 'h1' ? 1 : found.tagName === 'h2' ? 2 : undefined;
    if (!level) return found;
    const text = textOf(found).trim().replace(/\s+/g, ' ');
    const anchor = anchorOf(text);
    const { id: before, ...properties } = found.properties;
    if (!anchor) return { ...found, properties };
    const id = free(anchor, taken);
    taken.add(id);
    if (typeof before === 'string') renamed.set(before, id);
    toc.push({ id, text, level });
    return element('div', { className: ['heading'], dir: properties.dir }, [
      { ...found, properties: { ...properties, id, tabIndex: -1 } },
      element('a', { className: ['anchor'], href: `#${id}`, ariaLabel: `Link to “${text}”` }, ['#']),
    ]);
  });
  if (renamed.size > 0) eachElement(tree, (found) => follow(found, renamed));
  return toc;
}

function free(anchor: string, taken: Set<string>): string {
  let id = anchor;
  for (let number = 2; taken.has(id); number++) id = `${anchor}-${number}`;
  return id;
}

function follow({ properties }: Element, renamed: Map<string, string>): void {
  const { ariaDescribedBy } = properties;
  const described = Array.isArray(ariaDescribedBy) ? ariaDescribedBy : [ariaDescribedBy];
  const [only] = described;
  if (typeof only === 'string' && renamed.has(only)) properties.ariaDescribedBy = [renamed.get(only) ?? only];
}
