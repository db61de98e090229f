import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqliteDatabase, type TestDatabase } from '../../test/databases.ts';
import { phonePicture, picture } from '../../test/pictures.ts';
import { folderStorage, type TestStorage } from '../../test/storages.ts';
import type { FileRow } from '../db/tables.ts';
import { fileUrl } from '../domain/files/stored-file.ts';
import { recordFile } from '../../test/seed-file.ts';
import { describeFile } from '../storage/describe.server.ts';
import { createVariants, type Variants } from '../storage/variants.server.ts';
import { filesApp } from './files.ts';

let opened: TestStorage;
let database: TestDatabase;
let variants: Variants;
let app: ReturnType<typeof filesApp>;

beforeAll(async () => {
  opened = await folderStorage();
  database = await sqliteDatabase();
  variants = createVariants(opened.storage, database.db);
  app = filesApp({ db: database.db, storage: opened.storage, variants, auth: { find: async () => undefined } });
});
afterAll(async () => {
  await variants.close();
  await database.close();
  await opened.close();
});

/** Asks the app as if it were mounted at /files. */
async function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return app.request(url.replace(/^\/files/, ''), { headers, method });
}

async function store(content: Buffer, name: string): Promise<FileRow & { url: string }> {
  const guid = randomUUID();
  const path = `2026/11/20/${guid}`;
  const { contentType, size, width, height, blur } = await describeFile(content, name);
  await opened.storage.put(`${path}/${name}`, content, { contentType });
  const row = { guid, path, name, content_type: contentType, size, width, height, blur, created_at: 0 };
  await recordFile(database.db, row);
  return { ...row, url: fileUrl(path, name) };
}

describe('an image', () => {
  it('is shown, and kept by browsers for ever', async () => {
    const content = await picture(60, 40);
    const { url, guid } = await store(content, 'poster.jpg');
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(content.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*; sandbox$/),
      etag: `"${guid}"`,
    });
    expect(answer.headers.has('content-disposition')).toBe(false);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  });

  it('comes in smaller sizes', async () => {
    const { path, guid } = await store(await phonePicture(1600, 1200), 'phone.jpg');
    const answer = await get(`/files/${path}/640.webp`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${guid}-640.webp"`,
    });
    const content = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(content.length));
    expect(await sharp(content).metadata()).toMatchObject({ width: 640, height: 853 });
    expect((await get(`/files/${path}/1280.avif`)).headers.get('content-type')).toBe('image/avif');
  });

  it.each(['320.webp', '641.avif', '640.png', '0640.webp', '640.webp.exe'])('does not come as %s', async (name) => {
    const { path } = await store(await picture(60, 40), 'poster.jpg');
    expect((await get(`/files/${path}/${name}`)).status).toBe(404);
  });

  it('that is named like one of its sizes is itself', async () => {
    const content = await picture(900, 600);
    const { url } = await store(content, '640.webp');
    const answer = await get(url);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  });
});

