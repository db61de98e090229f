import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dscCards } from '../app/domain/dsc.ts';
import { addRecord } from '../app/domain/record-changes/save.ts';
import type { StoredFile } from '../app/domain/files/stored-file.ts';
import { admin as ada } from './actors.ts';
import { startApp, type RunningApp } from './app.ts';
import { seedAdmin, seedMember, type Person } from './people.ts';
import { phonePicture, picture } from './pictures.ts';
import { bucketStorage } from './storages.ts';

type Answer = StoredFile & { width: number | null; height: number | null; blur: string | null; error: string };

const env = { MAX_IMAGE_MB: '0.2', MAX_FILE_MB: '0.5' };
const storages: [string, () => Promise<{ env: NodeJS.ProcessEnv; close: () => Promise<void> }>][] = [
  ['a folder', async () => ({ env, close: async () => undefined })],
  [
    'an S3 bucket',
    async () => {
      const { storageUrl, close } = await bucketStorage();
      return { env: { ...env, STORAGE_URL: storageUrl }, close };
    },
  ],
];

describe.each(storages)('uploads to %s', (_, open) => {
  let app: RunningApp;
  let admin: Person;
  let closeStorage: () => Promise<void>;
  beforeAll(async () => {
    const opened = await open();
    closeStorage = opened.close;
    app = await startApp({ env: opened.env });
    admin = await seedAdmin(app);
  });
  afterAll(async () => {
    await app.close();
    await closeStorage();
  });

  async function put(name: string, body: BodyInit, { guid = '', query = '', who = admin } = {}) {
    const path = `/api/uploads/${guid || randomUUID()}?name=${encodeURIComponent(name)}${query}`;
    const init: RequestInit & { duplex: 'half' } = { method: 'PUT', headers: who.sending, duplex: 'half' };
    const response = await app.get(path, { ...init, body });
    const answer: Answer = await response.json();
    return { status: response.status, answer };
  }
  const remove = (guid: string | undefined, who = admin) =>
    app.get(`/api/uploads/${guid}`, { method: 'DELETE', headers: who.sending });
  async function everything(): Promise<string[]> {
    const paths: string[] = [];
    for await (const path of app.site.storage.list('')) paths.push(path);
    return paths;
  }
  const rows = () => app.site.db.query.selectFrom('files').selectAll().execute();
  const noted = () => app.site.db.query.selectFrom('file_deletions').selectAll().execute();

  test('an image is kept upright and without metadata, at year/month/day/guid/name', async () => {
    const guid = randomUUID();
    const { status, answer } = await put('A phone’s.jpg', new Uint8Array(await phonePicture(600, 400)), { guid });
    expect(status).toBe(201);
    const now = new Date();
    const path = `${now.getUTCFullYear()}/${now.getUTCMonth() + 1}/${now.getUTCDate()}/${guid}`;
    const url = `/files/${path}/A%20phone%E2%80%99s.jpg`;
    expect(answer).toMatchObject({ path, guid, name: 'A phone’s.jpg', url, width: 400, height: 600 });
    expect(answer.blur).toMatch(/^data:image\/webp;base64,/);
    expect(Date.parse(answer.creationDate ?? '')).toBeGreaterThan(now.getTime() - 60_000);
    const served = await app.get(answer.url);
    expect(served.headers.get('content-type')).toBe('image/jpeg');
    const { exif, orientation, width } = await sharp(await served.arrayBuffer()).metadata();
    expect({ exif, orientation, width }).toEqual({ exif: undefined, orientation: undefined, width: 400 });
    expect((await rows()).find((row) => row.guid === guid)).toMatchObject({ path, content_type: 'image/jpeg' });
    await expect.poll(everything, { timeout: 20_000 }).toContain(`${path}/400.avif`);
    expect(await noted()).toEqual([]);
  });

  test('anything else is kept byte for byte and handed over as a download, whatever its name says', async () => {
    const content = randomBytes(300_000);
    const { status, answer } = await put('../run.html', content);
    expect(status).toBe(201);
    expect(answer).toMatchObject({ name: '-run.html', width: null, blur: null });
    const served = await app.get(answer.url);
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true);
  });

  test('two at once under one name stay apart', async () => {
    const contents = [randomBytes(200_000), randomBytes(200_000)];
    const sent = await Promise.all(contents.map((content) => put('notes.bin', content)));
    for (const [at, { answer }] of sent.entries()) {
      const served = Buffer.from(await (await app.get(answer.url)).arrayBuffer());
      expect(served.equals(contents[at] ?? Buffer.alloc(0))).toBe(true);
    }
  });

  describe('what is refused leaves nothing', () => {
    // Smaller copies of the images above may still be on their way.
    const left = async () => ({
      rows: await rows(),
      paths: (await everything()).filter((path) => !/\/\d+\.\w+$/.test(path)),
    });
    let before: Awaited<ReturnType<typeof left>>;
    beforeAll(async () => {
      before = await left();
    });

    test('everyone but an admin, and other sites', async () => {
      const headers = { origin: app.url, 'sec-fetch-site': 'same-origin' };
      const anonymous: Person = { uid: '', secret: '', cookie: '', sending: headers };
      const member = await seedMember(app);
      const elsewhere = { ...admin, sending: { ...admin.sending, 'sec-fetch-site': 'cross-site' } };
      for (const [who, status] of [
        [anonymous, 401],
        [member, 403],
        [elsewhere, 403],
      ] as const) {
        const refused = await put('a.txt', 'hello', { who });
        expect(refused.status).toBe(status);
        expect(refused.answer.error).toMatch(/\.$/);
        expect((await remove(randomUUID(), who)).status).toBe(status);
      }
      expect(await left()).toEqual(before);
    });

    test.each([
      ['an announced file', 'big.pdf', () => randomBytes(600_000), 'larger than 0.5 MB, the most for a file'],
      ['an announced image', 'big.jpg', () => randomBytes(300_000), 'larger than 0.2 MB, the most for an image'],
      ['a file that says nothing of its size', 'big.pdf', () => pieces(600_000), 'larger than 0.5 MB'],
    ])('over the limit: %s', async (_kind, name, content, message) => {
      const { status, answer } = await put(name, content());
      expect(status).toBe(413);
      expect(answer.error).toContain(message);
      expect(await left()).toEqual(before);
    });

    test('an image over the limit under a name that is no image’s', async () => {
      const big = await sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
        .png()
        .toBuffer();
      expect(await put('holiday', pieces(big))).toMatchObject({ status: 413 });
      expect(await left()).toEqual(before);
    });

    test.each([
      ['a text called an image', 'poster.png', async () => Buffer.from('hello'), 'does not hold a PNG image'],
      ['one kind of image called another', 'poster.png', () => picture(20, 20), 'holds a JPEG image'],
      ['a page called an image', 'a.jpg', async () => Buffer.from('<script>alert(1)</script>'), 'does not hold a JPEG'],
      ['a damaged image', 'a.jpg', async () => (await picture(300, 300)).subarray(0, 700), 'may be damaged'],
      ['HEIC', 'IMG_1.HEIC', async () => Buffer.from('\0\0\0\x18ftypheic'), 'Save it as JPEG'],
      ['nothing', 'empty.txt', async () => Buffer.alloc(0), 'is empty'],
    ])('a wrong type: %s', async (_kind, name, content, message) => {
      const { status, answer } = await put(name, new Uint8Array(await content()));
      expect(status).toBe(422);
      expect(answer.error).toContain(message);
      expect(await left()).toEqual(before);
    });

    test('a document where an image is wanted', async () => {
      const { status, answer } = await put('a.pdf', '%PDF-1.7', { query: '&wanted=image' });
      expect(status).toBe(422);
      expect(answer.error).toContain('is not an image that can be shown here');
      expect(await left()).toEqual(before);
    });

    test('an id that is none, or was used before', async () => {
      expect(await put('a.txt', 'hello', { guid: '..%2f..%2fetc' })).toMatchObject({ status: 422 });
      const [known] = await rows();
      expect(await put('a.txt', 'hello', { guid: known?.guid ?? '' })).toMatchObject({ status: 422 });
      expect(await left()).toEqual(before);
    });

    /** Begins an upload of 150,000 bytes and sends some of them. */
    function beginUpload(name: string, some: Buffer, length: Record<string, string> = ANNOUNCED): Socket {
      const socket = connect(Number(new URL(app.url).port), 'localhost');
      const headers = Object.entries({ host: 'localhost', ...length, ...admin.sending });
      const lines = headers.map(([key, value]) => `${key}: ${value}\r\n`).join('');
      socket.write(`PUT /api/uploads/${randomUUID()}?name=${name} HTTP/1.1\r\n${lines}\r\n`);
      socket.write(some);
      return socket;
    }
    const ANNOUNCED = { 'content-length': '150000' };
    const arriving = () => readdir(join(app.dataDir, 'files', '.incoming'));

    test('a file that is cut off half-way', async () => {
      const socket = beginUpload('notes.bin', randomBytes(50_000));
      await expect.poll(arriving).toHaveLength(1);
      expect(await noted()).toHaveLength(1);
      socket.destroy();
      await expect.poll(arriving).toEqual([]);
      await expect.poll(noted).toEqual([]);
      expect(await left()).toEqual(before);
    });

    test.each([
      ['before its first byte', 0],
      ['after its first byte', 1],
      ['within what tells its type', 1000],
      ['one byte before its end', 149_999],
    ])('a file that is cut off %s', async (_where, bytes) => {
      const socket = beginUpload('notes.bin', randomBytes(bytes));
      // Answered after the cut-off one has begun: its bytes went first.
      const other = await put('after.txt', 'hello');
      socket.destroy();
      await remove(other.answer.guid);
      await expect.poll(arriving).toEqual([]);
      await expect.poll(noted).toEqual([]);
      expect(await left()).toEqual(before);
    });

    test('a file in chunks that is cut off within one', async () => {
      const head = Buffer.from('ffff\r\n');
      const socket = beginUpload('notes.bin', Buffer.concat([head, randomBytes(30_000)]), {
        'transfer-encoding': 'chunked',
      });
      await expect.poll(arriving).toHaveLength(1);
      socket.destroy();
      await expect.poll(arriving).toEqual([]);
      await expect.poll(noted).toEqual([]);
      expect(await left()).toEqual(before);
    });

    test('an image that is cut off half-way', async () => {
      const socket = beginUpload('poster.jpg', (await picture(600, 600)).subarray(0, 1000));
      const other = await put('after.txt', 'hello');
      socket.destroy();
      await remove(other.answer.guid);
      await expect.poll(arriving).toEqual([]);
      expect(await left()).toEqual(before);
    });
  });

  test('a new file is removed with all its sizes', async () => {
    const { answer } = await put('gone.png', new Uint8Array(await picture(300, 200, 'png')));
    expect((await remove(answer.guid)).status).toBe(204);
    expect((await app.get(answer.url)).status).toBe(404);
    await expect.poll(async () => (await everything()).join()).not.toContain(answer.guid);
    expect(await noted()).toEqual([]);
    expect((await remove(answer.guid)).status).toBe(404);
  });

  test('a file that a record names is not removed', async () => {
    const { answer } = await put('kept.png', new Uint8Array(await picture(30, 20, 'png')));
    const card = { title: 'Circles', text: '', img: answer, imgAlt: '', position: 1 };
    await addRecord(app.site.db, ada, dscCards, card);
    const refused = await remove(answer.guid);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ status: 409, error: '‘kept.png’ is in use.' });
    expect((await app.get(answer.url)).status).toBe(200);
  });
});

test('nobody uploads without end', async () => {
  const app = await startApp();
  try {
    const { sending } = await seedAdmin(app);
    const statuses = new Set<number>();
    for (let count = 0; count < 310; count += 10) {
      const some = Array.from({ length: 10 }, () =>
        app.get('/api/uploads/none?name=a', { method: 'PUT', headers: sending, body: 'x' }),
      );
      for (const { status } of await Promise.all(some)) statuses.add(status);
    }
    expect([...statuses]).toEqual([422, 429]);
  } finally {
    await app.close();
  }
});

/** Bytes that come in pieces, without saying how many. */
function pieces(content: number | Buffer): ReadableStream<Uint8Array> {
  const bytes = typeof content === 'number' ? randomBytes(content) : content;
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 50_000) controller.enqueue(bytes.subarray(at, at + 50_000));
      controller.close();
    },
  });
}
