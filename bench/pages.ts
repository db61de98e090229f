import type { Figure, Row } from './figure.ts';
import { ask } from './machine/ask.ts';
import { compare } from './machine/compare.ts';
import { startFloor } from './machine/floor.ts';
import { publicPages } from './machine/public-pages.ts';
import { settled } from './machine/process-costs.ts';
import { startSite } from './machine/site.ts';

const MEASURED = new Set(['/home', '/events', '/events/{id}', '/team', '/guide']);

/** Repeat requests for public pages, signed out, against a bare server that writes the same bytes. */
export const pages: Figure = {
  name: 'pages',
  about: 'requests a second for a public page, signed out, against a bare node:http server',
  async measure() {
    await using site = await startSite();
    await settled(site.pid);
    const rows: Row[] = [];
    for (const { name, path } of await publicPages(site.url)) {
      if (!MEASURED.has(name)) continue;
      await using floor = await startFloor(await ask(site.url + path));
      const { rate } = await compare(floor, site, path);
      rows.push({ what: `page ${name}`, unit: 'req/s', ...rate, goal: { atLeast: 0.7 }, noise: 0.1 });
    }
    return rows;
  },
};
