import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MARKDOWN_BLOW_UPS } from '../../test/property/blow-ups.ts';
import { GuideUnreadable, readGuide, type GuideLimits } from './read-guide.ts';

let folder: string;
let limits: GuideLimits;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guide-'));
  limits = { folder, timeoutMs: 2000, maxBytes: 10_000, cacheMs: 60_000, retryMs: 60_000 };
});
afterEach(() => rm(folder, { recursive: true }));

describe('a guide among the site’s assets', () => {
  it('is read, and read again once it has changed', async () => {
    const file = join(folder, 'guide.md');
    await writeFile(file, '\uFEFF# First\n');
    expect(await readGuide('assets/guide.md', limits)).toMatchObject({
      toc: [{ id: 'first', text: 'First', level: 1 }],
      outside: false,
    });
    await writeFile(file, '# Other\n');
    await utimes(file, new Date(), new Date(2_000_000_000_000));
    expect((await readGuide('/assets/guide.md', limits)).toc).toEqual([{ id: 'other', text: 'Other', level: 1 }]);
  });

  it('is a code block when its extension is not .md', async () => {
    await writeFile(join(folder, 'sort.py'), '# not a heading\nprint(1)\n');
    const { html, toc } = await readGuide('assets/sort.py', limits);
    expect(toc).toEqual([]);
    expect(html).toContain('<figcaption><span>Python</span>');
    expect(html).toContain('# not a heading');
  });

  it('is shown as plain text when rendering it takes too long, and not rendered again', async () => {
    const text = MARKDOWN_BLOW_UPS['emphasis that closes late'] ?? '';
    await writeFile(join(folder, 'costly.md'), text);
    const brief = { ...limits, render: { timeMs: 1000, megabytes: 384 } };
    const first = await readGuide('assets/costly.md', brief);
    expect(first).toMatchObject({ toc: [], outside: false });
    expect(first.html).toContain(text.slice(0, 1000));
    expect((await readGuide('assets/costly.md', brief)).html).toBe(first.html);
  });

  it('fails by name when it is not there, and is found once it is', async () => {
    await expect(readGuide('assets/late.md', limits)).rejects.toBeInstanceOf(GuideUnreadable);
    await writeFile(join(folder, 'late.md'), '# Late\n');
    expect((await readGuide('assets/late.md', limits)).html).toContain('Late');
  });
});

describe('a guide on another host', () => {
  let server: Server;
  let asked: number;
  let answer: RequestListener;
  let origin: string;

  beforeEach(async () => {
    asked = 0;
    answer = (_request, response) => response.end('# Far away\n\n![map](map.png)\n');
    server = createServer((request, response) => {
      asked++;
      answer(request, response);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  it('is fetched once for all who ask, and kept', async () => {
    const source = `${origin}/guide.md?raw=1`;
    const guides = await Promise.all([readGuide(source, limits), readGuide(source, limits)]);
    guides.push(await readGuide(source, limits));
    expect(guides.map(({ toc }) => toc[0]?.id)).toEqual(['far-away', 'far-away', 'far-away']);
    expect(guides[0]).toMatchObject({ outside: true });
    expect(guides[0]?.html).toContain(`src="${origin}/map.png"`);
    expect(asked).toBe(1);
  });

  it('is asked for again after its time, and the old text stays while that fails', async () => {
    const source = `${origin}/guide.md`;
    const brief = { ...limits, cacheMs: 0, retryMs: 0 };
    await readGuide(source, brief);
    answer = (_request, response) => response.writeHead(500).end();
    expect((await readGuide(source, brief)).html).toContain('Far away');
    answer = (_request, response) => response.end('# Nearer\n');
    expect((await readGuide(source, brief)).html).toContain('Nearer');
    expect(asked).toBe(3);
  });

  it('is a code block when its path does not end in .md', async () => {
    answer = (_request, response) => response.end('fn main() {}\n');
    expect((await readGuide(`${origin}/main.rs`, limits)).html).toContain('<span>Rust</span>');
  });

  it.each<[string, RequestListener]>([
    ['answers 404', (_request, response) => response.writeHead(404).end('# Not found')],
    ['sends too much', (_request, response) => response.end('x'.repeat(10_001))],
    ['hangs up', (request) => request.socket.destroy()],
  ])('fails by name when the host %s, and leaves it alone for a while', async (_what, failing) => {
    answer = failing;
    await expect(readGuide(`${origin}/guide.md`, limits)).rejects.toBeInstanceOf(GuideUnreadable);
    await expect(readGuide(`${origin}/guide.md`, limits)).rejects.toBeInstanceOf(GuideUnreadable);
    expect(asked).toBe(1);
  });

  it('is followed to another address of that host, and no further than a few', async () => {
    answer = ({ url }, response) => {
      if (url === '/moved.md') response.end('# Moved\n');
      else response.writeHead(302, { location: url === '/guide.md' ? '/moved.md' : '/round.md' }).end();
    };
    expect((await readGuide(`${origin}/guide.md`, limits)).html).toContain('Moved');
    await expect(readGuide(`${origin}/round.md`, limits)).rejects.toBeInstanceOf(GuideUnreadable);
  });

  it('is not followed to what is near this site: another host is no way in', async () => {
    let isReached = false;
    const inside = createServer((_request, response) => {
      isReached = true;
      response.end('# Within\n');
    });
    await new Promise<void>((listening) => inside.listen(0, '127.0.0.1', listening));
    const address = inside.address();
    const port = typeof address === 'object' ? address?.port : address;
    answer = (_request, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/metrics` }).end();
    await expect(readGuide(`${origin}/guide.md`, limits)).rejects.toBeInstanceOf(GuideUnreadable);
    expect(isReached).toBe(false);
    await new Promise((closed) => inside.close(closed));
  });

  it.each<[string, RequestListener]>([
    ['never answers', () => undefined],
    ['stops half-way', (_request, response) => response.write('# Half')],
  ])('fails by name in time when the host %s', async (_what, failing) => {
    answer = failing;
    await expect(readGuide(`${origin}/guide.md`, { ...limits, timeoutMs: 100 })).rejects.toBeInstanceOf(
      GuideUnreadable,
    );
  });
});
