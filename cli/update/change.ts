import { spawn, type ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { z } from 'zod';
import { readServing, type Serving } from '../../app/serving.ts';
import { folderOf, hasEnded, isAlive, nodeOf, readChoice, writeChange, type Change } from '../../scripts/versions.mjs';
import type { DataSteps, SiteCopy } from './data-steps.ts';
import { firstKept } from './kept-copies.ts';

/** DRAIN_SECONDS and what a site takes to stop, as the unit allows. */
const STOPPED_WITHIN_MS = 75_000;
const SERVING_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
const ASKED_WITHIN_MS = 5000;
/** Once more, a little later: what falls over its first visitors does not serve. */
const STEADY_MS = 1500;
const PAGES = ['/healthz', '/home'];

type Wish = Omit<Change, 'mark'>;

export interface Undo {
  /** As it was before. */
  change: Wish;
  version: string;
}

interface VersionChange {
  change: Wish;
  /** What serves then. */
  version: string;
  copies: SiteCopy[];
  /** All copies end before one begins: a version cannot work beside the data of an earlier one. */
  atOnce?: boolean;
  undo: Undo;
}

/**
 * Changes the version in one write, ends what serves, and looks whether the other comes: a copy after the other. What starts it is
 * whoever started the one before. False where it did not serve: the version before is back then, with its data.
 */
export async function changeTo(home: string, data: DataSteps, wanted: VersionChange): Promise<boolean> {
  const { change, version, copies, atOnce = false, undo } = wanted;
  const served = servedIn(home, copies);
  const known = copies.flatMap(({ kept }) => kept);
  const mark = crypto.randomUUID();
  writeChange(home, { ...change, mark, checking: process.pid });
  try {
    await restart(home, data, { served, version, atOnce });
    writeChange(home, { ...withoutBack(change), mark });
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const { copies: found } = await data.look(folderOf(home, change.folder)).catch(() => ({ copies }));
    await undoChange(home, data, {
      served,
      undo,
      copy: firstKept({ copies: found }, known),
      relations: relationsOf(wanted),
    });
    console.error(`Version ${version} did not serve (${why}): version ${undo.version} is back with its data.`);
    return false;
  }
}

function relationsOf({ change }: VersionChange): string[] {
  return change.previous?.relations ?? change.back?.relations ?? [];
}

/** The data is back now, and stays so. */
function withoutBack({ back: _back, checking: _checking, ...change }: Wish): Wish {
  return change;
}

interface Undoing {
  served: SiteCopy[];
  undo: Undo;
  copy: string | undefined;
  relations: string[];
}

async function undoChange(home: string, data: DataSteps, { served, undo, copy, relations }: Undoing): Promise<void> {
  const { change, version } = undo;
  const mark = crypto.randomUUID();
  writeChange(home, { ...change, mark, checking: process.pid, back: { copy, evenIfSame: false, relations } });
  const now = await Promise.all(served.map(({ dataDir }) => readServing(dataDir)));
  // A copy whose turn had not come yet goes on.
  const changed = served.filter((_, at) => now[at]?.version !== version);
  await restart(home, data, { served: changed, version, atOnce: true }).catch((error: unknown) => {
    console.error(`Version ${version} does not serve yet: ${error instanceof Error ? error.message : String(error)}`);
  });
  writeChange(home, { ...withoutBack(change), mark });
}

function servedIn(home: string, copies: SiteCopy[]): SiteCopy[] {
  const others = copies.filter(({ serving }) => serving && serving.home !== home);
  for (const { serving } of others)
    console.error(`The copy in ${serving?.home} is another folder’s: update it there, too.`);
  return copies.filter(({ serving }) => serving?.home === home);
}

export function isServedIn(home: string, copies: SiteCopy[]): boolean {
  return copies.some(({ serving }) => serving?.home === home);
}

interface Restarting {
  served: SiteCopy[];
  version: string;
  atOnce: boolean;
}

async function restart(home: string, data: DataSteps, { served, version, atOnce }: Restarting): Promise<void> {
  if (served.length === 0) return tryAlone(home, data, version);
  if (atOnce) for (const copy of served) await end(home, copy, data);
  for (const copy of served) {
    const began = performance.now();
    if (!atOnce) await end(home, copy, data);
    const away = await awaitVersion(home, copy.dataDir, version);
    console.log(
      `${copy.serving?.url}: version ${version}, ${((away - began) / 1000).toFixed(1)} s after it was asked to end.`,
    );
  }
}

/** Resolved once it has ended. */
async function end(home: string, { dataDir }: SiteCopy, { user }: DataSteps): Promise<void> {
  const serving = await readServing(dataDir);
  if (!serving || !isOfUser(serving.pid, user.uid)) return;
  signal(serving.pid, 'SIGTERM');
  for (let left = STOPPED_WITHIN_MS; isAlive(serving.pid) && left > 0; left -= LOOK_EVERY_MS) {
    const now = await readServing(dataDir);
    // What served may have become the next version in the same process.
    if ((now && now.version !== serving.version) || hasEnded(home)) return;
    await after(LOOK_EVERY_MS);
  }
  if (isAlive(serving.pid) && (await readServing(dataDir))?.pid === serving.pid) signal(serving.pid, 'SIGKILL');
}

/** The number stands in a file that the site may write: nobody else's process is ended for it. */
function isOfUser(pid: number, uid: number | undefined): boolean {
  if (uid === undefined || process.platform !== 'linux') return true;
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === uid;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone.
  }
}

