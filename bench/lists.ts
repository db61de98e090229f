import type { Figure, Row } from './figure.ts';
import { ask } from './machine/ask.ts';
import { compare } from './machine/compare.ts';
import { startFloor } from './machine/floor.ts';
import { importEvents, manyEvents } from './machine/many-events.ts';
import { settled } from './machine/process-costs.ts';
import { startSite } from './machine/site.ts';

const LIST = '/api/events?set=future';
const UPCOMING = 20;
const FEW = 200;
const MANY = 100_000;

/** The list of upcoming events against a bare server, and how it fares with many more events stored. */
export const lists: Figure = {
  name: 'lists',
  about: `requests a second for ${LIST}, and the same with ${MANY.toLocaleString('en-US')} stored events`,
  async measure() {
    await using few = await siteWith(FEW);
    await using many = await siteWith(MANY);
    await using floor = await startFloor(await ask(few.url + LIST));
    const { rate } = await compare(floor, few, LIST);
    const grown = (await compare(few, many, LIST)).rate;
    const rows: Row[] = [
      { what: LIST, unit: 'req/s', ...rate, goal: { atLeast: 0.7 }, noise: 0.1 },
      { what: `${MANY} events / ${FEW}`, unit: 'req/s', ...grown, goal: { atLeast: 0.8 }, noise: 0.1 },
    ];
    return rows;
  },
};

async function siteWith(events: number) {
  const site = await startSite({ isEmpty: true });
  await importEvents(site.dataDir, manyEvents(events, UPCOMING));
  await settled(site.pid);
  return site;
}
