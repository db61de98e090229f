import { runCommand } from '../cli/commands.ts';
import { startApp, type RunningApp } from '../test/app.ts';
import type { Order, Said } from './sites.ts';

const open = new Map<string, RunningApp>();

process.umask(0o077);
process.on('message', (text) => {
  const order: Order = JSON.parse(String(text));
  carryOut(order).then(
    (done) => say({ id: order.id, ...done }),
    (error: unknown) => say({ id: order.id, error: String(error) }),
  );
});

async function carryOut({ env, command, close }: Order): Promise<Omit<Said, 'id'>> {
  if (close) {
    await open.get(close)?.close();
    open.delete(close);
    return {};
  }
  if (command) {
    await run(command, env);
    return {};
  }
  const app = await startApp({ env, sample: true });
  open.set(app.url, app);
  return { url: app.url, dataDir: app.dataDir };
}

/** A command of its own process would load the code anew each time, which takes a second of the processor. */
async function run([name = '', ...args]: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const before = { ...process.env };
  const said: string[] = [];
  const { error } = console;
  Object.assign(process.env, env);
  console.error = (text: unknown) => said.push(String(text));
  try {
    const code = await runCommand(name, args);
    if (code !== 0) throw new Error(`club ${name} ended with ${code}: ${said.join(' ')}`);
  } finally {
    console.error = error;
    for (const key of Object.keys(process.env)) if (!(key in before)) delete process.env[key];
    Object.assign(process.env, before);
  }
}

function say(said: Said): void {
  process.send?.(JSON.stringify(said));
}