const healthSchema = z.object({ version: z.string() });

/** Waits until the site serves this version, and returns when that was. @throws the reason why it does not. */
async function awaitVersion(home: string, dataDir: string, version: string): Promise<number> {
  let why = 'it did not start';
  const until = performance.now() + SERVING_WITHIN_MS;
  while (performance.now() < until) {
    const serving = await readServing(dataDir);
    if (serving?.version === version && isAlive(serving.pid)) {
      const fault = await faultOf(serving);
      const first = performance.now();
      if (fault === undefined) {
        await after(STEADY_MS);
        const later = await faultOf(serving);
        if (later === undefined) return first;
        why = later;
      } else why = fault;
    } else if (hasEnded(home)) throw new Error('it ended as it started');
    await after(LOOK_EVERY_MS);
  }
  throw new Error(why);
}

async function faultOf({ url, version }: Serving): Promise<string | undefined> {
  for (const path of PAGES) {
    const { status, body } = await ask(`${url}${path}`);
    if (status !== 200) return `${path} answers ${status || 'nothing'}`;
    if (path === '/healthz' && healthSchema.safeParse(JSON.parse(body)).data?.version !== version)
      return '/healthz names another version';
  }
  return undefined;
}

function ask(url: string): Promise<{ status: number; body: string }> {
  return new Promise((done) => {
    const request = get(url, { agent: false, timeout: ASKED_WITHIN_MS }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.on('end', () => done({ status: response.statusCode ?? 0, body }));
      response.on('error', () => done({ status: 0, body }));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => done({ status: 0, body: '' }));
  });
}

/** Nobody serves: it is started for as long as it takes to look. */
async function tryAlone(home: string, data: DataSteps, version: string): Promise<void> {
  const { code } = readChoice(home);
  const child: ChildProcess = spawn(
    nodeOf(code) ?? process.execPath,
    [join(code, 'scripts/serve.mjs'), '--supervised'],
    {
      cwd: home,
      stdio: 'ignore',
      ...data.user,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(await freePort()),
        HOST: '',
        METRICS_PORT: '',
        LISTEN_FDS: '',
      },
    },
  );
  const ended = new Promise<void>((done) => {
    child.on('close', () => done()).on('error', () => done());
  });
  const failed = ended.then(() => {
    throw new Error('it ended as it started');
  });
  failed.catch(() => undefined);
  try {
    await Promise.race([awaitVersion(home, data.dataDir, version), failed]);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
