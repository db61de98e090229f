import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './app.ts';
import { temporaryFolder } from './storages.ts';

/** An S3 server that can be killed and comes back with the same port and content. */
export interface S3Server {
  /** What a site needs to use its bucket. */
  env: { STORAGE_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** Kills it and removes its content. */
  end: () => Promise<void>;
}

/** Starts one; its content is in a temporary folder. */
export async function startS3(): Promise<S3Server> {
  const port = await freePort();
  const folder = await temporaryFolder();
  const fresh = () => fork(join(import.meta.dirname, 's3-process.ts'), [String(port), folder]);
  let child = fresh();
  await once(child, 'message');
  async function kill(): Promise<void> {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
  return {
    env: {
      STORAGE_URL: `s3://club?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    kill,
    async start() {
      child = fresh();
      await once(child, 'message');
    },
    async end() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
