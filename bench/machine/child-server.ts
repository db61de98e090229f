import { fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Target } from './site.ts';

/** Starts the server in `file` of this folder in a process of its own, told what it is to answer; it tells its port. */
export async function startChildServer(file: string, told: Serializable): Promise<Target & AsyncDisposable> {
  const child = fork(join(import.meta.dirname, file), { env: { ...process.env, NODE_ENV: 'production' } });
  child.send(told);
  const [port] = await once(child, 'message');
  return {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
}
