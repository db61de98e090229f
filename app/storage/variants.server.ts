import { buffer } from 'node:stream/consumers';
import type { Reader } from '../db/db.server.ts';
import type { FileRow } from '../db/tables.ts';
import { NotFound, Rejected } from '../domain/errors.ts';
import { usefulWidths, type VARIANT_WIDTHS } from '../domain/uploads/images.ts';
import { findFile } from '../domain/uploads/record-file.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { openImage } from './sharp.server.ts';
import { StorageFull, StorageUnavailable } from './storage-errors.ts';
import type { Storage } from './storage.server.ts';

export type VariantWidth = (typeof VARIANT_WIDTHS)[number];
export type VariantFormat = 'avif' | 'webp';

/** Smaller copies of stored images, made when first asked for and kept beside the original. */
export interface Variants {
  /**
   * The image of `row` at most `width` pixels wide, never wider than the original, as shown (its rotation applied).
   * @throws NotFound for what is not an image, and when its file is gone; StorageUnavailable.
   */
  variant: (row: FileRow, width: VariantWidth, format: VariantFormat) => Promise<Buffer>;
  /** Makes the AVIFs that are missing for `rows`, whenever nobody waits for another; returns when done, or at `close`. */
  prepare: (rows: FileRow[]) => Promise<void>;
  /** Ends preparing and waits for what is being made. */
  close: () => Promise<void>;
}

/** What nearly every browser asks for; the other format is made when one does. */
const PREPARED = 'avif';

export function createVariants(storage: Storage, db: Reader): Variants {
  const queue = oneAtATime<Buffer>();
  let closed = false;

  function make(row: FileRow, width: VariantWidth, format: VariantFormat, urgent: boolean): Promise<Buffer> {
    const path = pathOf(row, width, format);
    return queue.run(path, urgent, async () => {
      const original = await buffer(await storage.read(`${row.path}/${row.name}`));
      const content = await encode(original, width, format).catch(() => {
        throw gone(row);
      });
      try {
        await storage.put(path, content, { contentType: `image/${format}` });
      } catch (error) {
        // Without room to keep it, it can still be shown.
        if (!(error instanceof StorageFull)) throw error;
      }
      // Whatever was removed meanwhile took its folder along, perhaps just before this was put there.
      if (await findFile(db, row.guid)) return content;
      await storage.delete(path);
      throw gone(row);
    });
  }

  async function prepareOne(row: FileRow): Promise<void> {
    const there = new Set<string>();
    for await (const path of storage.list(row.path)) there.add(path);
    for (const width of usefulWidths(row.width ?? 0)) {
      if (!closed && !there.has(pathOf(row, width, PREPARED))) await make(row, width, PREPARED, false);
    }
  }

  return {
    async variant(row, width, format) {
      if (!row.width) throw gone(row);
      const useful = usefulWidths(row.width).findLast((one) => one <= width) ?? width;
      return (await stored(storage, pathOf(row, useful, format))) ?? make(row, useful, format, true);
    },
    async prepare(rows) {
      for (const row of rows.filter(({ width }) => width !== null)) {
        if (closed) return;
        try {
          await prepareOne(row);
        } catch (error) {
          // Removed again while this was waiting.
          if (error instanceof NotFound && !(await findFile(db, row.guid))) continue;
          console.error(`Smaller copies of ${row.path}/${row.name} were not made: ${String(error)}`);
          if (error instanceof StorageUnavailable) return;
        }
      }
    },
    async close() {
      closed = true;
      await queue.idle();
    },
  };
}

/**
 * An uploaded image without metadata (place, camera, times), turned upright: JPEG, PNG, WebP and GIF stay what they
 * are, an animation included; other formats become JPEG.
 * @throws Rejected when it cannot be read as an image.
 */
export async function cleanOriginal(content: Buffer): Promise<Buffer> {
  try {
    const { format, pages = 1 } = await (await openImage(content)).metadata();
    if (format === 'gif') return await (await openImage(content, { animated: true })).gif().toBuffer();
    if (format === 'webp' && pages > 1) {
      return await (await openImage(content, { animated: true })).webp({ quality: 90 }).toBuffer();
    }
    const upright = (await openImage(content)).autoOrient();
    if (format === 'png') return await upright.png().toBuffer();
    if (format === 'webp') return await upright.webp({ quality: 90 }).toBuffer();
    return await upright.flatten({ background: 'white' }).jpeg({ quality: 90 }).toBuffer();
  } catch {
    throw new Rejected('This file cannot be read as an image.');
  }
}

function pathOf(row: FileRow, width: VariantWidth, format: VariantFormat): string {
  return `${row.path}/${width}.${format}`;
}

async function stored(storage: Storage, path: string): Promise<Buffer | undefined> {
  try {
    return await buffer(await storage.read(path));
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** One step more costs twice the time for two hundredths of the bytes. */
const AVIF = { quality: 50, effort: 2 };

async function encode(original: Buffer, width: VariantWidth, format: VariantFormat): Promise<Buffer> {
  const sized = (await openImage(original)).autoOrient().resize({ width, withoutEnlargement: true });
  const encoded = format === 'avif' ? sized.avif(AVIF) : sized.webp({ quality: 72 });
  return encoded.toBuffer();
}

function gone(row: FileRow): NotFound {
  return new NotFound(`There is no image ${row.path}/${row.name}`);
}
