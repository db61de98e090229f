import type { Figure, Row } from './figure.ts';
import { ask } from './machine/ask.ts';
import { compare } from './machine/compare.ts';
import { startFloor } from './machine/floor.ts';
import { importRecords } from './machine/many-events.ts';
import { settled } from './machine/process-costs.ts';
import { startSite } from './machine/site.ts';

/** A visit of a short link, counted, against a bare server that answers the same redirect. */
export const redirect: Figure = {
  name: 'redirect',
  about: 'requests a second for a short link, against a bare node:http server',
  async measure() {
    await using site = await startSite({ isEmpty: true });
    await importRecords(site.dataDir, { link: { chat: { slug: 'chat', url: 'https://chat.example.com/invite' } } });
    await settled(site.pid);
    await using floor = await startFloor(await ask(`${site.url}/go/chat`));
    const { rate } = await compare(floor, site, '/go/chat');
    const row: Row = { what: 'redirect of a short link', unit: 'req/s', ...rate, goal: { atLeast: 0.85 }, noise: 0.1 };
    return [row];
  },
};
