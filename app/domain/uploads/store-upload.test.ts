import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { admin, member } from '../../../test/actors.ts';
import { databases, type TestDatabase } from '../../../test/databases.ts';
import { animation, hugePng, picture } from '../../../test/pictures.ts';
import { folderStorage, type TestStorage } from '../../../test/storages.ts';
import { contentTypeOf, HEAD_BYTES, describeFile } from '../../storage/describe.server.ts';
import { redrawLogo } from '../../storage/logo.server.ts';
import { cleanOriginal } from '../../storage/variants.server.ts';
import { NotAllowed } from '../errors.ts';
import { eraseDueFiles } from './erase-files.ts';
import { storeUpload, type Upload, type UploadStore, labelName } from './store-upload.ts';
import fc from 'fast-check';
import sharp from 'sharp';

const LIMITS = { maxImageBytes: 1_000_000, maxFileBytes: 1_000_000 };
const QUARTER_HOUR_MS = 15 * 60_000;

describe.each(databases)('an upload on %s', (_, open) => {
  let site: TestDatabase;
  let place: TestStorage;
  let store: UploadStore;
  beforeEach(async () => {
    [site, place] = await Promise.all([open(), folderStorage()]);
    const { uid, email } = admin;
    const user = { uid, email, verified_email: email, admin: 1, extra: null, created_at: 1 };
    await site.db.write(({ query }) => query.insertInto('users').values(user).execute());
    const { put, deleteAll } = place.storage;
    store = {
      put,
      deleteAll,
      typeOf: contentTypeOf,
      headBytes: HEAD_BYTES,
      clean: cleanOriginal,
      redrawLogo,
      describe: describeFile,
    };
  });
  afterEach(() => Promise.all([site.close(), place.close()]));

  const upload = (given: Partial<Upload> = {}): Upload => ({
    guid: randomUUID(),
    name: 'notes.txt',
    wanted: 'any',
    length: undefined,
    body: bodyOf('hello'),
    ...given,
  });
  const send = (given?: Partial<Upload>) => storeUpload(site.db, admin, { store, limits: LIMITS }, upload(given));
  const noted = () => site.db.query.selectFrom('file_deletions').selectAll().execute();
  const rows = () => site.db.query.selectFrom('files').selectAll().execute();
  async function paths(): Promise<string[]> {
    const found: string[] = [];
    for await (const path of place.storage.list('')) found.push(path);
    return found;
  }

  test('is for admins only', async () => {
    for (const actor of [null, member]) {
      await expect(storeUpload(site.db, actor, { store, limits: LIMITS }, upload())).rejects.toThrow(NotAllowed);
    }
    expect(await paths()).toEqual([]);
  });

  test('of somebody who loses their role before it is whole leaves nothing', async () => {
    const losing = async function* () {
      yield Buffer.from('hel');
      await site.db.write(({ query }) => query.updateTable('users').set({ admin: 0 }).execute());
      yield Buffer.from('lo');
    };
    await expect(send({ body: losing() })).rejects.toThrow(NotAllowed);
    expect([await paths(), await rows(), await noted()]).toEqual([[], [], []]);
  });

  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'white' }, limitInputPixels: false });
  const wide = () => plain(66_000, 100).tiff({ compression: 'lzw' }).toBuffer();
  /** Uncompressed, but it says that it is compressed in a way that is hardly used. */
  const oddTiff = async () => {
    const file = await plain(20, 20).tiff({ compression: 'none' }).toBuffer();
    const at = file.readUInt32LE(4);
    for (let entry = 0; entry < file.readUInt16LE(at); entry++) {
      const tag = at + 2 + 12 * entry;
      if (file.readUInt16LE(tag) === 259) file.writeUInt16LE(34_925, tag + 8);
    }
    return file;
  };
  /** Two small frames that say they are large. */
  const flicker = async () => {
    const file = (await animation(20, 20)).toString('latin1');
    return Buffer.from(file.replaceAll('\x14\0\x14\0', '\x40\x1f\x40\x1f'), 'latin1');
  };
  const heif = (brand: string, ...also: string[]) => {
    const brands = Buffer.from(`ftyp${brand}\0\0\0\0${also.join('')}`, 'latin1');
    return Buffer.concat([Buffer.from([0, 0, 0, brands.length + 4]), brands, Buffer.alloc(20)]);
  };

  test.each([
    ['of 289 million pixels', 'm.png', async () => hugePng(17_000), 'has more than 100 million pixels'],
    ['of 102 million', 'm.png', async () => hugePng(10_100), 'has more than 100 million pixels'],
    ['with a side as long as no JPEG may have', 'a.tif', wide, 'has a side of more than 65,500 pixels'],
    ['whose frames are too many', 'a.gif', flicker, 'has more than 100 million pixels in its 2 frames'],
    ['compressed in an odd way', 'a.tiff', oddTiff, 'stored in a way that cannot be read here'],
    ['cut off', 'a.jpg', async () => (await picture(300, 300)).subarray(0, 700), 'may be damaged'],
    ['of a phone', 'a.heic', async () => heif('heic', 'mif1', 'heic'), 'is a HEIC picture'],
    ['of a phone, by its other name', 'a.avif', async () => heif('mif1', 'mif1', 'heic'), 'is a HEIC picture'],
    ['that calls itself by its family', 'a.avif', async () => heif('mif1', 'mif1', 'avif'), 'may be damaged'],
  ])('of a picture %s is refused for that reason', async (_what, name, content, reason) => {
    const refused = send({ name, body: bodyOf(await content()) });
    await expect(refused).rejects.toThrow(`‘${name}’`);
    await expect(refused).rejects.toThrow(reason);
    expect([await paths(), await rows(), await noted()]).toEqual([[], [], []]);
  });

  test('is whole: content, row and nothing left to erase', async () => {
    const row = await send();
    expect(await paths()).toEqual([`${row.path}/notes.txt`]);
    expect(await rows()).toEqual([{ ...row, unused_since: null }]);
    expect(await noted()).toEqual([]);
  });

  test('that a crash ends after its content was stored is erased within the hour', async () => {
    // What comes after a crash never runs: here it waits for ever.
    const stored = Promise.withResolvers<void>();
    const put = store.put;
    store.put = async (...given) => {
      await put(...given);
      stored.resolve();
      await new Promise(() => undefined);
    };
    const sent = send();
    await Promise.race([stored.promise, sent]);
    expect(await paths()).toHaveLength(1);
    expect(await rows()).toEqual([]);
    expect(await eraseDueFiles(site.db, store.deleteAll, Date.now())).toBe(0);
    expect(await eraseDueFiles(site.db, store.deleteAll, Date.now() + QUARTER_HOUR_MS)).toBe(1);
    expect(await paths()).toEqual([]);
  });

  test('whose content cannot be stored leaves nothing', async () => {
    store.put = async () => {
      throw new Error('The disk is on fire');
    };
    await expect(send()).rejects.toThrow('on fire');
    expect(await rows()).toEqual([]);
    expect(await noted()).toEqual([]);
  });

  test('whose sender goes away leaves nothing', async () => {
    const body = bodyOf('half of it', new Error('gone'));
    await expect(send({ body })).rejects.toThrow('did not arrive completely');
    expect(await paths()).toEqual([]);
    expect(await noted()).toEqual([]);
  });

  test('with one id comes once, even when sent twice at the same moment', async () => {
    const guid = randomUUID();
    const sent = await Promise.allSettled([send({ guid }), send({ guid })]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await paths()).toHaveLength(1);
    await expect(send({ guid })).rejects.toThrow('used before');
    expect(await rows()).toHaveLength(1);
  });
});

