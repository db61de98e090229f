import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from './ask.ts';
import { freePort } from './free-port.ts';

/** A server under measurement: where it is, and which process works for it. */
export interface Target {
  url: string;
  pid: number;
}

export interface RunningSite extends Target, AsyncDisposable {
  dataDir: string;
  /** Milliseconds from the start of the process to its first answer. */
  firstAnswerMs: number;
  stop: () => Promise<void>;
}

export interface SiteOptions {
  /** Left out: a new folder, removed at the end. */
  dataDir?: string;
  /** Starts without the sample club. */
  isEmpty?: boolean;
  /** Settings of its own. */
  settings?: NodeJS.ProcessEnv;
  /** A clone of another version, built; left out: this one. */
  folder?: string | undefined;
  /** What starts the site; by default the pinned Node with scripts/serve.mjs. */
  command?: [program: string, ...args: string[]];
}

const START_WITHIN_MS = 60_000;

/** The environment of a site of its own, whatever this shell or .env say. */
export function siteEnvironment(dataDir: string, port: number, isEmpty = false): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '',
    PUBLIC_URL: '',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    STORAGE_URL: '',
    OIDC_ISSUER: '',
    SMTP_URL: '',
    CLUB_EMPTY: isEmpty ? '1' : '',
  };
}

/** Starts the built site in a process of its own and waits for its first answer. */
export async function startSite(options: SiteOptions = {}): Promise<RunningSite> {
  const dataDir = options.dataDir ?? (await newFolder());
  const port = await freePort();
  const [program, ...args] = options.command ?? [process.execPath, 'scripts/serve.mjs'];
  const startedAt = performance.now();
  const child = spawn(program, args, {
    env: { ...siteEnvironment(dataDir, port, options.isEmpty), ...options.settings },
    cwd: options.folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    // A group of its own, so that what a command starts in turn is stopped with it.
    detached: true,
  });
  const stopWithBench = () => signal(child);
  process.once('exit', stopWithBench);
  const url = `http://localhost:${port}`;
  await answered(url, child);
  const firstAnswerMs = performance.now() - startedAt;
  const stop = async () => {
    await ended(child);
    process.off('exit', stopWithBench);
  };
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    firstAnswerMs,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'clubroom-bench-'));
}

async function answered(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + START_WITHIN_MS;
  for (;;) {
    const isThere = await ask(`${url}/robots.txt`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    if (child.exitCode !== null) throw new Error(`The site ended with code ${child.exitCode} before it answered`);
    if (performance.now() > until) throw new Error('The site did not answer within a minute');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || !signal(child)) return;
  while (signal(child, 0)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Signals every process of the child's group; false when none is left. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals | 0 = 'SIGTERM'): boolean {
  try {
    return pid !== undefined && process.kill(-pid, name);
  } catch {
    return false;
  }
}
