import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqliteDatabase, type TestDatabase } from '../../test/databases.ts';
import { animation, phonePicture, picture } from '../../test/pictures.ts';
import { storages, type TestStorage } from '../../test/storages.ts';
import type { FileRow } from '../db/tables.ts';
import { NotFound, Rejected, TooLarge } from '../domain/errors.ts';
import { recordFile } from '../../test/seed-file.ts';
import { describeFile } from './describe.server.ts';
import type { Storage } from './storage.server.ts';
import { cleanOriginal, createVariants, type Variants } from './variants.server.ts';

describe.each(storages)('variants in %s', (_, open) => {
  let opened: TestStorage;
  let database: TestDatabase;
  let variants: Variants;
  beforeAll(async () => {
    opened = await open();
    database = await sqliteDatabase();
    variants = createVariants(opened.storage, database.db);
  });
  afterAll(async () => {
    await variants.close();
    await database.close();
    await opened.close();
  });

  async function store(content: Buffer, name: string): Promise<FileRow> {
    const guid = randomUUID();
    const path = `2026/11/20/${guid}`;
    const { contentType, size, width, height, blur } = await describeFile(content, name);
    await opened.storage.put(`${path}/${name}`, content, { contentType, size });
    const row = { guid, path, name, content_type: contentType, size, width, height, blur, created_at: 0 };
    await recordFile(database.db, row);
    return row;
  }

  async function storedNames(row: FileRow): Promise<string[]> {
    const names: string[] = [];
    for await (const path of opened.storage.list(row.path)) names.push(path.slice(row.path.length + 1));
    return names.toSorted();
  }

  it.each([
    [640, 'avif', 'heif'],
    [1280, 'webp', 'webp'],
    [1920, 'webp', 'webp'],
  ] as const)('are %i pixels wide as %s', async (width, format, read) => {
    const row = await store(await picture(2400, 1600), 'poster.jpg');
    const made = await sharp(await variants.variant(row, width, format)).metadata();
    expect(made).toMatchObject({ width, height: Math.round((width / 3) * 2), format: read });
  });

  it('are stored beside the original, and read from there afterwards', async () => {
    const row = await store(await picture(800, 400), 'poster.jpg');
    const made = await variants.variant(row, 640, 'webp');
    expect(await storedNames(row)).toEqual(['640.webp', 'poster.jpg']);
    await opened.storage.delete(`${row.path}/poster.jpg`);
    expect((await variants.variant(row, 640, 'webp')).equals(made)).toBe(true);
  });

  it('are never wider than the original', async () => {
    const row = await store(await picture(700, 300), 'poster.jpg');
    const { width } = await sharp(await variants.variant(row, 1920, 'webp')).metadata();
    expect(width).toBe(700);
    expect(await storedNames(row)).toEqual(['800.webp', 'poster.jpg']);
  });

  it('stand upright and say nothing about the camera or the place', async () => {
    const row = await store(await phonePicture(800, 600), 'phone.jpg');
    const made = await variants.variant(row, 640, 'webp');
    const { width, height, exif, orientation } = await sharp(made).metadata();
    expect({ width, height, exif, orientation }).toEqual({
      width: 600,
      height: 800,
      exif: undefined,
      orientation: undefined,
    });
    expect(await colours(made)).toEqual({ top: 'red', bottom: 'blue' });
  });

  it('are made once, however many ask at the same moment', async () => {
    const row = await store(await picture(900, 600), 'poster.jpg');
    const made = await Promise.all(Array.from({ length: 5 }, () => variants.variant(row, 640, 'webp')));
    expect(new Set(made).size).toBe(1);
  });

  it('are prepared from an original that is read once', async () => {
    const row = await store(await picture(2400, 1600), 'poster.jpg');
    const read: string[] = [];
    const storage: Storage = {
      ...opened.storage,
      read: (path, range) => {
        read.push(path);
        return opened.storage.read(path, range);
      },
    };
    const counted = createVariants(storage, database.db);
    await counted.prepare([row]);
    await counted.close();
    expect(await storedNames(row)).toEqual([
      '1280.avif',
      '1920.avif',
      '400.avif',
      '640.avif',
      '800.avif',
      'poster.jpg',
    ]);
    expect(read).toEqual([`${row.path}/poster.jpg`]);
  });

  it('are prepared, all that are missing', async () => {
    const rows = [await store(await picture(300, 200), 'a.png'), await store(Buffer.from('%PDF-'), 'b.pdf')];
    await variants.prepare(rows);
    expect(await Promise.all(rows.map(storedNames))).toEqual([['400.avif', 'a.png'], ['b.pdf']]);
  });

  it('leave an original alone that is named like one of them', async () => {
    const content = await picture(900, 600, 'webp');
    const row = await store(content, '640.webp');
    await variants.variant(row, 640, 'webp');
    await variants.prepare([row]);
    expect((await buffer(await opened.storage.read(`${row.path}/640.webp`))).equals(content)).toBe(true);
  });

  it('do not exist for other files, and leave nothing behind when the file is removed meanwhile', async () => {
    await expect(variants.variant(await store(Buffer.from('%PDF-'), 'a.pdf'), 640, 'webp')).rejects.toThrow(NotFound);
    const row = await store(await picture(900, 600), 'poster.jpg');
    await database.db.write((tx) => tx.query.deleteFrom('files').where('guid', '=', row.guid).execute());
    await expect(variants.variant(row, 640, 'webp')).rejects.toThrow(NotFound);
    expect(await storedNames(row)).toEqual(['poster.jpg']);
  });

  it.each(['before', 'while'])('stop being prepared when closed %s', async (when) => {
    const row = await store(await picture(3000, 2000), 'a.png');
    const closing = createVariants(opened.storage, database.db);
    if (when === 'before') await closing.close();
    const preparing = closing.prepare([row]);
    await closing.close();
    await preparing;
    expect(await storedNames(row)).toEqual(['a.png']);
  });
});

