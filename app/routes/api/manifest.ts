import { Hono } from 'hono';
import type { ClubConfig } from '../../config/club.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import type { AppEnv } from '../../http/env.ts';
import { PAPER, accentPalette } from '../../ui/palette.ts';
import { readOnly, type ListSource } from './answer.ts';

export function manifestApp(site: ListSource): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  readOnly(app, '/manifest.webmanifest', (c) => {
    cacheUntil(c, { topics: [] });
    const type = 'application/manifest+json; charset=utf-8';
    return c.body(JSON.stringify(manifestOf(site.club)), 200, { 'content-type': type });
  });
  return app;
}

function manifestOf({ club: { name, shortName, tagline, locale, accent, logo } }: ClubConfig) {
  return {
    id: '/home',
    name,
    short_name: shortName,
    description: tagline,
    lang: locale,
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    theme_color: accentPalette(accent)['--light-accent-fill'],
    background_color: PAPER.light,
    icons: [
      ...(logo ? [] : [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]),
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Events', url: '/events' },
      { name: 'Contact', url: '/contact' },
    ],
  };
}
