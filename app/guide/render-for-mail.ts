import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { eachElement, element, parseHtml, replaceElements, TooTangled } from '../html/html-tree.ts';
import { escapeHtml } from '../html/escape.ts';
import { renderText } from './render-text.ts';

const BOUNDS = { elements: 2000, attributes: 100_000, depth: 100 };
/** Mail programs cut a mail at 102 KB, and the events follow this text. */
const LONGEST = 30_000;
const STAYS = new Set(['href', 'start', 'dir', 'align', 'colspan', 'rowspan']);
const stringifier = unified().use(rehypeStringify);

/** Turns Markdown into safe HTML for a mail: with the alternative texts of pictures in their place, and absolute addresses. */
export async function renderForMail(text: string, publicUrl: string): Promise<string> {
  const { html } = await renderText(text);
  try {
    const tree = parseHtml(html, BOUNDS);
    replaceElements(tree, (found) => {
      if (found.tagName === 'img') return element('span', {}, [String(found.properties['alt'] ?? '')]);
      return found.tagName === 'button' ? element('span', {}, []) : found;
    });
    eachElement(tree, ({ properties }) => {
      for (const name of Object.keys(properties)) if (!STAYS.has(name)) delete properties[name];
      const { href } = properties;
      if (typeof href === 'string') properties['href'] = new URL(href, `${publicUrl}/`).href;
    });
    const shown = stringifier.stringify(tree);
    if (shown.length <= LONGEST) return shown;
  } catch (error) {
    if (!(error instanceof TooTangled)) throw error;
  }
  return `<p style="white-space: pre-line">${escapeHtml(text)}</p>`;
}
