import type { Figure, Row } from './figure.ts';
import { ask } from './machine/ask.ts';
import { flood as begin, FORMS, requestsOf } from './machine/flood.ts';
import { forgetMost, residentMegabytes, settled } from './machine/process-costs.ts';
import { startSite } from './machine/site.ts';

const CONNECTIONS = 20;
const ROUNDS = [1000, 4000];
/** As npm start sets it. */
const AS_STARTED = { MALLOC_ARENA_MAX: '2' };
/** The floor is the worst wait while nothing else is asked for. */
const QUIET_MS = 3000;

/** What others notice while somebody asks for what is not kept, in every form at once, as far ahead as a connection lets them. */
export const flood: Figure = {
  name: 'flood',
  about: `a kept page, and memory, while ${CONNECTIONS} connections ask for what is not kept`,
  async measure() {
    await using site = await startSite({ settings: AS_STARTED });
    for (let times = 0; times < 3; times++) await ask(`${site.url}/home`);
    await settled(site.pid);
    const idle = (await residentMegabytes(site.pid)) ?? Number.NaN;
    await forgetMost(site.pid);
    const quiet = await worstWait(`${site.url}/home`, new Promise((resolve) => setTimeout(resolve, QUIET_MS)));
    const rows: Row[] = [];
    for (const count of ROUNDS) {
      const requests = FORMS.flatMap((form) => requestsOf(form, Math.ceil(count / FORMS.length)));
      const { over, leave } = await begin(site.url, requests, CONNECTIONS);
      rows.push({
        what: `a kept page while ${count} are asked for, at worst`,
        unit: 'ms',
        floor: quiet,
        measured: await worstWait(`${site.url}/home`, over),
        goal: { atMost: 250 },
        noise: 0.3,
      });
      leave();
    }
    const most = (await residentMegabytes(site.pid, 'at most')) ?? Number.NaN;
    rows.push({
      what: 'memory that a flood takes',
      unit: 'MB',
      measured: most - idle,
      goal: { atMost: 256 },
      noise: 0.1,
    });
    return rows;
  },
};

/** Milliseconds, of pages asked for one after the other until the flood is over. */
async function worstWait(url: string, over: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ending = over.then(() => (isOver = true));
  let worst = 0;
  while (!isOver) {
    const askedAt = performance.now();
    await ask(url);
    worst = Math.max(worst, performance.now() - askedAt);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await ending;
  return worst;
}
