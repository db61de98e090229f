import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventRow, openSource, type TestSource } from '../../../test/event-rows.ts';
import { picture } from '../../../test/pictures.ts';
import { folderStorage, type TestStorage } from '../../../test/storages.ts';
import type { EventRow } from '../../domain/events/event.ts';
import { createBus } from '../../live/bus.ts';
import { iconsApp } from './icons.ts';
import { postersApp } from './posters.ts';

const START = Date.UTC(2026, 10, 21, 0, 30);
const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';

let source: TestSource;
let opened: TestStorage;

beforeEach(async () => {
  source = await openSource();
  opened = await folderStorage();
});
afterEach(async () => {
  await source.close();
  await opened.close();
});

function open() {
  const bus = createBus();
  source.db.onCommit(bus.publish);
  const site = { ...source, storage: opened.storage, bus };
  return postersApp(site).route('/', iconsApp(site));
}

async function add(key: string, given: Partial<EventRow> = {}): Promise<void> {
  const row = eventRow(key, { title: 'Game Night', time_start: START, version: 3, ...given });
  await source.db.write((tx) => tx.query.insertInto('events').values(row).execute());
}

async function change(key: string, given: Partial<EventRow>): Promise<void> {
  await source.db.write(async (tx) => {
    await tx.query.updateTable('events').set(given).where('key', '=', key).execute();
    tx.changed('event', key);
  });
}

async function generated(): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of opened.storage.list('generated')) paths.push(path);
  return paths;
}

const imageOf = (path: string, name: string) =>
  JSON.stringify({ path, name, url: `/files/${path}/${encodeURIComponent(name)}`, guid: GUID });

