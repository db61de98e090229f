import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { drawIcon, drawIconPng, type IconShape, asIco } from '../../posters/draw-icon.ts';
import { drawLogoIcon } from '../../posters/draw-logo-icon.ts';
import type { Site } from '../../site.ts';
import type { AppEnv } from '../../http/env.ts';
import { openLogo } from './club-logo.ts';
import { createKeptImages } from './kept-images.ts';
import { sendImage } from './send-image.ts';

interface PngIcon {
  path: string;
  size: number;
  shape: IconShape;
}

const PNG_ICONS: PngIcon[] = [
  { path: '/icon-192.png', size: 192, shape: 'rounded' },
  { path: '/icon-512.png', size: 512, shape: 'rounded' },
  { path: '/icon-maskable.png', size: 512, shape: 'masked' },
  // A phone rounds this one itself.
  { path: '/apple-touch-icon.png', size: 180, shape: 'square' },
];

/** What browsers and programs ask for that read no page. */
const FAVICON: PngIcon = { path: '/favicon.ico', size: 48, shape: 'rounded' };

export function iconsApp({ club: { club }, storage }: Pick<Site, 'club' | 'storage'>): Hono<AppEnv> {
  const { accent, shortName, logo: address } = club;
  const images = createKeptImages(storage);
  const readLogo = openLogo(address, storage);
  const app = new Hono<AppEnv>();

  app.get('/icon.svg', async (c) => {
    const make = async () => Buffer.from(await drawIcon({ shortName, accent, shape: 'rounded' }));
    const inputs = [shortName, accent];
    return sendImage(c, await images.image({ kind: 'club', key: 'icon', inputs, extension: 'svg', make }));
  });

  for (const icon of PNG_ICONS) {
    app.get(icon.path, async (c) => sendImage(c, (await ofLogo(icon)) ?? (await ofInitials(icon))));
  }

  app.get(FAVICON.path, async (c) => {
    const { body, etag } = (await ofLogo(FAVICON)) ?? (await ofInitials(FAVICON));
    return sendImage(c, { body: asIco(body, FAVICON.size), contentType: 'image/x-icon', etag });
  });

  async function ofLogo({ path, size, shape }: PngIcon) {
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

  function ofInitials({ path, size, shape }: PngIcon) {
    const make = () => drawIconPng({ shortName, accent, shape }, size);
    const inputs = [shortName, accent, size, shape];
    return images.image({ kind: 'club', key: path, inputs, extension: 'png', make });
  }

  return app;
}
