import { createHash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../test/databases.ts';
import { dump, load } from '../../test/transfers.ts';
import { describeFile } from '../storage/describe.server.ts';
import { type Storage } from '../storage/storage.server.ts';
import { openStorage } from '../storage/open-storage.server.ts';
import { attachFrom } from './attach-folder.ts';

const GUID = '0f0e0d0c-0b0a-4908-8706-050403020100';

describe.each(databases)('files of an import on %s', (_, open) => {
  const site = freshDatabase(open);
  let storage: Storage;
  let folder: string;
  beforeEach(async () => {
    storage = await openStorage({ storageUrl: undefined, dataDir: site.dataDir });
    folder = join(site.dataDir, 'from');
  });

  async function given(path: string, content: Uint8Array) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const attach = () => attachFrom(site.db, folder, { ...storage, describe: describeFile });
  const stored = async (path: string) => buffer(await storage.read(path));
  const exported = async () => JSON.parse(await dump(site.db));

  test('an image is stored byte for byte, described, and shown from here', async () => {
    const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .withMetadata({ exif: { IFD0: { Copyright: 'kept' } } })
      .png()
      .toBuffer();
    const path = `2021/9/3/${GUID}`;
    await given(`${path}/poster one.png`, png);
    const image = { path, name: 'poster one.png', url: 'https://files.example.com/poster' };
    await load(site.db, { event: { a: { image } } }, { attach: attach() });

    expect(await stored(`${path}/poster one.png`)).toEqual(png);
    const url = `/files/${path}/poster%20one.png`;
    expect((await exported()).event.a.image).toEqual({ ...image, url, guid: GUID });
    const rows = await site.db.query.selectFrom('files').selectAll().execute();
    expect(rows).toEqual([
      {
        guid: GUID,
        path,
        name: 'poster one.png',
        content_type: 'image/png',
        size: png.length,
        width: 30,
        height: 20,
        blur: expect.stringContaining('data:image/webp'),
        created_at: expect.any(Number),
        unused_since: null,
      },
    ]);
  });

  test('a path that is no year/month/day/guid becomes one, and the same one again', async () => {
    await given('old/folder/notes.pdf', Buffer.from('%PDF-1.4 notes'));
    const resource = {
      path: 'old/folder',
      name: 'notes.pdf',
      url: 'https://files.example.com/notes',
      creationDate: '2021-09-03T12:00:00.000Z',
    };
    const content = { event: { a: { resources: [resource] }, b: { gallery: [resource] } } };
    await load(site.db, content, { attach: attach() });
    const [file] = (await exported()).event.a.resources;
    expect(file.path).toMatch(/^2021\/9\/3\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(file).toMatchObject({ name: 'notes.pdf', url: `/files/${file.path}/notes.pdf` });
    expect((await exported()).event.b.gallery).toEqual([file]);
    expect((await stored(`${file.path}/notes.pdf`)).toString()).toBe('%PDF-1.4 notes');

    const again = await load(site.db, content, { attach: attach() });
    expect(again.summary.event).toMatchObject({ changed: 0, unchanged: 2 });
    expect(await site.db.query.selectFrom('files').selectAll().execute()).toHaveLength(1);
  });

  test('two files under one guid both find their place', async () => {
    const path = `2021/9/3/${GUID}`;
    for (const name of ['a.txt', 'b.txt']) await given(`${path}/${name}`, Buffer.from(name));
    const resources = ['a.txt', 'b.txt'].map((name) => ({ path, name, url: 'https://files.example.com/x' }));
    await load(site.db, { event: { a: { resources } } }, { attach: attach() });
    const [first, second] = (await exported()).event.a.resources;
    expect(first.path).toBe(path);
    expect(second.path).not.toBe(path);
    expect((await stored(`${first.path}/a.txt`)).toString()).toBe('a.txt');
    expect((await stored(`${second.path}/b.txt`)).toString()).toBe('b.txt');
  });

  test('a slideshow of some files and some addresses elsewhere', async () => {
    const bytes = Buffer.from('no picture at all');
    await given(`2021/9/3/${GUID}/slide.jpg`, bytes);
    const here = { path: `2021/9/3/${GUID}`, name: 'slide.jpg', url: 'https://files.example.com/1' };
    const elsewhere = { path: '2021/9/3/missing', name: 'slide.jpg', url: 'https://files.example.com/2' };
    await load(site.db, { files: { homeSlideshow: [here, elsewhere] } }, { attach: attach() });
    const [first, second] = (await exported()).files.homeSlideshow;
    expect(first.url).toBe(`/files/2021/9/3/${GUID}/slide.jpg`);
    expect(second).toEqual(elsewhere);
    const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    expect(hash(await stored(`2021/9/3/${GUID}/slide.jpg`))).toBe(hash(bytes));
  });

  test('nothing outside the folder is taken, by a path or by a link', async () => {
    await given('below/a.txt', Buffer.from('mine'));
    await writeFile(join(site.dataDir, 'secret.txt'), 'secret');
    await symlink('../../secret.txt', join(folder, 'below', 'link.txt'));
    await symlink('/etc', join(folder, 'etc'));
    await symlink('a.txt', join(folder, 'below', 'fine.txt'));
    const image = (path: string, name: string) => ({ image: { path, name, url: 'https://files.example.com/x' } });
    const event = {
      up: image('..', 'secret.txt'),
      named: image('below', '../../secret.txt'),
      linked: image('below', 'link.txt'),
      absolute: image('etc', 'passwd'),
      fine: image('below', 'fine.txt'),
    };
    const { refused, summary } = await load(site.db, { event }, { attach: attach() });
    expect(refused).toEqual([
      expect.stringContaining('event/up/image/path: must be a relative path'),
      expect.stringContaining('event/named/image/name: '),
      expect.stringContaining('event/linked: below/link.txt leads out of the folder'),
      expect.stringContaining('event/absolute: etc/passwd leads out of the folder'),
    ]);
    expect(summary.event).toMatchObject({ added: 5, refused: 4 });
    const events = await site.db.query.selectFrom('events').select(['key', 'image']).execute();
    expect(events.filter(({ image: shown }) => shown !== null).map(({ key }) => key)).toEqual(['fine']);
    const [row] = await site.db.query.selectFrom('files').selectAll().execute();
    expect((await stored(`${row?.path}/fine.txt`)).toString()).toBe('mine');
  });

  test('a name is stored without marks that hide what it says, as an upload’s is', async () => {
    const path = `2021/9/3/${GUID}`;
    await given(`${path}/gnp\u202e.exe`, Buffer.from('x'));
    const image = { path, name: 'gnp\u202e.exe', url: 'https://files.example.com/1' };
    for (const replace of [false, true]) {
      await load(site.db, { event: { a: { image } } }, { attach: attach(), replace });
      const url = `/files/${path}/gnp.exe`;
      expect((await exported()).event.a.image).toEqual({ path, name: 'gnp.exe', url, guid: GUID });
      expect(await stored(`${path}/gnp.exe`)).toEqual(Buffer.from('x'));
    }
  });

  test('a file whose name cannot be stored is left out, and the rest goes in', async () => {
    const name = `${'ü'.repeat(120)}.txt`;
    await given(`2021/9/3/${GUID}/${name}`, Buffer.from('x'));
    const image = { path: `2021/9/3/${GUID}`, name, url: 'https://files.example.com/1' };
    const put = () => storage.put('../outside', Buffer.from(''), { contentType: 'text/plain' });
    const refusing = attachFrom(site.db, folder, { ...storage, put, describe: describeFile });
    const { refused, summary } = await load(site.db, { event: { a: { image }, b: {} } }, { attach: refusing });
    expect(refused).toEqual([expect.stringContaining('event/a: A file cannot be stored under the name')]);
    expect(summary.event).toMatchObject({ added: 2, refused: 1 });
  });
});
