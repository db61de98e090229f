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

interface ProcessOptions {
  /** It can be sent messages. */
  hasChannel?: boolean | undefined;
  /** The descriptor of a socket that it inherits, as from a service manager. */
  socket?: number | undefined;
}

/** Starts the built site with these settings; resolves when it serves or has ended. */
export async function startProcess(
  given: NodeJS.ProcessEnv,
  { hasChannel = false, socket }: ProcessOptions = {},
): Promise<SiteProcess> {
  const port = given.PORT ?? String(await freePort());
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', ...given, PORT: port };
  if (socket !== undefined) env.LISTEN_FDS = '1';
  const more = [...(socket === undefined ? [] : [socket]), ...(hasChannel ? (['ipc'] as const) : [])];
  const child = spawn(process.execPath, ['scripts/serve.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe', ...more] });
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
