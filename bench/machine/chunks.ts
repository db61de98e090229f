import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ASSETS = 'build/client/assets';

/** What may be in no script of a public page, by the modules that it is made of. */
export const FOREIGN = {
  zod: /\/node_modules\/zod\//,
  dates: /\/node_modules\/@internationalized\//,
  admin: /\/app\/(routes|ui)\/admin\//,
};

/** Which modules each script of the build is made of, as the build noted them (vite.config.ts): paths from the root. */
export async function readChunks(): Promise<Record<string, string[]>> {
  return JSON.parse(await readFile('build/modules.json', 'utf8'));
}

/** Every script that the page names, and what those import, with `later` also what they load when it is needed. */
export async function scriptsOf(html: string, { later }: { later: boolean }): Promise<string[]> {
  const found = new Set<string>();
  const open = [...html.matchAll(/\/assets\/([\w.-]+\.js)["\s]/g)].map((match) => match[1] ?? '');
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const code = await readFile(join(ASSETS, file), 'utf8');
    const imports = later
      ? /(?:from|import)\s*\(?\s*["'`]\.\/([\w.-]+\.js)["'`]/g
      : /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;
    open.push(...[...code.matchAll(imports)].map((match) => match[1] ?? ''));
  }
  return [...found];
}

/**
 * What a public page may load before it is alive, in KB as they travel. The hashes in the names of files alone, which scripts
 * hold too, make a tenth of a KB from one build to the next.
 */
export const MOST_SCRIPT_KB = 112;
/** The same for the page of a draw, which loads what events and what forms load. */
export const MOST_DRAW_SCRIPT_KB = 116.1;
/** The page of a draw, which has what events and forms have. */
export const MOST_SCRIPT_OF_DRAW_KB = 115.9;

/** In KB, with brotli. */
export async function scriptSize(scripts: string[]): Promise<number> {
  const sizes = await Promise.all(scripts.map(async (script) => (await stat(join(ASSETS, `${script}.br`))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** The modules in `scripts` that match, each with the script that it is in. */
export function foreignIn(scripts: string[], chunks: Record<string, string[]>, pattern: RegExp): string[] {
  return scripts.flatMap((script) =>
    (chunks[script] ?? []).filter((module) => pattern.test(`/${module}`)).map((module) => `${module} in ${script}`),
  );
}
