import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import sample from '../club.config.ts';
import { startApp, type RunningApp } from './app.ts';

interface Manifest {
  icons: { src: string; sizes: string; type?: string; purpose: string }[];
  shortcuts: { url: string }[];
  [key: string]: unknown;
}

let plain: RunningApp;
let withLogo: RunningApp;
let folder: string;
let logos: Server;

const logo = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">${inside}</svg>`;
/** A light one without a ground, a dark one, one that fills its whole picture, and one that is no picture. */
const LOGOS: Record<string, string> = {
  '/light.svg': logo('<path fill="#ffe9a8" d="M5 5h30v10H5z"/>'),
  '/dark.svg': logo('<path fill="#102040" d="M5 5h30v10H5z"/>'),
  '/full.svg': logo('<path fill="#0a6b3d" d="M0 0h40v20H0z"/><circle cx="20" cy="10" r="5" fill="#ffffff"/>'),
  '/broken.svg': 'no picture',
};

async function startWithLogo(path: string): Promise<RunningApp> {
  const { port } = logos.address() as AddressInfo;
  const club = { ...sample.club, logo: `http://127.0.0.1:${port}${path}`, accent: '#39ff14' };
  const file = join(folder, `club${path.replaceAll('/', '-')}.json`);
  await writeFile(file, JSON.stringify({ ...sample, club }));
  return startApp({ env: { CLUB_CONFIG: file } });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-install-'));
  logos = createServer((request, response) => {
    const body = LOGOS[request.url ?? ''];
    response.writeHead(body ? 200 : 404, { 'content-type': 'image/svg+xml' }).end(body);
  });
  await new Promise<void>((resolve) => logos.listen(0, '127.0.0.1', resolve));
  plain = await startApp();
  withLogo = await startWithLogo('/light.svg');
});
afterAll(async () => {
  await plain.close();
  await withLogo.close();
  logos.close();
  await rm(folder, { recursive: true });
});

async function manifestOf(app: RunningApp): Promise<Manifest> {
  const answer = await app.get('/manifest.webmanifest');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/manifest+json');
  return (await answer.json()) as Manifest;
}

describe('the site can be put beside a phone’s apps', () => {
  test('under the club’s name, in its colours', async () => {
    const { name, shortName, tagline } = sample.club;
    expect(await manifestOf(plain)).toMatchObject({
      name,
      short_name: shortName,
      description: tagline,
      start_url: '/home',
      scope: '/',
      display: 'standalone',
      theme_color: sample.club.accent,
    });
    const paper = /--raw-paper: light-dark\((#\w+)/.exec(readFileSync('app/ui/tokens.css', 'utf8'))?.[1];
    expect((await manifestOf(plain)).background_color).toBe(paper);
    expect((await manifestOf(withLogo)).theme_color).toBe('#39ff14');
  });

  test('with icons that are what they say, one of them for any mask', async () => {
    const { icons } = await manifestOf(plain);
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      'any any',
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes, type } of icons) {
      const answer = await plain.get(src);
      expect(answer.headers.get('content-type')).toContain(type);
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      expect(['any', `${width}x${height}`]).toContain(sizes);
    }
  });

  test('every page names it', async () => {
    const page = await (await plain.get('/links')).text();
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
    expect(page).toContain('<link rel="icon" href="/icon.svg"/>');
  });

  test('shortcuts lead to pages, in the colours of both themes', async () => {
    const { shortcuts } = await manifestOf(plain);
    for (const { url } of shortcuts) expect((await plain.get(url)).status).toBe(200);
    const page = await (await plain.get('/home')).text();
    const tokens = readFileSync('app/ui/tokens.css', 'utf8');
    const [, light = '', dark = ''] = /--raw-paper-bright: light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? [];
    expect(page).toContain(`media="(prefers-color-scheme: light)" content="${light}"`);
    expect(page).toContain(`media="(prefers-color-scheme: dark)" content="${dark}"`);
  });
});

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

