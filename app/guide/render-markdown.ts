import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { drawCodeBlocks } from './code-block.ts';
import { anchorHeadings, type TocEntry } from './headings.ts';
import { element, eachElement, replaceElements, textOf, type Element, type Root } from '../html/html-tree.ts';
import { TooTangled } from '../html/parse-html.ts';
import { safeTree } from '../html/safe-tree.ts';

/** `html` is harmless; `toc` is in order. */
export interface RenderedText {
  html: string;
  toc: TocEntry[];
}

const MAX_LABEL = 80;
/** In characters: a source may hold two million, and what it says once can be shown many times. */
const LONGEST = 10_000_000;
const stringifier = unified().use(rehypeStringify);

/** Safe HTML (product.md 2, CS Guide). What nests too deep or grows too long comes as plain text; see renderApart. */
export async function renderMarkdown(markdown: string, address?: string): Promise<RenderedText> {
  try {
    const tree = safeTree(markdown);
    decorate(tree, address);
    const toc = anchorHeadings(tree);
    await drawCodeBlocks(tree);
    const html = stringifier.stringify(tree);
    if (html.length > LONGEST) throw new TooTangled(`more than ${LONGEST} characters`);
    return { html, toc };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return renderCode(markdown, '');
  }
}

export async function renderCode(text: string, language: string): Promise<RenderedText> {
  const code = element('code', { className: [`language-${language}`] }, [text]);
  const tree: Root = { type: 'root', children: [element('pre', {}, [code])] };
  await drawCodeBlocks(tree);
  return { html: stringifier.stringify(tree), toc: [] };
}

function decorate(tree: Root, address: string | undefined): void {
  let tables = 0;
  replaceElements(tree, (found) => {
    const { tagName, properties } = found;
    if (tagName === 'a') decorateLink(properties, address);
    if (tagName === 'img') decorateImage(properties, address);
    if (properties.align !== undefined) decorateAlignment(properties);
    if (tagName === 'input') properties.ariaLabel = properties.checked ? 'Done' : 'To do';
    return tagName === 'table' ? frame(found, ++tables) : found;
  });
}

function decorateLink(properties: Element['properties'], address: string | undefined): void {
  const href = resolve(properties.href, address);
  if (href === undefined) return;
  properties.href = href;
  if (!/^(https?:)?\/\//i.test(href)) return;
  properties.target = '_blank';
  properties.rel = ['noopener', 'noreferrer'];
  properties.ariaDescribedBy = ['new-tab'];
}

function decorateImage(properties: Element['properties'], address: string | undefined): void {
  const src = resolve(properties.src, address);
  if (src !== undefined) properties.src = src;
  properties.alt ??= '';
  properties.loading = 'lazy';
  properties.decoding = 'async';
}

/** HTML no longer has the attribute with which Markdown aligns columns. */
function decorateAlignment(properties: Element['properties']): void {
  properties.dataAlign = properties.align;
  delete properties.align;
}

/** Relative addresses are those of the source; a path from the root is this site's. */
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
