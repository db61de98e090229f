import { median } from '../figure.ts';
import { load } from './load.ts';
import { processorSeconds } from './process-costs.ts';
import type { Target } from './site.ts';

/** Two servers under the same load; rates in requests a second, processor time in microseconds a request. */
export interface Comparison {
  rate: Pair;
  processor: Pair;
}

export interface Pair {
  floor: number;
  measured: number;
  ratio: number;
}

const CONNECTIONS = 32;
// Until both are compiled: the first path of a run would otherwise stand for all of that.
const WARM_UP = { seconds: 3, connections: CONNECTIONS };
const ROUND = { seconds: 2, connections: CONNECTIONS };

/**
 * Measures `path` on both servers in turn, `pairs` times, and gives the medians: what else the machine does then counts
 * for both alike.
 */
export async function compare(floor: Target, site: Target, path: string, pairs = 5): Promise<Comparison> {
  for (const target of [floor, site]) await load(target.url + path, WARM_UP);
  const rounds: { floor: Measured; site: Measured }[] = [];
  for (let round = 0; round < pairs; round++) {
    // Each begins as often as the other.
    if (round % 2 === 0) rounds.push({ floor: await measure(floor, path), site: await measure(site, path) });
    else
      rounds.push(
        await measure(site, path).then(async (first) => ({ site: first, floor: await measure(floor, path) })),
      );
  }
  return { rate: pairOf(rounds, 'rate'), processor: pairOf(rounds, 'processor') };
}

type Measured = Record<keyof Comparison, number>;

async function measure(target: Target, path: string): Promise<Measured> {
  const before = await processorSeconds(target.pid);
  const { requests, perSecond } = await load(target.url + path, ROUND);
  const after = await processorSeconds(target.pid);
  const used = before === undefined || after === undefined ? Number.NaN : after - before;
  return { rate: perSecond, processor: (used / requests) * 1e6 };
}

function pairOf(rounds: { floor: Measured; site: Measured }[], what: keyof Comparison): Pair {
  return {
    floor: median(rounds.map((round) => round.floor[what])),
    measured: median(rounds.map((round) => round.site[what])),
    ratio: median(rounds.map((round) => round.site[what] / round.floor[what])),
  };
}
