import { open, stat } from 'node:fs/promises';
import { isShownImage } from '../domain/files/image-types.ts';
import { own } from '../domain/own.ts';
import { openImage } from './images.server.ts';

/**
 * By content; of `name` only the ending counts. A broken image is application/octet-stream. Pixels are as the image is shown,
 * null for everything but images that can be shown in other sizes.
 */
export async function describeFile(file: string | Buffer, name: string) {
  const size = typeof file === 'string' ? (await stat(file)).size : file.length;
  const contentType = contentTypeOf(await headOf(file), name);
  const plain = { contentType, size, width: null, height: null, blur: null };
  if (!isShownImage(contentType)) return plain;
  try {
    const { autoOrient } = await (await openImage(file)).metadata();
    return { ...plain, width: autoOrient.width, height: autoOrient.height, blur: await blurOf(file) };
  } catch {
    return { ...plain, contentType: 'application/octet-stream' };
  }
}

async function headOf(file: string | Buffer): Promise<Buffer> {
  if (typeof file !== 'string') return file.subarray(0, HEAD_BYTES);
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function blurOf(file: string | Buffer): Promise<string | null> {
  const image = await openImage(file);
  const tiny = image.autoOrient().resize({ width: 16, height: 64, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await tiny.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (data.some((value, at) => at % channels === channels - 1 && value < 255)) return null;
  const placeholder = await openImage(data, { raw: { width, height, channels } });
  const webp = await placeholder.removeAlpha().webp({ quality: 50 }).toBuffer();
  return `data:image/webp;base64,${webp.toString('base64')}`;
}

/** One character per byte. */
const SIGNATURES: [at: number, bytes: string, type: string][] = [
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, 'GIF87a', 'image/gif'],
  [0, 'GIF89a', 'image/gif'],
  [8, 'WEBP', 'image/webp'],
  [0, 'II*\0', 'image/tiff'],
  [0, 'MM\0*', 'image/tiff'],
  [4, 'ftypavi', 'image/avif'],
  [4, 'ftyphei', 'image/heic'],
  [4, 'ftyphev', 'image/heic'],
  [4, 'ftypmif1', 'image/heic'],
  [4, 'ftypqt', 'video/quicktime'],
  [4, 'ftyp', 'video/mp4'],
  [0, '\x1aE\xdf\xa3', 'video/webm'],
  [8, 'WAVE', 'audio/wav'],
  [0, 'ID3', 'audio/mpeg'],
  [0, 'OggS', 'audio/ogg'],
  [0, '%PDF-', 'application/pdf'],
  [0, 'PK\x03\x04', 'application/zip'],
  [0, '\x1f\x8b', 'application/gzip'],
  [0, "7z\xbc\xaf'\x1c", 'application/x-7z-compressed'],
  [0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-ole-storage'],
];

/** Formats inside others: the ending of the name decides. */
const INSIDE: Record<string, Record<string, string>> = {
  'application/zip': {
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    odt: 'application/vnd.oasis.opendocument.text',
    odp: 'application/vnd.oasis.opendocument.presentation',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    epub: 'application/epub+zip',
  },
  'application/x-ole-storage': {
    doc: 'application/msword',
    ppt: 'application/vnd.ms-powerpoint',
    xls: 'application/vnd.ms-excel',
  },
  'text/plain; charset=utf-8': {
    csv: 'text/csv; charset=utf-8',
    md: 'text/markdown; charset=utf-8',
    ics: 'text/calendar; charset=utf-8',
    json: 'application/json',
  },
};

export const HEAD_BYTES = 4096;

/** The name decides only between formats that look alike. HTML counts as plain text; the unknown is application/octet-stream. */
export function contentTypeOf(head: Buffer, name: string): string {
  const text = head.toString('latin1');
  const signature = SIGNATURES.find(([at, bytes]) => text.startsWith(bytes, at));
  const type = avifTypeOf(head, text) ?? signature?.[2] ?? textTypeOf(head) ?? 'application/octet-stream';
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return own(INSIDE[type] ?? {}, ending) ?? type;
}

/** A picture that calls itself by the name of AVIF's and HEIC's family says further on of which kind it is. */
function avifTypeOf(head: Buffer, text: string): string | undefined {
  if (!text.startsWith('ftypmif1', 4)) return undefined;
  return text.slice(16, head.readUInt32BE(0)).match(/.{4}/gs)?.includes('avif') ? 'image/avif' : undefined;
}

function textTypeOf(head: Buffer): string | undefined {
  const text = decoded(head);
  if (text === undefined || head.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return undefined;
  return /^\s*<(\?xml|!--|!doctype svg|svg)/i.test(text) && /<svg[\s>]/i.test(text)
    ? 'image/svg+xml'
    : 'text/plain; charset=utf-8';
}

function decoded(head: Buffer): string | undefined {
  try {
    // A character cut in two at the end is no fault.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}
