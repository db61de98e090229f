import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Figure, Row } from './figure.ts';
import { read } from './machine/ask.ts';
import { publicPages } from './machine/public-pages.ts';
import { startSite } from './machine/site.ts';

const ASSETS = 'build/client/assets';
/** Texts that survive minification wherever code of these packages, or of the admin area, is. */
const FOREIGN = {
  zod: /ZodError|_zod\b/,
  'react-aria': /data-rac\b|react-aria-/,
  admin: /Update Exec|Remove food items|Create Event/,
};

/** What a signed-out visitor's browser loads before a page is whole: scripts, data in the page, fonts. */
export const weight: Figure = {
  name: 'weight',
  about: 'JavaScript, inline data and fonts of each public page, in KB as they travel',
  async measure() {
    await using site = await startSite();
    const rows: Row[] = [];
    const fonts = new Set<string>();
    for (const { name, path } of await publicPages(site.url)) {
      const html = await read(site.url + path);
      const scripts = await scriptsOf(html);
      for (const font of html.matchAll(/"\/assets\/([\w.-]+\.woff2)"/g)) fonts.add(font[1] ?? '');
      const kilobytes = await sizeOf([...scripts.keys()].map((file) => `${file}.br`));
      rows.push({ what: `JavaScript ${name}`, unit: 'KB br', measured: kilobytes, goal: { atMost: 110 } });
      rows.push({ what: `  inline in ${name}`, unit: 'KB br', measured: inlineSize(html) });
      for (const [what, pattern] of Object.entries(FOREIGN)) {
        const found = [...scripts].filter(([, code]) => pattern.test(code)).map(([file]) => file);
        if (found.length > 0)
          rows.push({
            what: `  ${what} in ${found.join(', ')}`,
            unit: 'files',
            measured: found.length,
            goal: { atMost: 0 },
          });
      }
    }
    rows.push({ what: 'fonts preloaded', unit: 'KB', measured: await sizeOf([...fonts]), goal: { atMost: 70 } });
    rows.push({ what: 'foreign code known', unit: 'markers', measured: await knownMarkers(), goal: { atLeast: 1 } });
    return rows;
  },
};

/** Every file that the page names, and what those import, with their text. */
async function scriptsOf(html: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const open = [...html.matchAll(/\/assets\/([\w.-]+\.js)"/g)].map((match) => match[1] ?? '');
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    const code = await readFile(join(ASSETS, file), 'utf8');
    found.set(file, code);
    const imports = code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g);
    open.push(...[...imports].map((match) => match[1] ?? ''));
  }
  return found;
}

async function sizeOf(files: string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(ASSETS, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

function inlineSize(html: string): number {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
  return brotliCompressSync(inline.join('\n')).length / 1000;
}

/** How many of the marked packages are anywhere in the build: at none, the check above would see nothing. */
async function knownMarkers(): Promise<number> {
  const files = (await readdir(ASSETS)).filter((name) => name.endsWith('.js'));
  const codes = await Promise.all(files.map((name) => readFile(join(ASSETS, name), 'utf8')));
  return Object.values(FOREIGN).filter((pattern) => codes.some((code) => pattern.test(code))).length;
}
