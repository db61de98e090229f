import { plainText } from '../plain-text.ts';
import { escapeHtml } from '../../html/escape.ts';
import { headerText } from './header-text.ts';

/** Its texts may hold anything: they are made safe when they are written. */
export type Block =
  | { paragraph: string }
  /** As somebody typed it: its lines and paragraphs are kept. */
  | { prose: string }
  | { link: string; url: string }
  | { facts: [label: string, value: string][] }
  | { quote: string }
  | { small: string };

const MOST_FACT_CHARACTERS = 500;

/** No colours: the reader's mail program knows whether it is light or dark. */
export function writeBodies(blocks: Block[]): { text: string; html: string } {
  const content = blocks.map(asHtml).join('\n');
  return {
    text: `${blocks.map(asText).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>:root { color-scheme: light dark; supported-color-schemes: light dark }</style></head>
<body style="margin: 0; padding: 24px; font: 16px/1.5 sans-serif">
<div style="max-width: 600px; overflow-wrap: anywhere">
${content}
</div>
</body></html>
`,
  };
}

function asText(block: Block): string {
  if ('paragraph' in block) return plainText(block.paragraph);
  if ('prose' in block) return lines(block.prose).join('\n').trim();
  if ('link' in block) return plainText(`${block.link}:\n${block.url}`);
  if ('facts' in block) return block.facts.map(([label, value]) => `${label}: ${factLine(value)}`).join('\n');
  if ('quote' in block)
    return lines(block.quote)
      .map((line) => `> ${line}`.trimEnd())
      .join('\n');
  // The mark by which mail programs know a signature.
  return `-- \n${plainText(block.small)}`;
}

function asHtml(block: Block): string {
  if ('paragraph' in block) return `<p>${html(block.paragraph)}</p>`;
  if ('prose' in block) return proseHtml(block.prose);
  if ('link' in block) return `<p><a href="${html(block.url)}">${html(block.link)}</a></p>`;
  if ('facts' in block) return `<p>${block.facts.map(asFact).join('<br>\n')}</p>`;
  if ('quote' in block) return `<blockquote>${lines(block.quote).map(escapeHtml).join('<br>\n')}</blockquote>`;
  return `<p style="font-size: 14px; opacity: 0.8">${html(block.small)}</p>`;
}

function proseHtml(text: string): string {
  const paragraphs = lines(text)
    .join('\n')
    .trim()
    .split(/\n\s*\n/);
  return paragraphs.map((one) => `<p dir="auto">${escapeHtml(one).replaceAll('\n', '<br>\n')}</p>`).join('\n');
}

function asFact([label, value]: [string, string]): string {
  return `<strong>${html(label)}:</strong> <bdi>${html(factLine(value))}</bdi>`;
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
