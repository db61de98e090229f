import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketStorage, folderStorage, storages, temporaryFolder, type TestStorage } from '../../test/storages.ts';
import { NotFound, Rejected } from '../domain/errors.ts';
import { type Storage } from './storage.server.ts';
import { openStorage } from './open-storage.server.ts';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const binary = { contentType: 'application/octet-stream' };

describe.each(storages)('stored in %s', (_, open) => {
  let opened: TestStorage;
  beforeAll(async () => (opened = await open()));
  afterAll(() => opened.close());

  const contentOf = async (path: string) => buffer(await opened.storage.read(path));
  const pathsBelow = async (prefix: string) => (await listed(opened.storage, prefix)).toSorted();

  it('gives back a buffer byte for byte', async () => {
    const content = randomBytes(70_001);
    await opened.storage.put(`2026/1/1/${GUID}/a.bin`, content, binary);
    expect((await contentOf(`2026/1/1/${GUID}/a.bin`)).equals(content)).toBe(true);
  });

  it.each([0, 1, 300_000, 5_000_001])('gives back a stream of %i bytes byte for byte', async (size) => {
    const content = randomBytes(size);
    const path = `2026/1/2/${GUID}/${size}.bin`;
    await opened.storage.put(path, streamOf(content), { ...binary, size });
    expect((await contentOf(path)).equals(content)).toBe(true);
  });

  it('takes a stream whose size nobody knows', async () => {
    await opened.storage.put('2026/1/3/x/a.txt', streamOf(Buffer.from('hello')), binary);
    expect(String(await contentOf('2026/1/3/x/a.txt'))).toBe('hello');
  });

  it('replaces what was there', async () => {
    await opened.storage.put('2026/1/3/x/b.txt', Buffer.from('before'), binary);
    await opened.storage.put('2026/1/3/x/b.txt', Buffer.from('now'), binary);
    expect(String(await contentOf('2026/1/3/x/b.txt'))).toBe('now');
  });

  it('reads a range, both ends included', async () => {
    await opened.storage.put('2026/1/3/x/c.txt', Buffer.from('0123456789'), binary);
    const part = await opened.storage.read('2026/1/3/x/c.txt', { start: 2, end: 4 });
    expect(String(await buffer(part))).toBe('234');
  });

  it.each([
    [0, 0],
    [262_143, 262_144],
    [100_000, 799_999],
    [524_288, 999_999],
  ])('reads a range of a long file, from %i to %i', async (start, end) => {
    const content = randomBytes(1_000_000);
    await opened.storage.put('2026/1/3/x/long.bin', content, binary);
    const part = await buffer(await opened.storage.read('2026/1/3/x/long.bin', { start, end }));
    expect(part.equals(content.subarray(start, end + 1))).toBe(true);
  });

  it.each(['Résumé – été.pdf', 'two  spaces.png', '100% & more?#.txt', "O'Neil (1)+[2].pdf", '写真.jpg', '!.x', '😀'])(
    'keeps the name %s',
    async (name) => {
      const path = `2026/2/1/${GUID}/${name}`;
      await opened.storage.put(path, Buffer.from(name), binary);
      expect(String(await contentOf(path))).toBe(name);
      expect(await pathsBelow(`2026/2/1/${GUID}`)).toContain(path);
      await opened.storage.delete(path);
      expect(await opened.storage.exists(path)).toBe(false);
    },
  );

  it('deletes a folder and leaves the one whose name begins alike', async () => {
    for (const path of ['2026/3/1/a/x', '2026/3/1/a/640.webp', '2026/3/1/ab/x', '2026/3/10/a/x']) {
      await opened.storage.put(path, Buffer.from('x'), binary);
    }
    await opened.storage.deleteAll('2026/3/1/a');
    expect(await pathsBelow('2026/3')).toEqual(['2026/3/1/ab/x', '2026/3/10/a/x']);
    await opened.storage.deleteAll('2026/3/1');
    expect(await pathsBelow('2026/3')).toEqual(['2026/3/10/a/x']);
    expect(await pathsBelow('')).toContain('2026/3/10/a/x');
  });

  it('says that a file is missing', async () => {
    const path = '2026/4/1/none/x.png';
    await expect(opened.storage.read(path)).rejects.toThrow(NotFound);
    expect(await opened.storage.exists(path)).toBe(false);
    await opened.storage.delete(path);
    await opened.storage.deleteAll('2026/4/1/none');
    expect(await pathsBelow('2026/4')).toEqual([]);
  });

  it('shows nothing of a stream that fails, and throws what the stream threw', async () => {
    const cut = Readable.from(
      (async function* () {
        yield randomBytes(100_000);
        throw new Error('the line was cut');
      })(),
    );
    await expect(opened.storage.put('2026/5/1/x/a.bin', cut, { ...binary, size: 200_000 })).rejects.toThrow(
      'the line was cut',
    );
    const short = opened.storage.put('2026/5/1/x/b.bin', streamOf(randomBytes(10)), { ...binary, size: 20 });
    await expect(short).rejects.toThrow(Rejected);
    await expect(opened.storage.put('2026/5/1/x/c.bin', randomBytes(10), { ...binary, size: 9 })).rejects.toThrow(
      Rejected,
    );
    expect(await pathsBelow('2026/5')).toEqual([]);
    expect(await readdir(join(opened.dataDir, 'files/.incoming'))).toEqual([]);
  });

  it.each([
    '../x',
    'a/../../x',
    '/etc/passwd',
    'a//b',
    'a/./b',
    '',
    'a/\0',
    'a/\n',
    '.incoming/x',
    `a/${'x'.repeat(256)}`,
  ])('refuses the path %j', async (path) => {
    await expect(opened.storage.put(path, Buffer.from('x'), binary)).rejects.toThrow(Rejected);
    await expect(opened.storage.read(path)).rejects.toThrow(Rejected);
    await expect(opened.storage.exists(path)).rejects.toThrow(Rejected);
    await expect(opened.storage.delete(path)).rejects.toThrow(Rejected);
    await expect(opened.storage.deleteAll(path)).rejects.toThrow(Rejected);
  });
});

