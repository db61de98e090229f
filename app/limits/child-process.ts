import { fork } from 'node:child_process';
import { resolve } from 'node:path';

export interface ChildLimits {
  timeMs: number;
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
    const child = fork(resolve(program), {
      execArgv: [`--max-old-space-size=${megabytes}`],
      // Nothing of the environment: secrets are there.
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
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      process.off('exit', end);
      const isAtLimit = signal === 'SIGKILL' || signal === 'SIGABRT';
      if (isAtLimit) fail(new TooCostly(`it takes more than ${timeMs / 1000} s or ${megabytes} MB`));
      else fail(new Error(`The process ended with ${signal ?? `code ${code}`}`));
    });
    child.send(order, (error) => error && fail(error));
  });
}
