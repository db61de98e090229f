import { forgetSentMail } from './domain/mail/forget-sent-mail.ts';
import { eraseExpired } from './domain/retention/erase-expired.ts';
import { eraseOldTrash } from './domain/trash/erase-old-trash.ts';
import { eraseDueFiles } from './domain/uploads/erase-files.ts';
import { sweepUnused } from './domain/uploads/sweep-unused.ts';
import type { Site } from './http/context.server.ts';
import { forgetCounts } from './http/rate-limit.ts';

type Swept = Pick<Site, 'db' | 'storage' | 'club' | 'clock'>;
type Sweep = (site: Swept) => Promise<unknown>;

/** What a crash left half-way is gone within the hour. */
const EVERY_MS = 20 * 60_000;
/** The first visitors do not wait for it. */
const FIRST_MS = 15_000;

/** What is tidied up soon after the start and then regularly, in this order; several copies of the site may do so at once. */
const SWEEPS: Sweep[] = [
  ({ db }) => forgetSentMail(db),
  ({ db }) => forgetCounts(db),
  ({ db, club, clock }) => eraseExpired(db, { retention: club.retention, timeZone: clock.timeZone }),
  ({ db }) => eraseOldTrash(db),
  ({ db }) => sweepUnused(db),
  ({ db, storage }) => eraseDueFiles(db, storage.deleteAll),
];

/** Starts tidying up in the background; `stop` waits for what is running. */
export function startSweeps(site: Swept): { stop: () => Promise<void> } {
  let stopped = false;
  let running = Promise.resolve();
  const tidy = () => {
    running = running.then(sweep);
  };
  const first = setTimeout(tidy, FIRST_MS).unref();
  const others = setInterval(tidy, EVERY_MS).unref();

  async function sweep(): Promise<void> {
    for (const one of SWEEPS) {
      if (stopped) return;
      await one(site).catch((error: unknown) => console.error('Tidying up failed, and will be tried again:', error));
    }
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(first);
      clearInterval(others);
      await running;
    },
  };
}
