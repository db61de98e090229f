import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';

/** Asks for a page all the time, on connections of its own and on kept ones; `stop` tells how it went. */
export function askConstantly(port: number) {
  const kept = new Agent({ keepAlive: true, maxSockets: 4 });
  let isOver = false;
  const outcome = { answered: 0, failed: [] as string[] };
  const ask = async (agent: Agent | undefined) => {
    while (!isOver) {
      await status(port, agent).then(
        (code) => (code === 200 ? outcome.answered++ : outcome.failed.push(String(code))),
        (error: unknown) => outcome.failed.push(String(error)),
      );
    }
  };
  const visitors = Promise.all([undefined, undefined, kept, kept].map((agent) => ask(agent)));
  return {
    outcome,
    async stop() {
      isOver = true;
      await visitors;
      kept.destroy();
      return outcome;
    },
  };
}

export function status(port: number, agent: Agent | undefined, path = '/home'): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, agent: agent ?? false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject);
  });
}

/** A shell that holds the listening socket, as systemd does, and starts the site again whenever it has ended. */
export async function supervise(env: NodeJS.ProcessEnv, cwd = process.cwd()) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const descriptor = descriptorOf(server);
  const script = `while :; do sh -c 'LISTEN_PID=$$ exec "$0" scripts/serve.mjs' "$0" & echo "began $!"; wait $!; done`;
  const settings = { ...process.env, ...env, NODE_ENV: 'production', PORT: String(port), LISTEN_FDS: '1' };
  const shell = spawn('sh', ['-c', script, process.execPath], {
    env: settings,
    cwd,
    stdio: ['ignore', 'pipe', 'inherit', descriptor],
  });
  // From here on only the shell and what it starts take connections.
  server.close();
  if (!shell.stdout) throw new Error('The shell says nothing');
  return { port, shell, lines: createInterface({ input: shell.stdout })[Symbol.asyncIterator]() };
}

/** The file descriptor on which it listens, which another process can be given. */
export function descriptorOf(server: Server): number {
  const descriptor: unknown = Reflect.get(Object(Reflect.get(server, '_handle')), 'fd');
  return Number(descriptor);
}

/** The process id of the site that the shell starts next. */
export async function nextSite(lines: AsyncIterator<string>): Promise<number> {
  // The line may stand behind a line of the log that the site before it could not finish.
  return Number((await said(lines, /began \d+$/)).replace(/.*began /, ''));
}

/** Reads what is said until a line matches. */
export async function said(lines: AsyncIterator<string>, wanted: RegExp): Promise<string> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error(`The process ended before it said ${wanted}`);
    if (wanted.test(value)) return value;
  }
}
