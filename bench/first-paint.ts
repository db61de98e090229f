import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median, type Figure, type Goal, type Row } from './figure.ts';
import { read } from './machine/ask.ts';
import { settled } from './machine/process-costs.ts';
import { publicPages } from './machine/public-pages.ts';
import { startSite } from './machine/site.ts';
import { secondPage, visit, type Visit } from './machine/slow-phone.ts';
import { startTwin } from './machine/twin.ts';
import { waterfallOf } from './waterfall.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const ONLY = process.env.PAGES?.split(',');
const PICTURES = 'bench/history';

interface Kind {
  what: string;
  unit: string;
  /** What it may be as a part of its twin's; where the twin's may be 0, what it may have beyond its twin's. */
  goal?: Goal;
  isBeyondTwin?: true;
}

const MEASURED: (Kind & { name: keyof Omit<Visit, 'files'> })[] = [
  { name: 'firstPaint', what: 'first paint', unit: 'ms', goal: { atMost: 1.05 } },
  { name: 'firstContentful', what: 'first contentful', unit: 'ms', goal: { atMost: 1.05 } },
  { name: 'largest', what: 'largest', unit: 'ms', goal: { atMost: 1.05 } },
  { name: 'blocking', what: 'blocking', unit: 'ms', goal: { atMost: 50 }, isBeyondTwin: true },
  { name: 'hydration', what: 'longest task of a script', unit: 'ms', isBeyondTwin: true },
  { name: 'shift', what: 'layout shift', unit: '', goal: { atMost: 0 }, isBeyondTwin: true },
];
const NEXT = { unit: 'ms', goal: { atMost: 0.5 } };
/** A run moves by this part of a goal. */
const NOISE = 0.1;

/**
 * The browser's own throttling, where Lighthouse computes from a fast visit what a slow one would be. Each visit is made in
 * turn at the site, at its twin, the same pages without scripts, and, with BEFORE, a folder in which another version is
 * built, at that; PAGES and ROUNDS shorten it.
 */
export const firstPaint: Figure = {
  name: 'first-paint',
  about:
    'public pages on a phone four times slower, 1.6 Mbit/s and 150 ms away, with nothing kept, against their twins',
  async measure() {
    await using site = await startSite();
    await using before = process.env.BEFORE ? await startSite({ folder: process.env.BEFORE }) : undefined;
    await using twin = await startTwin(site);
    for (const { pid } of [site, before ?? site]) await settled(pid);
    const versions: Version[] = [
      { name: 'now', url: site.url },
      { name: 'twin', url: twin.url },
    ];
    if (before) versions.push({ name: 'before', url: before.url });
    const rows: Row[] = [];
    for (const { name, path } of await publicPages(site.url))
      if (!ONLY || ONLY.includes(name)) rows.push(...(await rowsOf(name, path, versions)));
    return rows;
  },
};

type VersionName = 'now' | 'twin' | 'before';

interface Version {
  name: VersionName;
  url: string;
}

async function rowsOf(name: string, path: string, versions: Version[]): Promise<Row[]> {
  const next = name === '/events' ? 'Team' : 'Events';
  const visits = await inTurns(versions, (one) => visit(one.url + path), path);
  const seconds = await inTurns(versions, (one) => secondPage(one.url + path, next), path);
  for (const [version, made] of Object.entries(visits)) await keepWaterfall(`${name}-${version}`, made);
  const rows = MEASURED.flatMap(({ name: figure, what, ...kind }) =>
    compared({ what: `${name} ${what}`, ...kind }, ({ name: version }) => visits[version].map((one) => one[figure])),
  );
  return [...rows, ...compared({ what: `${name} to ${next}`, ...NEXT }, ({ name: version }) => seconds[version])];

  /** A row of the site and, where there is one, of the version before, each beside the twin. */
  function compared({ what, unit, goal, isBeyondTwin }: Kind, valuesOf: (version: Version) => number[]): Row[] {
    const floor = median(versions.filter((one) => one.name === 'twin').flatMap(valuesOf));
    return versions
      .filter((one) => one.name !== 'twin')
      .map((version) => {
        const measured = median(valuesOf(version));
        const isNow = version.name === 'now';
        const row = { what: isNow ? what : '  before', unit, ...(isNow && goal ? { goal, noise: NOISE } : {}) };
        return isBeyondTwin
          ? { ...row, measured: measured - floor }
          : { ...row, floor, measured, ratio: measured / floor };
      });
  }
}

type PerVersion<Value> = Record<VersionName, Value>;

/** One after the other, as often each; the page itself is kept by then. */
async function inTurns<Result>(
  versions: Version[],
  look: (version: Version) => Promise<Result>,
  path: string,
): Promise<PerVersion<Result[]>> {
  const results: PerVersion<Result[]> = { now: [], twin: [], before: [] };
  for (const one of versions) await read(one.url + path);
  for (let round = 0; round < ROUNDS; round++) for (const one of versions) results[one.name].push(await look(one));
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
