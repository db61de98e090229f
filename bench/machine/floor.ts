import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Answer } from './ask.ts';
import type { Target } from './site.ts';

/** Starts a bare node:http server that writes the same bytes and headers as `answer`. */
export async function startFloor({ status, headers, body }: Answer): Promise<Target & AsyncDisposable> {
  const child = fork(join(import.meta.dirname, 'floor-server.ts'), { env: { ...process.env, NODE_ENV: 'production' } });
  child.send({ status, headers, body: body.toString('base64') });
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
