import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Hono } from 'hono';
import { codePath } from '../../code-folder.ts';
import { drawIcon, drawIconPng, asIco, type IconShape } from '../../posters/draw-icon.ts';
import { drawLogoIcon } from '../../posters/draw-logo-icon.ts';
import type { Site } from '../../site.ts';
import type { AppEnv } from '../../http/env.ts';
import { loadOnce } from '../../limits/load-once.ts';
import { fetchBytes } from '../../http/fetch-bytes.ts';
import type { Storage } from '../../storage/storage.server.ts';
import { createCachedImages, sendImage } from './cached-images.ts';

interface PngIcon {
  path: string;
  size: number;
  shape: IconShape;
}

const PNG_ICONS: PngIcon[] = [
  { path: '/icon-192.png', size: 192, shape: 'rounded' },
  { path: '/icon-512.png', size: 512, shape: 'rounded' },
  { path: '/icon-maskable.png', size: 512, shape: 'masked' },
  // Phones round this one themselves.
  { path: '/apple-touch-icon.png', size: 180, shape: 'square' },
];

/** For browsers and programs that ask for an icon without reading a page. */
const FAVICON: PngIcon = { path: '/favicon.ico', size: 48, shape: 'rounded' };

export function iconsApp(site: Pick<Site, 'club' | 'storage'>): Hono<AppEnv> {
  const { storage } = site;
  const { accent, logo: address } = site.club.club;
  const images = createCachedImages(storage);
  const readLogo = openLogo(address, storage);
  const app = new Hono<AppEnv>();

  app.get('/icon.svg', async (c) => {
    const { shortName } = site.club.club;
    const make = async () => Buffer.from(await drawIcon({ shortName, accent, shape: 'rounded' }));
    const inputs = [shortName, accent];
    return sendImage(c, await images.image({ kind: 'club', key: 'icon', inputs, extension: 'svg', make }));
  });

  for (const icon of PNG_ICONS) {
    app.get(icon.path, async (c) => sendImage(c, (await drawLogo(icon)) ?? (await drawInitials(icon))));
  }

  app.get(FAVICON.path, async (c) => {
    const { body, etag } = (await drawLogo(FAVICON)) ?? (await drawInitials(FAVICON));
    return sendImage(c, { body: asIco(body, FAVICON.size), contentType: 'image/x-icon', etag });
  });

  async function drawLogo({ path, size, shape }: PngIcon) {
    const logo = await readLogo();
    if (!logo) return undefined;
    const inputs = [createHash('sha256').update(logo).digest('hex'), accent, size, shape];
    const make = () => drawLogoIcon({ logo, accent, shape }, size);
    try {
      return await images.image({ kind: 'club', key: path, inputs, extension: 'png', make });
    } catch (error) {
      console.error(`The club's logo ${address} cannot be used for icons: ${String(error)}`);
      return undefined;
    }
  }

  function drawInitials({ path, size, shape }: PngIcon) {
    const { shortName } = site.club.club;
    const make = () => drawIconPng({ shortName, accent, shape }, size);
    const inputs = [shortName, accent, size, shape];
    return images.image({ kind: 'club', key: path, inputs, extension: 'png', make });
  }

  return app;
}

const STORED = '/files/';
/** The folder of files that are served unchanged; and the one before anything is built. */
const BUILT = codePath('build/client');
const WRITTEN = codePath('public');
const LIMITS = { timeoutMs: 5000, maxBytes: 5 * 1024 * 1024 };
/** After a failure, the logo is read again after this time. */
const RETRY_MS = { own: 5000, outside: 10 * 60_000 };

/** `address`: a path of this site or http(s). Reads the logo when first needed; undefined if that fails (the log says why). */
function openLogo(address: string | undefined, storage: Storage): () => Promise<Buffer | undefined> {
  let retryAt = 0;
  const load = loadOnce(() =>
    read(address ?? '', storage).catch((error: unknown) => {
      retryAt = Date.now() + RETRY_MS[address?.startsWith('/') ? 'own' : 'outside'];
      console.error(`The club's logo ${address} cannot be read, so icons show the initials: ${String(error)}`);
      throw error;
    }),
  );
  return async () => (address && Date.now() >= retryAt ? load().catch(() => undefined) : undefined);
}

async function read(address: string, storage: Storage): Promise<Buffer> {
  if (!address.startsWith('/')) return fetchBytes(address, LIMITS);
  const path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
  if (path.startsWith(STORED)) return buffer(await storage.read(path.slice(STORED.length)));
  return readOwn(normalize(path));
}

function readOwn(path: string): Promise<Buffer> {
  return readFile(join(BUILT, path)).catch(() => readFile(join(WRITTEN, path)));
}
