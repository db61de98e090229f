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

async function carryOut({ env, close }: Order): Promise<Omit<Said, 'id'>> {
  if (close) {
    await open.get(close)?.close();
    open.delete(close);
    return {};
  }
  const app = await startApp({ env, sample: true });
  open.set(app.url, app);
  return { url: app.url, dataDir: app.dataDir };
}

function say(said: Said): void {
  process.send?.(JSON.stringify(said));
}