describe('another file', () => {
  it.each([
    ['slides.pdf', '%PDF-1.7', 'application/pdf'],
    ['page.html', '<script>alert(1)</script>', 'text/plain; charset=utf-8'],
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
    ['photo.jpg', '<script>alert(1)</script>', 'text/plain; charset=utf-8'],
  ])('is a download: %s', async (name, content, type) => {
    const answer = await get((await store(Buffer.from(content), name)).url);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`);
  });

  it('keeps its name, however odd', async () => {
    const { url } = await store(Buffer.from('%PDF-'), 'Résumé "(1)".pdf');
    expect((await get(url)).headers.get('content-disposition')).toBe(
      `attachment; filename="R_sum_ _(1)_.pdf"; filename*=UTF-8''R%C3%A9sum%C3%A9%20%22%281%29%22.pdf`,
    );
  });

  it('is found under every name that can be stored', async () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    const storable = name.filter((one) => !/^\.\.?$|\/|\p{Cc}/u.test(one) && one.isWellFormed());
    await fc.assert(
      fc.asyncProperty(storable, async (one) => {
        const answer = await get((await store(Buffer.from('%PDF-'), one)).url);
        expect(await answer.text()).toBe('%PDF-');
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-30', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, 'This part of the file does not exist.', 'bytes */10'],
    ['bytes=-0', 416, 'This part of the file does not exist.', 'bytes */10'],
    ['bytes=4-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('answers the range %s with %i', async (range, status, content, contentRange) => {
    const { url } = await store(Buffer.from('0123456789'), 'a.txt');
    const answer = await get(url, { range });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(await answer.text()).toBe(content);
  });

  it('is sent whole when the part asked for belongs to another file', async () => {
    const { url, guid } = await store(Buffer.from('0123456789'), 'a.txt');
    expect((await get(url, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    expect((await get(url, { range: 'bytes=0-1', 'if-range': `"${guid}"` })).status).toBe(206);
  });
});

describe('asking', () => {
  it('answers 304 to whoever has it', async () => {
    const { url, path, guid } = await store(await picture(60, 40), 'a.jpg');
    expect((await get(url, { 'if-none-match': `"other", W/"${guid}"` })).status).toBe(304);
    expect((await get(url, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get(`/files/${path}/640.webp`, { 'if-none-match': `"${guid}-640.webp"` })).status).toBe(304);
  });

  it('answers HEAD with the same headers and no content', async () => {
    const { url, path } = await store(await picture(60, 40), 'a.jpg');
    for (const each of [url, `/files/${path}/640.webp`]) {
      const [whole, head] = [await get(each), await get(each, {}, 'HEAD')];
      expect([...head.headers]).toEqual([...whole.headers]);
      expect(await head.text()).toBe('');
    }
  });

  it('refuses everything but reading', async () => {
    const { url } = await store(Buffer.from('hello'), 'a.txt');
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await get(url, {}, method)).status).toBe(405);
  });

  it('answers 404 as soon as the record is gone, though the content is still there', async () => {
    const { url, path, guid } = await store(await picture(60, 40), 'a.jpg');
    expect((await get(`/files/${path}/640.webp`)).status).toBe(200);
    await database.db.write((tx) => tx.query.deleteFrom('files').where('guid', '=', guid).execute());
    for (const each of [url, `/files/${path}/640.webp`]) {
      const answer = await get(each, { 'if-none-match': '*' });
      expect([answer.status, await answer.text()]).toEqual([404, 'There is no such file.']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each([
    '..%2f..%2f..%2f..%2fclub.sqlite',
    '..%5c..%5cclub.sqlite',
    '%2e%2e%2fa.txt',
    'a.txt%00',
    'a.txt%2f..%2fa.txt',
    'A.TXT',
    '%',
    '%ff',
    '__proto__',
  ])('finds nothing under %s', async (name) => {
    const { path } = await store(Buffer.from('hello'), 'a.txt');
    expect((await get(`/files/${path}/${name}`)).status).toBe(404);
  });

  it('finds nothing under another path', async () => {
    const { guid } = await store(Buffer.from('hello'), 'a.txt');
    for (const path of ['', '/', '/a.txt', `/2026/11/21/${guid}/a.txt`, `/2026/11/20/..%2f20%2f${guid}/a.txt`]) {
      expect((await get(`/files${path}`)).status).toBe(404);
    }
  });

  it('says so when the storage is gone, and answers again when it is back', async () => {
    const { url, path } = await store(await picture(60, 40), 'a.jpg');
    await rename(join(opened.dataDir, 'files'), join(opened.dataDir, 'elsewhere'));
    for (const each of [url, `/files/${path}/640.webp`]) {
      const answer = await get(each);
      expect([answer.status, await answer.text()]).toEqual([
        503,
        'Files cannot be reached right now. Please try again in a moment.',
      ]);
    }
    await rename(join(opened.dataDir, 'elsewhere'), join(opened.dataDir, 'files'));
    expect((await get(url)).status).toBe(200);
  });
});
