import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { publicManifestUrl } from './app/http/public-manifest.ts';

const ASSETS = 'build/client/assets';
const ADMIN = 'routes/admin/layout';

interface Route {
  id: string;
  parentId?: string;
}

export default {
  ssr: true,
  // All routes are known from the start: one cacheable file instead of a request per hovered link.
  routeDiscovery: { mode: 'initial' },
  // What a route loads by itself is a few lines: a file of its own would weigh as much again, and be waited for.
  splitRouteModules: false,
  buildEnd: writePublicManifest,
} satisfies Config;

/** The list of routes without those of the admin area, three quarters of it, which are no visitor's. */
async function writePublicManifest(): Promise<void> {
  const name = (await readdir(ASSETS)).find((file) => /^manifest-\w+\.js$/.test(file)) ?? '';
  const code = await readFile(join(ASSETS, name), 'utf8');
  const begin = code.indexOf('{');
  const end = code.lastIndexOf('}') + 1;
  const manifest: { url: string; routes: Record<string, Route> } = JSON.parse(code.slice(begin, end));
  const routes = Object.entries(manifest.routes).filter(([id, { parentId }]) => id !== ADMIN && parentId !== ADMIN);
  const url = publicManifestUrl(manifest.url);
  const written = JSON.stringify({ ...manifest, url, routes: Object.fromEntries(routes) });
  await writeFile(join('build/client', url), code.slice(0, begin) + written + code.slice(end));
}
