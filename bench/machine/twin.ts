import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Target } from './site.ts';

/** Starts a bare node:http server that keeps the answers of `site`, whose pages have no scripts there. */
export async function startTwin(site: Target): Promise<Target & AsyncDisposable> {
  const child = fork(join(import.meta.dirname, 'twin-server.ts'), { env: { ...process.env, NODE_ENV: 'production' } });
  child.send(site.url);
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
