import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Figure, Row } from './figure.ts';
import { read } from './machine/ask.ts';
import { FOREIGN, foreignIn, MOST_SCRIPT_KB, readChunks, scriptSize, scriptsOf } from './machine/chunks.ts';
import { publicPages } from './machine/public-pages.ts';
import { startSite } from './machine/site.ts';

const ASSETS = 'build/client/assets';

/** What a signed-out visitor's browser loads before a page is whole: scripts, data in the page, styles, fonts. */
export const weight: Figure = {
  name: 'weight',
  about: 'JavaScript, inline data, styles and fonts of each public page, in KB as they travel',
  async measure() {
    await using site = await startSite();
    const chunks = await readChunks();
    const rows: Row[] = [];
    const files = { fonts: new Set<string>(), styles: new Set<string>() };
    for (const { name, path } of await publicPages(site.url)) {
      const html = await read(site.url + path);
      for (const font of html.matchAll(/"\/assets\/([\w.-]+\.woff2)"/g)) files.fonts.add(font[1] ?? '');
      for (const sheet of html.matchAll(/"\/assets\/([\w.-]+\.css)#?"/g)) files.styles.add(`${sheet[1]}.br`);
      const all = await scriptsOf(html, { later: true });
      const kilobytes = await scriptSize(await scriptsOf(html, { later: false }));
      rows.push({ what: `JavaScript ${name}`, unit: 'KB br', measured: kilobytes, goal: { atMost: MOST_SCRIPT_KB } });
      rows.push({ what: `  with all it may load later`, unit: 'KB br', measured: await scriptSize(all) });
      rows.push({ what: `  inline in ${name}`, unit: 'KB br', measured: inlineSize(html), goal: { atMost: 10 } });
      for (const [what, pattern] of Object.entries(FOREIGN)) {
        const found = foreignIn(all, chunks, pattern);
        const where = found.length > 0 ? `: ${found[0]}` : '';
        rows.push({ what: `  ${what}${where}`, unit: 'modules', measured: found.length, goal: { atMost: 0 } });
      }
    }
    rows.push({ what: 'styles of all pages', unit: 'KB br', measured: await sizeOf([...files.styles]) });
    rows.push({ what: 'fonts preloaded', unit: 'KB', measured: await sizeOf([...files.fonts]), goal: { atMost: 70 } });
    return rows;
  },
};

async function sizeOf(files: string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(ASSETS, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

function inlineSize(html: string): number {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
  return brotliCompressSync(inline.join('\n')).length / 1000;
}