async function pixelsOf(app: RunningApp, path: string): Promise<Pixels> {
  const answer = await app.get(path);
  expect(answer.status).toBe(200);
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const colourAt = ({ data, width }: Pixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4).subarray(0, 4),
];
const isDark = ([red = 0, green = 0, blue = 0]: number[]) => red + green + blue < 200;

/** The distance from the middle of the farthest pixel that is not of the ground, in widths. */
function reachOf(pixels: Pixels): number {
  const { data, width, height } = pixels;
  const ground = Buffer.from(colourAt(pixels, 0, 0));
  let furthest = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data.subarray(at, at + 4).equals(ground)) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    furthest = Math.max(furthest, Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2));
  }
  return furthest / width;
}

describe('a club’s own logo', () => {
  const SIZES = { '/icon-192.png': 192, '/icon-512.png': 512, '/icon-maskable.png': 512, '/apple-touch-icon.png': 180 };

  test('becomes every icon, of which pages and the manifest name no other', async () => {
    const page = await (await withLogo.get('/links')).text();
    expect(page).toContain('<link rel="icon" href="/icon-192.png"/>');
    const { icons } = await manifestOf(withLogo);
    expect(icons.map(({ src }) => src)).toEqual(['/icon-192.png', '/icon-512.png', '/icon-maskable.png']);
    for (const [path, size] of Object.entries(SIZES)) {
      const pixels = await pixelsOf(withLogo, path);
      expect([pixels.width, pixels.height]).toEqual([size, size]);
      // The logo in the middle, on a ground that it can be seen on.
      expect(colourAt(pixels, size / 2, size / 2)).toEqual([0xff, 0xe9, 0xa8, 255]);
      expect(isDark(colourAt(pixels, size / 2, 20))).toBe(true);
    }
  });

  test('lies on paper where it is dark, and spreads its own ground', async () => {
    const dark = await startWithLogo('/dark.svg');
    const onPaper = await pixelsOf(dark, '/apple-touch-icon.png');
    expect(colourAt(onPaper, 90, 90)).toEqual([0x10, 0x20, 0x40, 255]);
    expect(isDark(colourAt(onPaper, 0, 0))).toBe(false);
    await dark.close();
    const full = await startWithLogo('/full.svg');
    const icon = await pixelsOf(full, '/apple-touch-icon.png');
    expect(colourAt(icon, 0, 0)).toEqual([0x0a, 0x6b, 0x3d, 255]);
    expect(colourAt(icon, 0, 90)).toEqual([0x0a, 0x6b, 0x3d, 255]);
    await full.close();
  });

  test('keeps to the circle that every mask leaves whole', async () => {
    expect(reachOf(await pixelsOf(withLogo, '/icon-maskable.png'))).toBeLessThanOrEqual(0.405);
    expect(reachOf(await pixelsOf(plain, '/icon-maskable.png'))).toBeLessThanOrEqual(0.4);
  });

  test('that cannot be read, or is no picture, gives its place to the initials', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const initials = await pixelsOf(plain, '/icon-192.png');
    for (const path of ['/missing.svg', '/broken.svg']) {
      const app = await startWithLogo(path);
      const icon = await pixelsOf(app, '/icon-192.png');
      expect([icon.width, icon.height]).toEqual([initials.width, initials.height]);
      expect(reachOf(icon)).toBeGreaterThan(0);
      expect(said).toHaveBeenLastCalledWith(expect.stringContaining(path));
      await app.close();
    }
    said.mockRestore();
  });

  test('may be a file of this site', async () => {
    const file = join(folder, 'own.json');
    const club = { ...sample.club, logo: '/images/party-popper.svg' };
    await writeFile(file, JSON.stringify({ ...sample, club }));
    const app = await startApp({ env: { CLUB_CONFIG: file } });
    expect((await pixelsOf(app, '/icon-192.png')).width).toBe(192);
    const { icons } = await manifestOf(app);
    expect(icons.map(({ src }) => src)).not.toContain('/icon.svg');
    await app.close();
  });
});
