import { PDFiumLibrary } from '@hyzyla/pdfium';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';

/** What the one code on a picture says. @throws where none can be read. */
export async function readCode(png: Uint8Array): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

export interface ReadPdf {
  pages: number;
  /** In points. */
  size: number[];
  text: string;
  /** What programs that read aloud are told: by paragraph, in the order it is read. */
  actualText: string[];
  /** By name; every one of them has to be in the file. */
  fonts: string[];
  embedded: number;
  /** PNG, as a printer of so many dots an inch makes it. */
  print: (dpi: number) => Promise<Buffer>;
}

/** Opened once: a second one in the same process breaks the first. */
let opened: Promise<PDFiumLibrary> | undefined;

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  opened ??= PDFiumLibrary.init();
  const document = await (await opened).loadDocument(bytes);
  try {
    const page = document.getPage(0);
    const source = Buffer.from(bytes).toString('latin1');
    return {
      pages: document.getPageCount(),
      size: (/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(source) ?? []).slice(1).map(Number),
      text: page.getText(),
      actualText: actualTextOf(source),
      fonts: [...new Set(Array.from(source.matchAll(/\/FontName \/\w+\+(\S+)/g), ([, name = '']) => name))],
      embedded: [...source.matchAll(/\/FontFile2 /g)].length,
      print: (dpi) => print(bytes, dpi),
    };
  } finally {
    document.destroy();
  }
}

/** Opened anew: a document whose page is drawn is closed. */
async function print(bytes: Uint8Array, dpi: number): Promise<Buffer> {
  opened ??= PDFiumLibrary.init();
  const document = await (await opened).loadDocument(bytes);
  try {
    const printed = await document.getPage(0).render({ scale: dpi / 72, render: 'bitmap' });
    const raw = { width: printed.width, height: printed.height, channels: 4 } as const;
    return await sharp(Buffer.from(printed.data), { raw }).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
  } finally {
    document.destroy();
  }
}

const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function actualTextOf(source: string): string[] {
  return Array.from(source.matchAll(/\/ActualText \(((?:[^()\\]|\\[^])*)\)/g), ([, text = '']) => {
    const bytes = Buffer.from(
      text.replaceAll(/\\([^])/g, (_, one: string) => ESCAPED[one] ?? one),
      'latin1',
    );
    const isWide = bytes[0] === 0xfe && bytes[1] === 0xff;
    return isWide ? bytes.subarray(2).swap16().toString('utf16le') : bytes.toString('latin1');
  });
}
