import type { Figure, Row } from './figure.ts';
import { ask } from './machine/ask.ts';
import { compare } from './machine/compare.ts';
import { startFloor } from './machine/floor.ts';
import { settled } from './machine/process-costs.ts';
import { startSite } from './machine/site.ts';

const PATHS = ['/home', '/api/events?set=future'];

/** What one cached answer costs the processor, against a bare server that writes the same bytes. */
export const processor: Figure = {
  name: 'processor',
  about: 'processor time of a cached request, against a bare node:http server',
  async measure() {
    await using site = await startSite();
    await settled(site.pid);
    const rows: Row[] = [];
    for (const path of PATHS) {
      await using floor = await startFloor(await ask(site.url + path));
      const costs = (await compare(floor, site, path)).processor;
      rows.push({ what: `processor ${path}`, unit: 'µs/req', ...costs, goal: { atMost: 1.6 }, noise: 0.1 });
    }
    return rows;
  },
};