describe("an event's poster", () => {
  it('does without its title where the page says it', async () => {
    await add('a');
    const drawn = async (path: string) => (await open().request(path)).text();
    const titled = await drawn('/events/a/poster.svg?v=3');
    const wordless = await drawn('/events/a/poster.svg?v=3&wordless');
    await change('a', { title: '' });
    expect(wordless).toBe(await drawn('/events/a/poster.svg'));
    expect(wordless).not.toBe(titled);
  });

  it('is an SVG that lasts under the address of its version, and is asked about again under any other', async () => {
    await add('a');
    const lasting = await open().request('/events/a/poster.svg?v=3');
    expect(lasting.status).toBe(200);
    expect(lasting.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(lasting.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await sharp(Buffer.from(await lasting.arrayBuffer())).metadata()).toMatchObject({
      width: 800,
      height: 1000,
    });
    for (const query of ['', '?v=2', '?v=', '?v=3x']) {
      const answer = await open().request(`/events/a/poster.svg${query}`);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('etag')).toBe(lasting.headers.get('etag'));
    }
  });

  it('answers HEAD, and 304 to whoever has it', async () => {
    await add('a');
    const app = open();
    const head = await app.request('/events/a/poster.svg', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const etag = head.headers.get('etag') ?? '';
    const again = await app.request('/events/a/poster.svg', { headers: { 'if-none-match': `"x", W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each(['poster.svg', 'share.png'])('is not there for an unknown event: %s', async (name) => {
    const answer = await open().request(`/events/nobody/${name}`);
    expect([answer.status, await answer.text()]).toEqual([404, "Event doesn't exist."]);
    // It may be published in a moment.
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('is kept once, found again by a new process, and replaced when the title changes', async () => {
    await add('a');
    const app = open();
    const both = await Promise.all([app.request('/events/a/poster.svg'), app.request('/events/a/poster.svg')]);
    const [first = '', second] = await Promise.all(both.map((answer) => answer.text()));
    expect(second).toBe(first);
    const [path = ''] = await generated();
    expect(await generated()).toHaveLength(1);
    await opened.storage.put(path, Buffer.from('<svg/>'), { contentType: 'image/svg+xml' });
    expect(await (await open().request('/events/a/poster.svg')).text()).toBe('<svg/>');
    await change('a', { title: 'Board Game Night', version: 4 });
    const changed = await app.request('/events/a/poster.svg?v=4');
    expect(await changed.text()).not.toBe(first);
    expect(await generated()).toHaveLength(1);
    expect(await generated()).not.toContain(path);
  });

  it.each(['a b', '漢', '%2F', '../x', 'x'.repeat(128)])('is drawn for the key %j', async (key) => {
    await add(key, { title: '</svg><script>"&🎲\u202e' });
    const answer = await open().request(`/events/${encodeURIComponent(key)}/poster.svg`);
    expect(answer.status).toBe(200);
    expect(await generated()).toHaveLength(1);
  });

  it('is still drawn while the storage is away', async () => {
    await add('a');
    await rm(join(opened.dataDir, 'files'), { recursive: true, force: true });
    expect((await open().request('/events/a/poster.svg')).status).toBe(200);
    expect((await open().request('/events/a/share.png')).status).toBe(200);
  });
});

describe("an event's sharing image", () => {
  const shared = async (key: string) =>
    Buffer.from(await (await open().request(`/events/${key}/share.png`)).arrayBuffer());

  it('is a PNG of 1200×630 that changes with the date and goes with the event', async () => {
    await add('a');
    const first = await shared('a');
    expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const app = open();
    await change('a', { hidden_date: 1, custom_date: 'Every Tuesday' });
    const second = await app.request('/events/a/share.png');
    expect(Buffer.from(await second.arrayBuffer()).equals(first)).toBe(false);
    await source.db.write(async (tx) => {
      await tx.query.deleteFrom('events').where('key', '=', 'a').execute();
      tx.changed('event', 'a');
    });
    await expect.poll(generated).toEqual([]);
  });

  it("shows the event's own picture, and its poster's forms when that is missing, broken or elsewhere", async () => {
    const path = `2026/1/5/${GUID}`;
    await add('own', { image: imageOf(path, 'a picture.jpg') });
    const missing = await shared('own');
    await opened.storage.put(`${path}/a picture.jpg`, await picture(800, 1000), { contentType: 'image/jpeg' });
    const shown = await shared('own');
    expect(shown.equals(missing)).toBe(false);
    const [red = 0, green = 255] = await sharp(shown)
      .extract({ left: 750, top: 300, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([red > 240, green < 40]).toEqual([true, true]);
    await opened.storage.put(`${path}/broken.jpg`, Buffer.from('hello'), { contentType: 'image/jpeg' });
    await change('own', { image: imageOf(path, 'broken.jpg') });
    expect((await shared('own')).equals(missing)).toBe(true);
    await change('own', { image: JSON.stringify({ name: 'b.jpg', url: 'https://files.example.com/b.jpg' }) });
    expect((await shared('own')).equals(missing)).toBe(true);
  });
});

describe("the club's own images", () => {
  it.each([
    ['/share.png', 1200, 630],
    ['/icon-192.png', 192, 192],
    ['/icon-512.png', 512, 512],
    ['/icon-maskable.png', 512, 512],
    ['/apple-touch-icon.png', 180, 180],
  ])('%s is a PNG of %i×%i', async (path, width, height) => {
    const answer = await open().request(path);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const image = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width, height });
  });

  it('/favicon.ico holds a PNG of 48×48', async () => {
    const answer = await open().request('/favicon.ico');
    expect(answer.headers.get('content-type')).toBe('image/x-icon');
    const icon = Buffer.from(await answer.arrayBuffer());
    const [size, begin] = [icon.readUInt32LE(14), icon.readUInt32LE(18)];
    expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48]);
    expect(begin + size).toBe(icon.length);
    expect(await sharp(icon.subarray(begin)).metadata()).toMatchObject({ format: 'png', width: 48, height: 48 });
  });

  it('/icon.svg is an SVG', async () => {
    const answer = await open().request('/icon.svg');
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(await answer.text()).toMatch(/^<svg/);
  });
});
