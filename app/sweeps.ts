import { eraseOldTrash } from './domain/trash/erase-old-trash.ts';
import { eraseDueFiles } from './domain/uploads/erase-files.ts';
import type { Site } from './http/context.server.ts';

type Sweep = (site: Pick<Site, 'db' | 'storage'>) => Promise<unknown>;

const HOUR_MS = 3_600_000;

/** What is tidied up at the start and then every hour, in this order. Each may run in several copies of the site at once. */
const SWEEPS: Sweep[] = [({ db }) => eraseOldTrash(db), ({ db, storage }) => eraseDueFiles(db, storage.deleteAll)];

/** Starts tidying up in the background; `stop` waits for what is running. */
export function startSweeps(site: Pick<Site, 'db' | 'storage'>): { stop: () => Promise<void> } {
  let stopped = false;
  let running = sweep();
  const timer = setInterval(() => {
    running = running.then(sweep);
  }, HOUR_MS);
  timer.unref();

  async function sweep(): Promise<void> {
    for (const one of SWEEPS) {
      if (stopped) return;
      await one(site).catch((error: unknown) => console.error('Tidying up failed, and will be tried again:', error));
    }
  }

  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
