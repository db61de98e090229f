import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { claimNext, runDue } from '../../../test/jobs.ts';
import type { Writer } from '../../db/db.server.ts';
import { ensureJob, listJobs, queueJob, queueJobs } from './queue.ts';
import { DONE, LEASE_MS, renewLease, settle, type Handler, type JobOutcome } from './run.ts';
import { Worker } from './worker.ts';

const patience = { timeout: 15_000, interval: 20 };

describe.each(databases)('jobs on %s', (_, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;
  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(async () => {
    vi.restoreAllMocks();
  });

  const queue = (...keys: string[]) => db.write((tx) => queueJobs(tx, 'reminder', keys, 0));
  const left = async () => (await listJobs(db, 'reminder')).map(({ key, state }) => `${key} ${state}`).toSorted();
  /** Done by the database alone. */
  const within = (begin: Handler['begin']): Handler => ({ kind: 'reminder', begin });
  /** Done elsewhere. */
  const outside = (work: () => Promise<JobOutcome>, more: Partial<Handler> = {}): Handler => ({
    kind: 'reminder',
    ...more,
    begin: async () => async () => {
      const outcome = await work();
      return async () => outcome;
    },
  });

  test('are there when their cause is committed, run at their moment and then gone', async () => {
    const ran: string[] = [];
    const handler = within(async (_tx, { key }) => {
      ran.push(key);
      return DONE;
    });
    await db.write((tx) => queueJob(tx, 'reminder', 'later', 2000));
    await db.write((tx) => queueJob(tx, 'reminder', 'sooner', 1000));
    const undone = db.write(async (tx) => {
      await queueJob(tx, 'reminder', 'undone', 0);
      throw new Error('The cause fails');
    });
    await expect(undone).rejects.toThrow('The cause fails');
    await runDue(db, handler, 999);
    expect(ran).toEqual([]);
    await runDue(db, handler, 2000);
    expect(ran).toEqual(['sooner', 'later']);
    expect(await left()).toEqual([]);
  });

  test('are each done once, however many copies look', async () => {
    const keys = Array.from({ length: 20 }, (_key, at) => `job-${at}`);
    await queue(...keys);
    const other = await opened.copy();
    const begun: string[] = [];
    const handler = within(async (tx, { key }) => {
      await tx.query.insertInto('app_state').values({ name: key, value: '' }).execute();
      begun.push(key);
      return DONE;
    });
    await Promise.all([db, other, db, other].map((one) => runDue(one, handler)));
    expect(begun.toSorted()).toEqual(keys.toSorted());
  });

  test('what fails in the middle is undone as a whole, and tried again after a while', async () => {
    await queue('a');
    let isBroken = true;
    const handler = within(async (tx) => {
      await tx.query.insertInto('app_state').values({ name: 'half', value: '' }).execute();
      if (isBroken) throw new Error('Broken');
      return DONE;
    });
    await runDue(db, handler, 1000);
    expect(await db.query.selectFrom('app_state').select('name').where('name', '=', 'half').execute()).toEqual([]);
    expect(await listJobs(db, 'reminder')).toMatchObject([
      { state: 'waiting', attempts: 1, error: 'Broken', run_at: 6000 },
    ]);
    isBroken = false;
    await runDue(db, handler, 6000);
    expect(await left()).toEqual([]);
  });

  test.each([
    ['begins', within(() => Promise.reject(new Error('Broken')))],
    ['works', outside(() => Promise.reject(new Error('Broken')))],
  ])('what fails as it %s is logged without its key, which may be an address', async (_when, handler) => {
    await queue('ana@example.org');
    const worker = new Worker(db, [handler]);
    await expect.poll(() => vi.mocked(console.error).mock.calls.flat().join(' '), patience).toContain('Broken');
    await worker.stop();
    expect(vi.mocked(console.error).mock.calls.flat().join(' ')).not.toContain('ana@example.org');
  });

  test('a lease that nobody renews ends; what its holder says then is not heard any more', async () => {
    await queue('a');
    const handler = outside(async () => ({ kind: 'failed', error: 'No' }));
    const first = await claimNext(db, handler, 1000);
    if (!first) throw new Error('Nothing was due');
    expect(await claimNext(db, handler, 1000 + LEASE_MS - 1)).toBeUndefined();
    await renewLease(db, first, 2000);
    expect(await claimNext(db, handler, 1000 + LEASE_MS)).toBeUndefined();
    const second = await claimNext(db, handler, 2000 + LEASE_MS);
    expect(second?.row.attempts).toBe(2);
    await settle(db, first, async () => ({ kind: 'failed', error: 'Too late' }));
    expect(await left()).toEqual(['a running']);
  });

  test('one whose process died begins again, and knows it; what the dead one says yet is noted, but ends nothing', async () => {
    await queue('a');
    const heard: boolean[] = [];
    const handler: Handler = {
      kind: 'reminder',
      async begin(_tx, { isAbandoned }) {
        heard.push(isAbandoned);
        return async () => async () => DONE;
      },
    };
    const first = await claimNext(db, handler, 1000);
    const second = await claimNext(db, handler, 1000 + LEASE_MS);
    expect(heard).toEqual([false, true]);
    const insert = async (tx: Writer) => {
      await tx.query.insertInto('app_state').values({ name: 'said', value: '' }).execute();
      return DONE;
    };
    if (first) await settle(db, first, insert);
    expect(await left()).toEqual(['a running']);
    expect(await db.query.selectFrom('app_state').select('name').where('name', '=', 'said').execute()).toHaveLength(1);
    if (second) await settle(db, second, async () => DONE);
    expect(await left()).toEqual([]);
  });

  test('what the records say is due is put in once, and not while it waits to be tried again', async () => {
    let begun = 0;
    const handler: Handler = {
      kind: 'reminder',
      find: async () => (begun < 2 ? ['a'] : []),
      async begin() {
        begun++;
        return begun === 1 ? { kind: 'failed for now', error: 'No' } : DONE;
      },
    };
    await runDue(db, handler, 1000);
    await runDue(db, handler, 1001);
    expect(begun).toBe(1);
    await runDue(db, handler, 6000);
    expect(begun).toBe(2);
    expect(await left()).toEqual([]);
  });

  test('one that is put in again while it runs, runs again', async () => {
    await queue('a');
    const handler = outside(async () => DONE);
    const first = await claimNext(db, handler);
    await queue('a');
    if (first) await settle(db, first, async () => DONE);
    expect(await left()).toEqual(['a waiting']);
  });

  test('a job that came too early uses up no attempt; one that queues itself again starts over', async () => {
    await queue('a');
    await runDue(
      db,
      within(async () => ({ kind: 'later', at: 5000 })),
      1000,
    );
    expect(await listJobs(db, 'reminder')).toMatchObject([{ state: 'waiting', attempts: 0, run_at: 5000 }]);
    await runDue(
      db,
      within(async () => ({ kind: 'failed for now', error: 'No', retryAfter: 100 })),
      5000,
    );
    expect(await listJobs(db, 'reminder')).toMatchObject([{ attempts: 1, run_at: 10_000, error: 'No' }]);
    await runDue(
      db,
      within(async () => ({ kind: 'again', at: 19_000 })),
      10_000,
    );
    expect(await listJobs(db, 'reminder')).toMatchObject([{ attempts: 0, run_at: 19_000, error: null }]);
  });

  test('what goes on failing is given up after three days, where its kind says so, else never', async () => {
    const giveUp = async (handler: Handler) => {
      await queue('a');
      let now = 0;
      for (let tries = 0; tries < 200; tries++) {
        await runDue(db, handler, now);
        const [job] = await listJobs(db, 'reminder');
        if (job?.state === 'failed') return [now / 86_400_000, job.error];
        now = job?.run_at ?? now;
      }
      return [];
    };
    const failing = async () => ({ kind: 'failed for now', error: 'No' }) as const;
    const [days, error] = await giveUp(outside(failing, { givesUp: true }));
    expect(days).toBeCloseTo(3, 0);
    expect(error).toBe('Given up after three days. The last problem: No');
    expect(await giveUp(outside(failing))).toEqual([]);
  });

  test('a worker does what is due, so many at a time, and what is always there after each start', async () => {
    await queue(...Array.from({ length: 12 }, (_key, at) => `job-${at}`));
    let [running, most] = [0, 0];
    const full = Promise.withResolvers<void>();
    const work = outside(
      async () => {
        most = Math.max(most, ++running);
        if (running === 3) full.resolve();
        await full.promise;
        running--;
        return DONE;
      },
      { atOnce: 3 },
    );
    let turns = 0;
    const always: Handler = {
      kind: 'tidying',
      afterStart: 0,
      begin: async (_tx, _job, now) => {
        turns++;
        return { kind: 'again', at: now + 3_600_000 };
      },
    };
    for (let start = 1; start <= 2; start++) {
      const worker = new Worker(db, [work, always], { lookEveryMs: 20 });
      await vi.waitFor(() => expect(turns).toBe(start), patience);
      await vi.waitFor(async () => expect(await left()).toEqual([]), patience);
      await worker.stop();
    }
    expect(most).toBe(3);
    await db.write((tx) => ensureJob(tx, 'tidying', Date.now() + 9_000_000));
    expect((await listJobs(db, 'tidying'))[0]?.run_at).toBeLessThan(Date.now() + 3_700_000);
  });
});