it('in a folder holds no descriptor for whoever does not read on', async () => {
  const opened = await folderStorage();
  const path = `2026/1/4/${GUID}/large.bin`;
  const content = randomBytes(1_000_000);
  await opened.storage.put(path, content, binary);
  const before = (await readdir('/dev/fd')).length;
  const unread = await Promise.all(Array.from({ length: 100 }, () => opened.storage.read(path)));
  for (const stream of unread) await once(stream, 'readable');
  expect((await readdir('/dev/fd')).length - before).toBeLessThan(50);
  expect((await buffer(unread[0] ?? Readable.from([]))).equals(content)).toBe(true);
  for (const stream of unread) stream.destroy();
  await opened.close();
});

it('in a bucket holds no connection for whoever does not read on', async () => {
  const opened = await bucketStorage();
  const path = `2026/1/4/${GUID}/large.bin`;
  const content = randomBytes(12_000_000);
  await opened.storage.put(path, content, binary);
  // More than there are connections.
  const unread = await Promise.all(Array.from({ length: 60 }, () => opened.storage.read(path)));
  for (const stream of unread) await once(stream, 'readable');
  await opened.storage.put(`2026/1/4/${GUID}/b.txt`, Buffer.from('hello'), binary);
  expect(String(await buffer(await opened.storage.read(`2026/1/4/${GUID}/b.txt`)))).toBe('hello');
  expect((await buffer(unread[0] ?? Readable.from([]))).equals(content)).toBe(true);
  for (const stream of unread) stream.destroy();
  await opened.close();
});

describe('a storage that is gone', () => {
  it('is named as such for a folder, and works again once it is back', async () => {
    const { storage, dataDir, close } = await folderStorage();
    await storage.put('2026/1/1/x/a.txt', Buffer.from('kept'), binary);
    await rename(join(dataDir, 'files'), join(dataDir, 'elsewhere'));
    expect(new Set(await failures(storage))).toEqual(new Set(['StorageUnavailable']));
    await rename(join(dataDir, 'elsewhere'), join(dataDir, 'files'));
    expect(String(await buffer(await storage.read('2026/1/1/x/a.txt')))).toBe('kept');
    await close();
  });

  it('is named as such for a bucket', async () => {
    const { storage, close } = await bucketStorage();
    await close();
    expect(new Set(await failures(storage))).toEqual(new Set(['StorageUnavailable']));
  });

  async function failures(storage: Storage): Promise<string[]> {
    const path = '2026/1/1/x/a.txt';
    const calls = await Promise.allSettled([
      storage.read(path),
      storage.exists(path),
      storage.put(path, Buffer.from('x'), binary),
      storage.put(path, streamOf(Buffer.from('x')), binary),
      listed(storage, ''),
    ]);
    return calls.map((call) => (call.status === 'rejected' ? call.reason.name : 'no failure'));
  }
});

describe('a wrong STORAGE_URL', () => {
  it.each([
    ['https://files.example.com', 'must look like s3://'],
    ['s3://', 'must look like s3://'],
    ['s3://club/below', 'nothing below it'],
    ['s3://me:secret@club', 'must not hold keys'],
    ['s3://club?endpiont=http://127.0.0.1:9000', "does not know 'endpiont'"],
    ['s3://club?endpoint=127.0.0.1:9000', 'http(s) address as its endpoint'],
  ])('stops the start: %s', async (storageUrl, why) => {
    await expect(openStorage({ storageUrl, dataDir: '/nowhere' })).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining(`Setting STORAGE_URL: `),
    });
    await expect(openStorage({ storageUrl, dataDir: '/nowhere' })).rejects.toThrow(why);
  });

  it('stops the start when the bucket does not exist or nobody answers', async () => {
    const { storageUrl = '', dataDir, close } = await bucketStorage();
    const other = storageUrl.replace('s3://club', 's3://other');
    await expect(openStorage({ storageUrl: other, dataDir })).rejects.toThrow(
      "Setting STORAGE_URL: the bucket 'other' cannot be used: it does not exist",
    );
    await close();
    await expect(openStorage({ storageUrl, dataDir })).rejects.toMatchObject({ name: 'StartError' });
  });
});

it('clears away at the start what a crash left half-arrived, and nothing that may still be arriving', async () => {
  const dataDir = await temporaryFolder();
  const incoming = join(dataDir, 'files/.incoming');
  await mkdir(incoming, { recursive: true });
  await writeFile(join(incoming, 'old'), 'half');
  await writeFile(join(incoming, 'young'), 'half');
  const hourAgo = Date.now() / 1000 - 3600;
  await utimes(join(incoming, 'old'), hourAgo, hourAgo);
  const storage = await openStorage({ storageUrl: undefined, dataDir });
  expect(await readdir(incoming)).toEqual(['young']);
  expect(await listed(storage, '')).toEqual([]);
  await rm(dataDir, { recursive: true });
});

async function listed(storage: Storage, prefix: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of storage.list(prefix)) paths.push(path);
  return paths;
}

function streamOf(content: Buffer): Readable {
  const chunks = Array.from({ length: Math.ceil(content.length / 65_536) }, (_, at) =>
    content.subarray(at * 65_536, (at + 1) * 65_536),
  );
  return Readable.from(chunks);
}
