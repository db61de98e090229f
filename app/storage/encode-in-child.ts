import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { codePath } from '../code-folder.ts';
import type { SmallerCopy, EncodeOrder } from './images.server.ts';

export type Encoded = { copies: SmallerCopy[] } | { error: string };

/** Run from its source: the built program is one file, and a process needs one of its own. */
const PROGRAM = 'app/storage/encode-process.ts';

/** Begun with the first order: a process at low priority, which takes its memory along when it ends. */
export function createChildEncoder() {
  let running: ChildProcess | undefined;

  function start(): ChildProcess {
    // Nothing of the environment, where secrets are; two arenas give back what each image takes.
    const child = fork(codePath(PROGRAM), { execArgv: [], env: { MALLOC_ARENA_MAX: '2' }, serialization: 'advanced' });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    child.once('exit', () => {
      if (running === child) running = undefined;
    });
    return child;
  }

  return {
    /** @throws if the original cannot be read as an image, and when the process ends. */
    encode: async (order: EncodeOrder) => {
      running ??= start();
      const answer = await answerOf(running, order);
      if ('error' in answer) throw new Error(answer.error);
      return answer.copies;
    },
    end: () => {
      running?.kill('SIGKILL');
      running = undefined;
    },
  };
}

async function answerOf(child: ChildProcess, order: EncodeOrder): Promise<Encoded> {
  const settled = new AbortController();
  const ended = once(child, 'exit', settled).then(([code, signal]) => {
    throw new Error(`The process ended with ${signal ?? `code ${code}`}`);
  });
  const answered = new Promise<Encoded>((resolve) => child.once('message', resolve));
  child.send(order);
  try {
    return await Promise.race([answered, ended]);
  } finally {
    settled.abort();
  }
}
