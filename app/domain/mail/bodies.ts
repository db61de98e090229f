import { plainText } from '../plain-text.ts';
import { escapeHtml } from '../../html/escape.ts';
import { headerText } from './header-text.ts';

/** Its texts may hold anything: they are escaped when they are written. */
export type Block =
  | { paragraph: string }
  /** Text as somebody typed it, with its lines and paragraphs. */
  | { prose: string }
  | { link: string; url: string }
  /** The URL ends with the mail's secret. A mail has at most one. */
  | { link: string; url: string; endsInSecret: true }
  | { facts: [label: string, value: string][] }
  | { quote: string }
  /** Used as it is in each body; `html` is already safe. */
  | { text: string; html: string }
  /** Something that stands out, such as an event. What is empty is left out. */
  | { card: string; mark: string; url: string; lines: string[]; state: string; colour: string }
  | { small: string };

const MOST_FACT_CHARACTERS = 500;

export interface Bodies {
  text: string;
  html: string;
  /**
   * Where the mail's secret goes in each body, in UTF-16 units. It is noted while writing, so that nothing typed can
   * pass for it.
   */
  secretAt?: { text: number; html: number };
}

const HTML_START = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>:root { color-scheme: light dark; supported-color-schemes: light dark }</style></head>
<body style="margin: 0; padding: 24px; font: 16px/1.5 Helvetica, Arial, sans-serif">
<div style="max-width: 600px; word-wrap: break-word; overflow-wrap: anywhere">
`;
const HTML_END = `
</div>
</body></html>
`;

/** Sets no colours for text or ground: only the reader's mail program knows whether it is light or dark. */
export function writeBodies(blocks: Block[]): Bodies {
  const text = join(blocks, '', asText, '\n\n');
  const html = join(blocks, HTML_START, asHtml, '\n');
  const [inText, inHtml] = [text.secretAt, html.secretAt];
  return {
    text: `${text.whole}\n`,
    html: html.whole + HTML_END,
    ...(inText !== undefined && inHtml !== undefined && { secretAt: { text: inText, html: inHtml } }),
  };
}

/** The parts before and after a block's secret. */
type Halves = [string, string?];

function join(blocks: Block[], start: string, write: (block: Block) => Halves, between: string) {
  let whole = start;
  let secretAt: number | undefined;
  for (const [at, block] of blocks.entries()) {
    const [before, after = ''] = write(block);
    whole += (at > 0 ? between : '') + before;
    if ('endsInSecret' in block) secretAt = whole.length;
    whole += after;
  }
  return { whole, secretAt };
}

function asText(block: Block): Halves {
  if ('paragraph' in block) return [plainText(block.paragraph)];
  if ('prose' in block) return [lines(block.prose).join('\n').trim()];
  if ('link' in block) return [plainText(`${block.link}:\n${block.url}`)];
  if ('facts' in block) return [block.facts.map(([label, value]) => `${label}: ${factLine(value)}`).join('\n')];
  if ('quote' in block) {
    const quoted = lines(block.quote).map((line) => `> ${line}`.trimEnd());
    return [quoted.join('\n')];
  }
  if ('text' in block) return [lines(block.text).join('\n').trim()];
  if ('card' in block) return [cardText(block)];
  // The mark by which mail programs recognise a signature.
  return [`-- \n${plainText(block.small)}`];
}

function asHtml(block: Block): Halves {
  if ('paragraph' in block) return [`<p>${html(block.paragraph)}</p>`];
  if ('prose' in block) return [proseHtml(block.prose)];
  if ('link' in block) return [`<p><a href="${html(block.url)}`, `">${html(block.link)}</a></p>`];
  if ('facts' in block) return [`<p>${block.facts.map(asFact).join('<br>\n')}</p>`];
  if ('quote' in block) return [`<blockquote>${lines(block.quote).map(escapeHtml).join('<br>\n')}</blockquote>`];
  if ('text' in block) return [block.html];
  if ('card' in block) return [cardHtml(block)];
  return [`<p style="font-size: 14px; opacity: 0.8">${html(block.small)}</p>`];
}

type Card = Extract<Block, { card: string }>;

function cardText({ card, mark, url, lines: about, state }: Card): string {
  const title = `${factLine(card)}${mark && ` (${mark})`}`;
  return [title, ...about.map(factLine), factLine(state), url].filter(Boolean).join('\n');
}

/** Sets no colours for text or ground, because dark mail programs change those as they like. */
function cardHtml({ card, mark, url, lines: about, state, colour }: Card): string {
  const marked = mark && ` <span style="${MARK}">${html(mark)}</span>`;
  const facts = about.filter(Boolean).map(bidiLine);
  if (state) facts.push(`<strong>${bidiLine(state)}</strong>`);
  return `<div style="margin: 24px 0; padding: 2px 0 2px 16px; border-left: 6px solid ${html(colour)}">
<h2 style="margin: 0; font-size: 20px; line-height: 1.3"><a href="${html(url)}">${bidiLine(card)}</a>${marked}</h2>
<p style="margin: 0">${facts.join('<br>\n')}</p>
</div>`;
}

const MARK = 'padding: 0 5px; border: 1px solid; border-radius: 3px; font-size: 13px; white-space: nowrap;';

function bidiLine(text: string): string {
  return `<bdi>${html(factLine(text))}</bdi>`;
}

function proseHtml(text: string): string {
  const paragraphs = lines(text)
    .join('\n')
    .trim()
    .split(/\n\s*\n/);
  return paragraphs.map((one) => `<p dir="auto">${escapeHtml(one).replaceAll('\n', '<br>\n')}</p>`).join('\n');
}

function asFact([label, value]: [string, string]): string {
  return `<strong>${html(label)}:</strong> ${bidiLine(value)}`;
}

function factLine(value: string): string {
  return headerText(value, MOST_FACT_CHARACTERS);
}

function lines(text: string): string[] {
  return plainText(text).split(/\r\n|\r|\n/);
}

function html(text: string): string {
  return escapeHtml(plainText(text));
}