async function* bodyOf(text: string | Uint8Array, failure?: Error): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
  if (failure) throw failure;
}

test.each([
  ['poster.png', 'poster.png'],
  ['Résumé – été.pdf', 'Résumé – été.pdf'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['C:\\Users\\ada\\cat.jpg', 'C:-Users-ada-cat.jpg'],
  ['.htaccess', 'htaccess'],
  ['a\u0000b\nc.txt', 'abc.txt'],
  ['gnp\u202e.exe', 'gnp.exe'],
  ['\u061ca\u200eb\u200f\u2067c.txt', 'abc.txt'],
  ['  spaced.md  ', 'spaced.md'],
  ['640.webp', 'image-640.webp'],
  ['...', 'file'],
  ['', 'file'],
])('%j becomes %j', (given, name) => {
  expect(labelName(given)).toBe(name);
});

test('a long name keeps its ending', () => {
  expect(labelName(`${'a'.repeat(500)}.pdf`)).toBe(`${'a'.repeat(196)}.pdf`);
  expect(labelName(`${'😀'.repeat(150)}.pdf`)).toMatch(/^(😀)+\.pdf$/u);
});

test('whatever is given, the name is one part of a path that a folder takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = labelName(given);
      expect(name).not.toMatch(/^\.|[/\\\p{Cc}]/u);
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(200);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name.isWellFormed()).toBe(true);
    }),
  );
});
