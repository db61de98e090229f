import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median, type Figure, type Goal, type Row } from './figure.ts';
import { read } from './machine/ask.ts';
import { settled } from './machine/process-costs.ts';
import { publicPages } from './machine/public-pages.ts';
import { startSite, type RunningSite } from './machine/site.ts';
import { secondPage, visit, type Visit } from './machine/slow-phone.ts';
import { waterfallOf } from './waterfall.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const ONLY = process.env.PAGES?.split(',');
const PICTURES = 'bench/history';

const MEASURED: { name: keyof Omit<Visit, 'files'>; what: string; unit: string; goal?: Goal; noise?: number }[] = [
  { name: 'firstPaint', what: 'first paint', unit: 'ms', goal: { atMost: 600 }, noise: 0.1 },
  { name: 'firstContentful', what: 'first contentful', unit: 'ms' },
  { name: 'largest', what: 'largest', unit: 'ms', goal: { atMost: 800 }, noise: 0.1 },
  { name: 'blocking', what: 'blocking', unit: 'ms', goal: { atMost: 50 }, noise: 0.2 },
  { name: 'hydration', what: 'longest task of a script', unit: 'ms', goal: { atMost: 50 }, noise: 0.2 },
  { name: 'shift', what: 'layout shift', unit: '', goal: { atMost: 0 } },
];

/**
 * The browser's own throttling, where Lighthouse computes from a fast visit what a slow one would be. With BEFORE, a
 * folder in which another version is built, each visit is made at both in turn; PAGES and ROUNDS shorten it.
 */
export const firstPaint: Figure = {
  name: 'first-paint',
  about: 'public pages on a phone four times slower, 1.6 Mbit/s and 150 ms away, with nothing kept',
  async measure() {
    await using site = await startSite();
    await using before = process.env.BEFORE ? await startSite({ folder: process.env.BEFORE }) : undefined;
    for (const { pid } of [site, before ?? site]) await settled(pid);
    const rows: Row[] = [];
    for (const { name, path } of await publicPages(site.url))
      if (!ONLY || ONLY.includes(name)) rows.push(...(await rowsOf(name, path, { site, before })));
    return rows;
  },
};

interface Versions {
  site: RunningSite;
  before: RunningSite | undefined;
}

async function rowsOf(name: string, path: string, { site, before }: Versions): Promise<Row[]> {
  const [now, then] = await inTurns([site, before], (one) => visit(one.url + path), path);
  const next = name === '/events' ? 'Team' : 'Events';
  const [nowNext, thenNext] = await inTurns([site, before], (one) => secondPage(one.url + path, next), path);
  await keepWaterfall(name, now);
  await keepWaterfall(`${name}-before`, then);
  const rows = MEASURED.flatMap(({ name: figure, what, ...rest }) => {
    const of = (visits: Visit[]) => median(visits.map((one) => one[figure]));
    return pair({ what: `${name} ${what}`, ...rest, measured: of(now) }, then.length > 0 ? of(then) : undefined);
  });
  const second = { what: `${name} to ${next}`, unit: 'ms', goal: { atMost: 250 }, noise: 0.2 };
  return [
    ...rows,
    ...pair({ ...second, measured: median(nowNext) }, thenNext.length > 0 ? median(thenNext) : undefined),
  ];
}

function pair(row: Row, before: number | undefined): Row[] {
  return before === undefined ? [row] : [row, { what: '  before', unit: row.unit, measured: before }];
}

/** One after the other, as often each; the page itself is kept by then. */
async function inTurns<Result>(
  [site, before]: [RunningSite, RunningSite | undefined],
  look: (site: RunningSite) => Promise<Result>,
  path: string,
): Promise<[Result[], Result[]]> {
  const results: [Result[], Result[]] = [[], []];
  for (const one of [site, before]) if (one) await read(one.url + path);
  for (let round = 0; round < ROUNDS; round++) {
    if (before) results[1].push(await look(before));
    results[0].push(await look(site));
  }
  return results;
}

/** The visit whose first paint is the median, as a picture. */
async function keepWaterfall(name: string, visits: Visit[]): Promise<void> {
  const middle = visits.toSorted((a, b) => a.firstPaint - b.firstPaint)[Math.floor(visits.length / 2)];
  if (!middle) return;
  await mkdir(PICTURES, { recursive: true });
  const file = `waterfall-${name.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '')}.svg`;
  await writeFile(join(PICTURES, file), waterfallOf(middle));
}
