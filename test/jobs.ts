import type { Database } from '../app/db/db.server.ts';
import { beginNext, queueFound, settle, type ClaimedJob, type Handler } from '../app/domain/jobs/run.ts';

/** The next job that has work to do; what needs none is done on the way. */
export async function claimNext(db: Database, handler: Handler, now = Date.now()): Promise<ClaimedJob | undefined> {
  await queueFound(db, handler, now);
  let claimed = await beginNext(db, handler, { now });
  while (claimed === 'noted') claimed = await beginNext(db, handler, { now });
  return claimed;
}

/** Does all that is due at this moment, one after the other, as one copy of the site does. */
export async function runDue(db: Database, handler: Handler, now = Date.now()): Promise<void> {
  for (let one = await claimNext(db, handler, now); one; one = await claimNext(db, handler, now))
    await settle(db, one, await one.work(new AbortController().signal), now);
}

/** Jobs that wait are due, and the leases of those that are running have ended. */
export async function makeDue({ write }: Database): Promise<void> {
  await write(({ query }) => query.updateTable('jobs').set({ run_at: 0 }).execute());
}
