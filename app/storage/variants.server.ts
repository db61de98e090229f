import { buffer } from 'node:stream/consumers';
import type { Reader } from '../db/db.server.ts';
import type { FileRow } from '../db/tables.ts';
import { NotFound, Rejected, TooLarge } from '../domain/errors.ts';
import { usefulWidths, type VariantWidth } from '../domain/files/variant-widths.ts';
import { findFile } from '../domain/files/stored-file.ts';
import { createChildEncoder } from './encode-in-child.ts';
import { encode, type SmallerCopy, type EncodeOrder, type VariantFormat, openImage } from './images.server.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { StorageFull, StorageUnavailable, type Storage } from './storage.server.ts';

export interface Variants {
  /** Never wider than the original, and upright. @throws NotFound for no image or no file; StorageUnavailable. */
  variant: (row: FileRow, width: VariantWidth, format: VariantFormat) => Promise<Buffer>;
  /** In what time the processor has left; returns when done, or at `close`. */
  prepare: (rows: FileRow[]) => Promise<void>;
  /** Ends preparing, but waits for what a visitor asked for. */
  close: () => Promise<void>;
}

/** Far more than a screen shows. A small file may hold them, at ten bytes of memory each. */
const MOST_UPLOADED_PIXELS = 100_000_000;

/** What nearly every browser asks for; the other format is made when one does. */
const PREPARED = 'avif';

type Encoder = (order: EncodeOrder) => Promise<SmallerCopy[]>;

/** Makes copies of an original, and keeps them beside it. */
function createMaker(storage: Storage, db: Reader) {
  async function make(
    row: FileRow,
    widths: VariantWidth[],
    format: VariantFormat,
    encoder: Encoder,
  ): Promise<Buffer[]> {
    const original = await buffer(await storage.read(`${row.path}/${row.name}`));
    const made: Buffer[] = [];
    for (const { width, content } of await encoder({ original, widths, format })) {
      made.push(Buffer.from(content));
      await keep(row, pathOf(row, width, format), content, format);
    }
    return made;
  }

  async function keep(row: FileRow, path: string, content: Uint8Array, format: VariantFormat): Promise<void> {
    try {
      await storage.put(path, content, { contentType: `image/${format}` });
    } catch (error) {
      // Without room to keep it, it can still be shown.
      if (!(error instanceof StorageFull)) throw error;
    }
    // What was removed meanwhile took its folder along, perhaps just before this was put there.
    if (await findFile(db, row.guid)) return;
    await storage.delete(path);
    throw noSuchImage(row);
  }

  return make;
}

export function createVariants(storage: Storage, db: Reader): Variants {
  const make = createMaker(storage, db);
  const asked = oneAtATime<Buffer[]>();
  const prepared = oneAtATime<void>();
  const child = createChildEncoder();
  let closed = false;

  async function prepareOne(row: FileRow): Promise<void> {
    const there = new Set<string>();
    for await (const path of storage.list(row.path)) there.add(path);
    const missing = usefulWidths(row.width ?? 0).filter((width) => !there.has(pathOf(row, width, PREPARED)));
    if (!closed && missing.length > 0) await make(row, missing, PREPARED, child.encode);
  }

  async function prepareAll(rows: FileRow[]): Promise<void> {
    for (const row of rows.filter(({ width }) => width !== null)) {
      if (closed) return;
      try {
        await prepareOne(row);
      } catch (error) {
        if (closed || (error instanceof NotFound && !(await findFile(db, row.guid)))) continue;
        console.error(`Smaller copies of ${row.path}/${row.name} were not made: ${String(error)}`);
        if (error instanceof StorageUnavailable) return;
      }
    }
  }

  return {
    async variant(row, width, format) {
      if (!row.width) throw noSuchImage(row);
      const useful = usefulWidths(row.width).findLast((one) => one <= width) ?? width;
      const path = pathOf(row, useful, format);
      const encoder: Encoder = (order) => encode(order).catch(() => Promise.reject(noSuchImage(row)));
      const found = await readStoredFile(storage, path);
      if (found) return found;
      const [made] = await asked.run(path, () => make(row, [useful], format, encoder));
      return made ?? Promise.reject(noSuchImage(row));
    },
    prepare: (rows) => prepared.run(crypto.randomUUID(), () => prepareAll(rows).finally(child.end)),
    async close() {
      closed = true;
      child.end();
      await Promise.all([asked.idle(), prepared.idle()]);
    },
  };
}

/** Upright, without metadata; rare formats become JPEG. @throws TooLarge and Rejected, which say what follows its name. */
export async function cleanOriginal(content: Buffer): Promise<Buffer> {
  // Nothing is decoded to know how large it is.
  const image = await openImage(content, { limitInputPixels: false });
  try {
    const { format, pages = 1, width, height } = await image.metadata();
    const frames = format === 'gif' || format === 'webp' ? pages : 1;
    if (width * height * frames > MOST_UPLOADED_PIXELS) throw tooManyPixels(frames);
    const staysAsItIs = format === 'gif' || format === 'png' || format === 'webp';
    if (!staysAsItIs && Math.max(width, height) > LONGEST_JPEG_SIDE) throw tooLongSide();
    if (format === 'gif') return await (await openImage(content, { animated: true })).gif().toBuffer();
    if (format === 'webp' && pages > 1) {
      return await (await openImage(content, { animated: true })).webp({ quality: 90 }).toBuffer();
    }
    const upright = (await openImage(content)).autoOrient();
    if (format === 'png') return await upright.png().toBuffer();
    if (format === 'webp') return await upright.webp({ quality: 90 }).toBuffer();
    return await upright.flatten({ background: 'white' }).jpeg({ quality: 90 }).toBuffer();
  } catch (error) {
    throw error instanceof TooLarge ? error : refusalFor(String(error));
  }
}

/** In pixels; its encoder takes no more. */
const LONGEST_JPEG_SIDE = 65_500;

function tooManyPixels(frames: number): TooLarge {
  const where = frames > 1 ? ` in its ${frames.toLocaleString('en')} frames` : '';
  return new TooLarge(`has more than 100 million pixels${where}. Save it smaller and upload that.`);
}

function tooLongSide(): TooLarge {
  const most = LONGEST_JPEG_SIDE.toLocaleString('en');
  return new TooLarge(`has a side of more than ${most} pixels. Save it smaller and upload that.`);
}

function refusalFor(said: string): Error {
  // The picture is not to blame.
  if (/out of memory/i.test(said)) return new Error(said);
  const why = /not configured|not supported|unsupported|unimplemented/i.test(said)
    ? 'is stored in a way that cannot be read here.'
    : 'cannot be read as an image: it may be damaged.';
  return new Rejected(`${why} Save it anew as JPEG or PNG and upload that.`);
}

function pathOf(row: FileRow, width: VariantWidth, format: VariantFormat): string {
  return `${row.path}/${width}.${format}`;
}

async function readStoredFile(storage: Storage, path: string): Promise<Buffer | undefined> {
  try {
    return await buffer(await storage.read(path));
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

function noSuchImage(row: FileRow): NotFound {
  return new NotFound(`There is no image ${row.path}/${row.name}`);
}
