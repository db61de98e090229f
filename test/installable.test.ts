import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-install-'));
  const club = { ...sample.club, logo: 'https://files.example.com/logo.svg', accent: '#39ff14' };
  await writeFile(join(folder, 'club.json'), JSON.stringify({ ...sample, club }));
  plain = await startApp();
  withLogo = await startApp({ env: { CLUB_CONFIG: join(folder, 'club.json') } });
});
afterAll(async () => {
  await plain.close();
  await withLogo.close();
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

  test('a maskable icon keeps to the circle that every mask leaves whole', async () => {
    const answer = await plain.get('/icon-maskable.png');
    const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const ground = data.subarray(0, 3);
    let furthest = 0;
    for (let at = 0; at < data.length; at += 3) {
      if (data.subarray(at, at + 3).equals(ground)) continue;
      const [x, y] = [(at / 3) % info.width, Math.floor(at / 3 / info.width)];
      furthest = Math.max(furthest, Math.hypot(x - info.width / 2, y - info.height / 2));
    }
    expect(furthest).toBeGreaterThan(0);
    expect(furthest).toBeLessThanOrEqual(info.width * 0.4);
  });

  test('every page names it, and the club’s logo where there is one', async () => {
    const page = await (await plain.get('/links')).text();
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
    expect(page).toContain('<link rel="icon" href="/icon.svg"/>');
    expect(await (await withLogo.get('/links')).text()).toContain(
      '<link rel="icon" href="https://files.example.com/logo.svg"/>',
    );
    const { icons } = await manifestOf(withLogo);
    expect(icons[0]).toMatchObject({ src: 'https://files.example.com/logo.svg', sizes: 'any', purpose: 'any' });
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
