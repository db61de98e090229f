import { buffer } from 'node:stream/consumers';
import { loadSharp } from '../../load-package.ts';
import { fitPicture } from '../fit-picture.ts';
import { rect } from '../svg.ts';
import type { KitContent } from './kit.ts';
import type { Box, Code, Sheet, TextBlock } from './lay-out.ts';
import { drawParagraph, printable, startOf } from '../paragraph.ts';

/** Draws a PNG with `scale` pixels for each of the sheet's units. */
export async function drawPng(sheet: Sheet, scale = 1): Promise<Buffer> {
  const sharp = loadSharp();
  const { width, height, forms, picture, ground, fills, blocks, code } = sheet;
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const { content, box } = picture;
  const drawn = [...forms, ...('svg' in content ? [{ svg: content.svg, box }] : [])];
  const svg = (inside: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`,
    );
  const text = [
    ...fills.map(({ box: at, colour }) => rect(at.x, at.y, at.width, at.height, colour)),
    ...blocks.map((block) => drawParagraph(block.set, block.colour, block.box.x, block.box.y, rightOf(block))),
    `<path shape-rendering="crispEdges" fill="${code.dark}" d="${codePath(code)}"/>`,
  ];
  const under = svg(rect(0, 0, width, height, ground) + drawn.map((one) => nested(one.svg, one.box)).join(''));
  const above = { input: svg(text.join('')), left: 0, top: 0 };
  const own = 'bytes' in content ? await ownPicture(content, box, scale) : [];
  return sharp(under)
    .composite([...own, above])
    .removeAlpha()
    .png({ compressionLevel: 8 })
    .toBuffer();
}

async function ownPicture({ bytes, ground }: { bytes: Uint8Array; ground: string }, box: Box, scale: number) {
  const size = { width: Math.round(box.width * scale), height: Math.round(box.height * scale) };
  return [
    { input: await fitPicture(bytes, size, ground), left: Math.round(box.x * scale), top: Math.round(box.y * scale) },
  ];
}

function nested(svg: string, { x, y, width, height }: Box): string {
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}">${svg}</svg>`;
}

/** The edge at which lines end; undefined if they begin at the left. */
function rightOf({ box, fromRight }: TextBlock): number | undefined {
  return fromRight ? box.x + box.width : undefined;
}

function codePath({ box, modules }: Code): string {
  const size = box.width / modules.length;
  return darkRows(modules)
    .map(({ row, from, to }) => {
      const [x, y, width] = [box.x + from * size, box.y + row * size, (to - from) * size];
      return `M${number(x)} ${number(y)}h${number(width)}v${number(size)}h${number(-width)}z`;
    })
    .join('');
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** Joins dark modules that stand beside each other. */
function darkRows(modules: boolean[][]): { row: number; from: number; to: number }[] {
  return modules.flatMap((cells, row) => {
    const found: { row: number; from: number; to: number }[] = [];
    for (const [at, isDark] of cells.entries()) {
      const last = found.at(-1);
      if (isDark && last?.to === at) last.to++;
      else if (isDark) found.push({ row, from: at, to: at + 1 });
    }
    return found;
  });
}

/** Dots per inch of print; nobody sees more, and the file would be large. */
const PRINTED_DPI = 220;

/** Draws one page, which embeds the letters that it uses. */
export async function drawPdf(sheet: Sheet, content: KitContent, language: string): Promise<Buffer> {
  const { width, height, forms, picture, ground, fills, blocks, code } = sheet;
  const { default: PdfDocument } = await import('pdfkit');
  const pdf = new PdfDocument({
    size: [width, height],
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language,
    info: { Title: printable(content.title), Author: printable(content.clubName) },
  });
  const whole = buffer(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const shown = [...forms.map(({ box, svg }) => ({ box, content: { svg } })), picture];
  const images = await Promise.all(shown.map(async (one) => ({ box: one.box, image: await printedPicture(one) })));
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.rect(0, 0, width, height).fill(ground);
  for (const { box, image } of images) pdf.image(image, box.x, box.y, { width: box.width, height: box.height });
  for (const fill of fills) pdf.rect(fill.box.x, fill.box.y, fill.box.width, fill.box.height).fill(fill.colour);
  pdf.endMarkedContent();
  for (const block of blocks) {
    const kind = block.kind === 'title' ? 'H1' : 'P';
    root.add(pdf.struct(kind, { actual: block.set.text }, () => writeText(pdf, block)));
  }
  const qrCodePicture = () => {
    pdf.path(codePath(code)).fill(code.dark);
  };
  root.add(pdf.struct('Figure', { alt: `QR code: ${content.address}` }, qrCodePicture));
  root.end();
  pdf.end();
  return whole;
}

/** Drawn forms stay crisp as PNG, but photographs would take many megabytes. */
async function printedPicture({ box, content }: Sheet['picture']): Promise<Buffer> {
  const sharp = loadSharp();
  const scale = PRINTED_DPI / 72;
  const pixels = { width: Math.round(box.width * scale), height: Math.round(box.height * scale) };
  if ('bytes' in content) {
    const fitted = await fitPicture(content.bytes, pixels, content.ground);
    return sharp(fitted).jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer();
  }
  const size = `width="${pixels.width}" height="${pixels.height}" viewBox="0 0 ${box.width} ${box.height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content.svg}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

function writeText(pdf: PDFKit.PDFDocument, block: TextBlock): void {
  const { set, box, colour } = block;
  pdf.fillColor(colour);
  for (const [index, line] of set.lines.entries()) {
    const left = startOf(line, set, box.x, rightOf(block));
    const y = box.y + (set.baselines[index] ?? 0);
    // Drawn letters may be joined and reversed, so this is the text that people find and copy.
    for (const { text, face, x } of line.runs) {
      pdf.registerFont(face.name, face.bytes);
      pdf.font(face.name).fontSize(set.size * face.scale);
      pdf.text(text, left + x * set.size, y, {
        lineBreak: false,
        baseline: 'alphabetic',
        features: [],
        characterSpacing: face.tracking * set.size,
      });
    }
  }
}
