import { open, stat } from 'node:fs/promises';
import { isShownImage } from '../domain/uploads/image-types.ts';
import { contentTypeOf, HEAD_BYTES } from './content-type.ts';
import { openImage } from './sharp.server.ts';

/** Bytes; pixels as the image is shown. */
export interface FileDescription {
  contentType: string;
  size: number;
  /** null for everything but images that can be shown in other sizes. */
  width: number | null;
  height: number | null;
  /** A 16 px wide WebP as a data URI; null for an image with transparent parts, through which it would be seen. */
  blur: string | null;
}

/** By content; of `name` only the ending counts. A broken image is application/octet-stream. */
export async function describeFile(file: string | Buffer, name: string): Promise<FileDescription> {
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
