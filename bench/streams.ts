import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { notifySite } from '../app/live/changes-socket.ts';
import { median, type Figure, type Row } from './figure.ts';
import { residentMegabytes, settled } from './machine/process-costs.ts';
import { startSite } from './machine/site.ts';

const STREAMS = 10_000;
const READERS = 2;
const CHANGES = 5;
const MACHINE = join(import.meta.dirname, 'machine');

/** A server whose streams are opened, and that is then made to tell them something. */
interface Teller {
  port: number;
  pid: number;
  tell: () => Promise<unknown>;
}

interface Told {
  milliseconds: number;
  /** Resident memory that the streams brought, in KB each. */
  kilobytes: number;
}

/** What 10,000 open pages cost, and how long it takes to tell them all of one change. */
export const streams: Figure = {
  name: 'streams',
  about: `one change to ${STREAMS.toLocaleString('en-US')} open /live streams, and the memory of each`,
  async measure() {
    const floor = await bare();
    const site = await clubroom();
    const rows: Row[] = [
      {
        what: `${STREAMS} streams told of a change`,
        unit: 's',
        floor: floor.milliseconds / 1000,
        measured: site.milliseconds / 1000,
        goal: { atMost: 1 },
        noise: 0.3,
      },
      {
        what: 'memory of a stream',
        unit: 'KB',
        floor: floor.kilobytes,
        measured: site.kilobytes,
        ratio: site.kilobytes / floor.kilobytes,
        goal: { atMost: 1.5 },
        noise: 0.1,
      },
    ];
    return rows;
  },
};

async function bare(): Promise<Told> {
  const child = fork(join(MACHINE, 'bare-streams.ts'), { env: { ...process.env, NODE_ENV: 'production' } });
  const [port] = await once(child, 'message');
  try {
    return await measured({ port, pid: child.pid ?? 0, tell: async () => child.send('tell') });
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
}

async function clubroom(): Promise<Told> {
  await using site = await startSite({ isEmpty: true });
  return await measured({
    port: Number(new URL(site.url).port),
    pid: site.pid,
    // As the club command does after an import.
    tell: () => notifySite(site.dataDir, [{ topic: 'event', key: '-BenchChanged' }]),
  });
}

async function measured({ port, pid, tell }: Teller): Promise<Told> {
  await settled(pid);
  const before = (await residentMegabytes(pid)) ?? Number.NaN;
  const readers = Array.from({ length: READERS }, () => fork(join(MACHINE, 'stream-readers.ts')));
  try {
    const isOpen = Promise.all(readers.map((reader) => once(reader, 'message')));
    for (const reader of readers) reader.send({ port, count: STREAMS / READERS });
    await isOpen;
    await settled(pid);
    const kilobytes = (((await residentMegabytes(pid)) ?? Number.NaN) - before) * (1024 / STREAMS);
    const times: number[] = [];
    for (let change = 0; change < CHANGES; change++) times.push(await timeOf(readers, tell));
    return { milliseconds: median(times), kilobytes };
  } finally {
    const running = readers.filter(({ exitCode }) => exitCode === null);
    const ended = Promise.all(running.map((reader) => once(reader, 'exit')));
    for (const reader of running) reader.disconnect();
    await ended;
  }
}

/** From the change to the last page's having been told. */
async function timeOf(readers: ChildProcess[], tell: Teller['tell']): Promise<number> {
  const told = Promise.all(readers.map((reader) => once(reader, 'message')));
  const startedAt = performance.now();
  const telling = tell();
  await told;
  const milliseconds = performance.now() - startedAt;
  await telling;
  return milliseconds;
}
