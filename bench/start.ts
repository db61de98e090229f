import { rm } from 'node:fs/promises';
import { median, type Figure, type Row } from './figure.ts';
import { read } from './machine/ask.ts';
import { residentMegabytes, settled } from './machine/process-costs.ts';
import { publicPages } from './machine/public-pages.ts';
import { newFolder, startSite, type SiteOptions } from './machine/site.ts';

const ROUNDS = 3;
const NPM_START: SiteOptions['command'] = ['npm', 'start', '--silent'];

/** From the start of the process to its answers, and what it holds in memory when nothing happens. */
export const start: Figure = {
  name: 'start',
  about: 'from process start to the first answer and the first /home, npm start once built, idle memory',
  async measure() {
    const dataDir = await newFolder();
    try {
      await startOnce({ dataDir });
      const served = [];
      const byNpm = [];
      for (let round = 0; round < ROUNDS; round++) {
        served.push(await startOnce({ dataDir }));
        byNpm.push(await startOnce({ dataDir, command: NPM_START }));
      }
      const rows: Row[] = [
        seconds(
          'first answer after start',
          served.map(({ firstAnswer }) => firstAnswer),
          1,
        ),
        seconds(
          'first /home after that',
          served.map(({ firstHome }) => firstHome),
          1,
        ),
        seconds(
          'first answer after npm start',
          byNpm.map(({ firstAnswer }) => firstAnswer),
          3,
        ),
        { what: 'idle memory', unit: 'MB', measured: await idleMemory(dataDir), goal: { atMost: 160 }, noise: 0.05 },
      ];
      return rows;
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function startOnce(options: SiteOptions): Promise<{ firstAnswer: number; firstHome: number }> {
  await using site = await startSite(options);
  const askedAt = performance.now();
  await read(`${site.url}/home`);
  const firstHome = (performance.now() - askedAt) / 1000;
  // A new club's pictures are made once; what is measured after it is a start like any other.
  await settled(site.pid);
  return { firstAnswer: site.firstAnswerMs / 1000, firstHome };
}

function seconds(what: string, values: number[], atMost: number): Row {
  return { what, unit: 's', measured: median(values), goal: { atMost }, noise: 0.3 };
}

/** After every page was asked for once, as a site that is up has it. */
async function idleMemory(dataDir: string): Promise<number> {
  await using site = await startSite({ dataDir });
  for (const { path } of await publicPages(site.url)) await read(site.url + path);
  await settled(site.pid);
  return (await residentMegabytes(site.pid)) ?? Number.NaN;
}
