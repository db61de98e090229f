import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { codePath } from '../code-folder.ts';

export interface ChildLimits {
  /**
   * Time on the processor, rounded up to whole seconds. By the clock it may take several times as long, since a machine
   * may be busy with others.
   */
  timeMs: number;
  /** The total of V8's heap and everything outside it. */
  megabytes: number;
}

export class TooCostly extends Error {
  override name = 'TooCostly';
}

/**
 * Runs `program` in a process of its own, which frees its memory when it ends, and returns its answer to `order`. `program` is
 * a source file, because the built site is a single file. @throws TooCostly at a limit.
 */
export function inChildProcess<Order extends object, Answer>(
  program: string,
  order: Order,
  { timeMs, megabytes }: ChildLimits,
): Promise<Answer> {
  return new Promise((done, fail) => {
    const child = forkWithin({ timeMs, megabytes }, codePath(program), {
      // The environment holds secrets, so it is not passed on.
      env: {},
      serialization: 'advanced',
      timeout: timeMs * CLOCK_FACTOR,
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

/** On a busy machine a text must not seem to cost too much: its plain text would be kept. */
const CLOCK_FACTOR = 6;

/** Signals by which this process ends the other one, or by which it dies when it runs out of memory. */
const AT_LIMIT: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGKILL',
  'SIGXCPU',
  'SIGABRT',
  'SIGTRAP',
  'SIGILL',
  'SIGSEGV',
]);

/**
 * Linux counts the room that V8 reserves for compiled code, and the stacks of threads, as data although they are empty.
 * With less than this, no process would start.
 */
const SET_ASIDE_MB = (process.arch === 'x64' ? 512 : 128) + 144;

/**
 * V8 bounds only its own heap, not the memory in which pictures are drawn, so Linux bounds the whole process, and its time
 * on the processor.
 */
function forkWithin({ timeMs, megabytes }: ChildLimits, program: string, options: ForkOptions): ChildProcess {
  const heap = `--max-old-space-size=${megabytes}`;
  if (process.platform !== 'linux') return fork(program, { ...options, execArgv: [heap] });
  const limited = `ulimit -d ${(megabytes + SET_ASIDE_MB) * 1024}; ulimit -t ${Math.ceil(timeMs / 1000)}; exec "$0" "$@"`;
  return fork(program, { ...options, execPath: '/bin/sh', execArgv: ['-c', limited, process.execPath, heap] });
}
