import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { median, type Figure, type Row } from './figure.ts';
import { read } from './machine/ask.ts';
import { freePort } from './machine/free-port.ts';
import { eventRecord, importEvents, manyEvents } from './machine/many-events.ts';
import { newFolder, siteEnvironment } from './machine/site.ts';

const CHANGES = 8;
const VISITORS = 500;
const STORED = 200;
const KEY = '-BenchChanged';
const PATHS = ['/home', '/events', `/events/${KEY}`, '/api/events?set=future'];
const TOMORROW = Date.now() + 12 * 3_600_000;

/** What a change costs: the first visitor after it sees it, and a crowd that comes at once has each page rendered once. */
export const changes: Figure = {
  name: 'changes',
  about: `the first request after a change, and ${VISITORS} visitors at the same moment after it`,
  async measure() {
    const dataDir = await newFolder();
    const port = await freePort();
    const program = join(import.meta.dirname, 'machine/counting-site.ts');
    const child = fork(program, { env: siteEnvironment(dataDir, port, true), execArgv: [] });
    try {
      await once(child, 'message');
      await importEvents(dataDir, manyEvents(STORED, 20));
      return await measured(`http://localhost:${port}`, dataDir, child);
    } finally {
      child.disconnect();
      await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function measured(url: string, dataDir: string, child: ChildProcess): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let stale = 0;
  let mostRenders = 0;
  for (let change = 0; change < CHANGES; change++) {
    const path = PATHS[change % PATHS.length] ?? '/home';
    const title = `Changed for the ${change}th time`;
    await importEvents(dataDir, { [KEY]: eventRecord(title, TOMORROW) });
    const askedAt = performance.now();
    const first = await read(url + path, agent);
    times.push(performance.now() - askedAt);
    if (!first.includes(title)) stale++;

    await importEvents(dataDir, { [KEY]: eventRecord(`${title}, again`, TOMORROW) });
    const before = await rendersOf(child);
    const crowd = await Promise.all(Array.from({ length: VISITORS }, () => read(url + path, agent)));
    stale += crowd.filter((text) => !text.includes(`${title}, again`)).length;
    mostRenders = Math.max(mostRenders, (await rendersOf(child)) - before);
  }
  agent.destroy();
  return [
    { what: 'answers older than the last change', unit: '', measured: stale, goal: { atMost: 0 } },
    { what: `renders for ${VISITORS} visitors after a change`, unit: '', measured: mostRenders, goal: { atMost: 1 } },
    { what: 'first answer after a change', unit: 'ms', measured: median(times) },
  ];
}

async function rendersOf(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message');
  child.send('renders');
  const [renders] = await answer;
  return renders;
}
