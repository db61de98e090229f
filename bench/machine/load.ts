import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Load {
  requests: number;
  perSecond: number;
}

export interface LoadOptions {
  seconds: number;
  connections: number;
}

/** wrk costs the least beside the server; without it, a loop of our own in another process does. */
export const LOAD_TOOL = wrkPath() ? 'wrk' : "the bench's own loop";

/** Asks for `url` on many connections at once, as browsers that take brotli. @throws when an answer is an error. */
export function load(url: string, options: LoadOptions): Promise<Load> {
  // wrk tries the first address of a name only, and the floor listens on one.
  const address = url.replace('//localhost', '//127.0.0.1');
  const wrk = wrkPath();
  return wrk ? loadByWrk(wrk, address, options) : loadByLoop(address, options);
}

function wrkPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'wrk')).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function loadByWrk(wrk: string, url: string, { seconds, connections }: LoadOptions): Promise<Load> {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', 'accept-encoding: br', url];
  const { stdout } = await run(wrk, args);
  const failed = /Non-2xx or 3xx responses: .*|Socket errors: .*/.exec(stdout);
  if (failed) throw new Error(`${url}: ${failed[0]}`);
  return {
    requests: numberIn(stdout, /([\d.]+) requests in/),
    perSecond: numberIn(stdout, /Requests\/sec:\s+([\d.]+)/),
  };
}

function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`wrk said something else:\n${text}`);
  return Number(found);
}

async function loadByLoop(url: string, options: LoadOptions): Promise<Load> {
  const child = fork(join(import.meta.dirname, 'load-loop.ts'));
  child.send({ url, ...options });
  const [{ requests, seconds, failure }] = await once(child, 'message');
  if (failure) throw new Error(`${url}: ${failure}`);
  return { requests, perSecond: requests / seconds };
}
