import { parseHtml, textOf, TooTangled, type Element, type HtmlBounds, type Root } from '../html/html-tree.ts';

type Node = Root['children'][number];

/** Google and Outlook write HTML into descriptions, but a plain sentence may contain a '<' too. */
const LOOKS_LIKE_HTML = /<\/?(?:p|br|a|b|strong|i|em|u|ul|ol|li|div|span|h[1-6]|html-blob)(?:\s[^<>]*)?\/?>/i;
const BOUNDS: HtmlBounds = { elements: 3000, attributes: 100_000, depth: 60 };

const UNSEEN = new Set(['script', 'style', 'template', 'title', 'head']);
const PARAGRAPHS = new Set(['p', 'div', 'ul', 'ol', 'blockquote', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const BOLD = new Set(['b', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Turns HTML into text as our descriptions have it, with their marks. Any other text, and HTML that is too tangled, stays as it is. */
export function plainDescription(text: string): string {
  if (!LOOKS_LIKE_HTML.test(text)) return text;
  try {
    return writeAll(parseHtml(text, BOUNDS).children)
      .replaceAll(/[^\S\n]+/g, ' ')
      .replaceAll(/ ?\n ?/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  } catch (error) {
    if (!(error instanceof TooTangled)) throw error;
    return text;
  }
}

function writeAll(nodes: Node[]): string {
  return nodes.map(write).join('');
}

function write(node: Node): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || UNSEEN.has(node.tagName)) return '';
  const { tagName } = node;
  if (tagName === 'br') return '\n';
  if (tagName === 'a') return writeLink(node);
  const inside = writeAll(node.children);
  const marked = BOLD.has(tagName) ? bold(inside) : inside;
  if (tagName === 'li') return `\n- ${marked.trim()}`;
  return PARAGRAPHS.has(tagName) ? `\n\n${marked}\n\n` : marked;
}

function writeLink(link: Element): string {
  const { href } = link.properties;
  const text = textOf(link).replaceAll(/\s+/g, ' ').trim();
  if (typeof href !== 'string' || !/^(?:https?:\/\/|mailto:)[^\s<>()]+$/i.test(href)) return text;
  return text === '' || text === href ? href : `[${text.replaceAll(/[[\]]/g, '')}](${href})`;
}

function bold(text: string): string {
  const words = text.trim();
  return words === '' || words.includes('\n') || words.includes('**')
    ? text
    : text.replace(words, () => `**${words}**`);
}
