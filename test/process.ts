import { spawn, type ChildProcess } from 'node:child_process';
import { freePort } from './app.ts';

/** The built site as a process of its own. */
export interface SiteProcess {
  url: string;
  process: ChildProcess;
  /** Everything it has said so far, on both outputs. */
  said: () => string;
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>;
}

/** Starts the built site with these settings; resolves when it serves or has ended. With a channel it can be sent messages. */
export async function startProcess(given: NodeJS.ProcessEnv, { hasChannel = false } = {}): Promise<SiteProcess> {
  const port = given.PORT ?? String(await freePort());
  const env = { ...process.env, NODE_ENV: 'production', ...given, PORT: port };
  const channel = hasChannel ? (['ipc'] as const) : [];
  const child = spawn(process.execPath, ['scripts/serve.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe', ...channel] });
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  const serving = new Promise<void>((resolve) => {
    for (const output of [child.stdout, child.stderr]) {
      output?.on('data', (bytes: Buffer) => {
        said += bytes.toString();
        if (said.includes('Clubroom is at')) resolve();
      });
    }
  });
  await Promise.race([serving, ended]);
  return { url: `http://localhost:${port}`, process: child, said: () => said, ended };
}
