import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readZip } from '../../test/read-zip.ts';
import { zipArchive } from './zip-archive.ts';

const PART = 64 * 1024;

/** Notes how much was asked of it. */
function longFile(parts: number) {
  const taken = { parts: 0, isEnded: false };
  const content = async function* () {
    try {
      for (; taken.parts < parts; taken.parts++) yield Buffer.alloc(PART, taken.parts % 251);
    } finally {
      taken.isEnded = true;
    }
  };
  return { taken, stream: Readable.from(content()) };
}

test('files come out as they went in', async () => {
  const { stream } = longFile(20);
  const zip = zipArchive(async (sink) => {
    await sink.add('index.html', '<p>Größe</p>');
    await sink.add('files/a picture.jpg', stream);
  });
  const files = readZip(await buffer(zip));
  expect(files.get('index.html')?.toString()).toBe('<p>Größe</p>');
  expect(files.get('files/a picture.jpg')).toHaveLength(20 * PART);
});

test('is made no faster than it is read, and given up where nobody reads on', async () => {
  const { taken, stream } = longFile(10_000);
  let failed: unknown;
  const zip = zipArchive((sink) =>
    sink.add('long.jpg', stream).catch((error: unknown) => {
      failed = error;
      throw error;
    }),
  );
  const reading = zip[Symbol.asyncIterator]();
  for (let times = 0; times < 10; times++) await reading.next();
  expect(taken.parts).toBeLessThan(100);
  zip.destroy();
  await expect.poll(() => taken.isEnded).toBe(true);
  await expect.poll(() => failed).toBeInstanceOf(Error);
});

test('breaks off where it cannot be made whole', async () => {
  const zip = zipArchive(async (sink) => {
    await sink.add('index.html', 'whole');
    throw new Error('The disk is gone');
  });
  await expect(buffer(zip)).rejects.toThrow('The disk is gone');
});
