import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { codePath } from '../code-folder.ts';

export interface ChildLimits {
  timeMs: number;
  /** In all: V8's heap and everything outside it. */
  megabytes: number;
}

export class TooCostly extends Error {
  override name = 'TooCostly';
}

/**
 * What `program`, a file of the sources, answers to `order` from a process of its own, which takes its memory along
 * when it ends. Run from its source: the built program is one file. @throws TooCostly at its limits.
 */
export function inChildProcess<Order extends object, Answer>(
  program: string,
  order: Order,
  { timeMs, megabytes }: ChildLimits,
): Promise<Answer> {
  return new Promise((done, fail) => {
    const child = forkWithin(megabytes, codePath(program), {
      // The environment is not passed on: it holds secrets.
      env: {},
      serialization: 'advanced',
      timeout: timeMs,
      killSignal: 'SIGKILL',
    });
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('message', (answer: Answer) => {
      done(answer);
      if (child.connected) child.disconnect();
    });
    child.once('error', (error) => {
      process.off('exit', end);
      fail(error);
    });
    child.once('exit', (code, signal) => {
      process.off('exit', end);
      if (signal !== null && AT_LIMIT.has(signal))
        fail(new TooCostly(`it takes more than ${timeMs / 1000} s or ${megabytes} MB`));
      else fail(new Error(`The process ended with ${signal ?? `code ${code}`}`));
    });
    child.send(order, (error) => error && fail(error));
  });
}

/** These mean that this process ended it, or that it ran out of memory. */
const AT_LIMIT: ReadonlySet<NodeJS.Signals> = new Set(['SIGKILL', 'SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV']);

/**
 * What counts as data though nothing is in it: the room that V8 sets aside for compiled code, and stacks of threads. With less
 * than a process of its own needs to start, none would.
 */
const SET_ASIDE_MB = (process.arch === 'x64' ? 512 : 128) + 144;

/** Linux itself gives it no more memory, whoever asks for it: V8 bounds its own heap alone, not what pictures are drawn in. */
function forkWithin(megabytes: number, program: string, options: ForkOptions): ChildProcess {
  const heap = `--max-old-space-size=${megabytes}`;
  if (process.platform !== 'linux') return fork(program, { ...options, execArgv: [heap] });
  const limited = `ulimit -d ${(megabytes + SET_ASIDE_MB) * 1024}; exec "$0" "$@"`;
  return fork(program, { ...options, execPath: '/bin/sh', execArgv: ['-c', limited, process.execPath, heap] });
}
