import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import {
  eachElement,
  element,
  findFirst,
  parseHtml,
  replaceElements,
  TooTangled,
  type Element,
} from '../html/html-tree.ts';
import { escapeHtml } from '../html/escape.ts';
import { renderText } from './render-text.ts';

const BOUNDS = { elements: 2000, attributes: 100_000, depth: 100 };
/** Mail programs cut a mail at 102 KB, and the events follow this text. */
const LONGEST = 30_000;
const STAYS = new Set(['href', 'start', 'dir', 'align', 'colspan', 'rowspan', 'style']);
const stringifier = unified().use(rehypeStringify);

/** Turns Markdown into safe HTML for a mail: with the alternative texts of pictures in their place, and absolute addresses. */
export async function renderForMail(text: string, publicUrl: string): Promise<string> {
  const { html } = await renderText(text);
  try {
    const tree = parseHtml(html, BOUNDS);
    eachElement(tree, ({ properties }) => delete properties.style);
    replaceElements(tree, (found) => forMail(found, publicUrl));
    eachElement(tree, ({ properties }) => {
      for (const name of Object.keys(properties)) if (!STAYS.has(name)) delete properties[name];
    });
    const shown = stringifier.stringify(tree);
    if (shown.length <= LONGEST) return shown;
  } catch (error) {
    if (!(error instanceof TooTangled)) throw error;
  }
  return `<p style="white-space: pre-line">${escapeHtml(text)}</p>`;
}

/** Leaves out what works on a page alone. Styles stand at their elements, because many mail programs read no others. */
function forMail(found: Element, publicUrl: string): Element {
  const { properties } = found;
  switch (found.tagName) {
    case 'img':
      return element('span', {}, [String(properties.alt ?? '')]);
    case 'button':
      return element('span', {}, []);
    case 'input':
      return element('span', {}, [properties.checked ? '☑' : '☐']);
    case 'a':
      return linkFor(found, publicUrl);
    case 'figure':
      return findFirst(found, 'pre') ?? found;
    case 'pre':
      return styled(found, 'white-space: pre-wrap;');
    case 'td':
    case 'th':
      return styled(found, 'padding: 2px 16px 2px 0; vertical-align: top;');
    case 'h1':
    case 'h2':
      return styled(found, 'margin: 24px 0 8px; font-size: 20px; line-height: 1.3;');
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return styled(found, 'margin: 24px 0 8px; font-size: 18px; line-height: 1.3;');
    default:
      return withoutAnchor(found);
  }
}

function styled(found: Element, style: string): Element {
  const { dataAlign: align, ...properties } = found.properties;
  return { ...found, properties: { ...properties, ...(typeof align === 'string' && { align }), style } };
}

/** A link within the text, or to an address that is none, is its words alone. */
function linkFor(found: Element, publicUrl: string): Element {
  const { href, ...properties } = found.properties;
  const url = typeof href === 'string' && !href.startsWith('#') ? URL.parse(href, `${publicUrl}/`) : null;
  if (!url) return element('span', {}, found.children);
  return { ...found, properties: { href: url.href, ...properties } };
}

/** A page’s heading has a link to itself beside it. */
function withoutAnchor(found: Element): Element {
  const { className } = found.properties;
  const isHeading = found.tagName === 'div' && Array.isArray(className) && className.includes('heading');
  const [heading] = found.children;
  return isHeading && heading?.type === 'element' ? heading : found;
}