describe('an uploaded original', () => {
  it('keeps no metadata and stands upright', async () => {
    const taken = await phonePicture(80, 60);
    expect(taken.includes('Secret Camera')).toBe(true);
    const cleaned = await cleanOriginal(taken);
    const { format, width, height, exif, orientation } = await sharp(cleaned).metadata();
    expect({ format, width, height, exif, orientation }).toEqual({ format: 'jpeg', width: 60, height: 80 });
    expect(cleaned.includes('Secret Camera')).toBe(false);
    expect(await colours(cleaned)).toEqual({ top: 'red', bottom: 'blue' });
  });

  it.each(['png', 'webp', 'tiff'] as const)('loses the comments of a %s', async (format) => {
    const told = sharp(await picture(40, 30, format)).withExif({ IFD0: { Artist: 'Secret Person' } });
    const uploaded = await told.withXmp('<x>Secret Person</x>').toFormat(format).toBuffer();
    expect(uploaded.includes('Secret Person')).toBe(true);
    const cleaned = await cleanOriginal(uploaded);
    const found = await sharp(cleaned).metadata();
    expect(found).toMatchObject({ format: format === 'tiff' ? 'jpeg' : format, width: 40, height: 30 });
    expect(cleaned.includes('Secret Person')).toBe(false);
  });

  it('loses the comment of a GIF', async () => {
    const comment = Buffer.from('\x21\xfe\x0dSecret Person\0\x3b', 'latin1');
    const told = Buffer.concat([(await picture(40, 30, 'gif')).subarray(0, -1), comment]);
    expect((await cleanOriginal(told)).includes('Secret Person')).toBe(false);
  });

  it('stays an animation', async () => {
    const cleaned = await cleanOriginal(await animation(30, 20));
    expect(await sharp(cleaned).metadata()).toMatchObject({ format: 'gif', pages: 2, width: 30, height: 20 });
  });

  it('is refused when a small file holds more pixels than memory should be given to', { tags: 'long' }, async () => {
    const huge = sharp({ create: { width: 10_001, height: 10_000, channels: 3, background: 'white' } });
    const small = await huge.png({ palette: true, colours: 2 }).toBuffer();
    expect(small.length).toBeLessThan(100_000);
    await expect(cleanOriginal(small)).rejects.toThrow(TooLarge);
  });

  it('is refused when it is no image', async () => {
    await expect(cleanOriginal(Buffer.from('%PDF-1.7'))).rejects.toThrow(Rejected);
    const cut = (await phonePicture(800, 600)).subarray(0, 2000);
    await expect(cleanOriginal(cut)).rejects.toThrow(Rejected);
  });
});

async function colours(image: Buffer): Promise<{ top: string; bottom: string }> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const at = (y: number) => {
    const pixel = (y * info.width + Math.floor(info.width / 2)) * info.channels;
    return (data[pixel] ?? 0) > (data[pixel + 2] ?? 0) ? 'red' : 'blue';
  };
  return { top: at(Math.floor(info.height / 4)), bottom: at(Math.floor((info.height * 3) / 4)) };
}
