import { sql } from 'kysely';
import type { Database, Lock, Writer } from './db.server.ts';

type Write = Database['write'];

interface Job {
  /** The lock it needs, for which other copies may be waiting. */
  lock: Pick<Lock<unknown>, 'key' | 'hold'> | undefined;
  /** How often two copies waited for each other and Postgres ended this one. */
  deadlocks: number;
  run: (tx: Writer, held: unknown) => Promise<void>;
  done: () => void;
  fail: (reason: unknown) => void;
}

/** Small enough that nobody waits long for the others. */
const MOST_PER_COMMIT = 200;

const DEADLOCK = '40P01';
const MOST_DEADLOCKS = 5;

/**
 * Calls that come during a commit share the next one. A call that throws is undone alone; if the commit fails, all of them
 * fail. A call that Postgres ended in a deadlock is repeated, in a commit of its own.
 */
export function groupCommit(write: Write): Pick<Database, 'writeTogether' | 'writeHolding'> {
  let waiting: Job[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    try {
      await endOfTurn();
      while (waiting.length > 0) {
        const most = waiting[0]?.deadlocks ? 1 : MOST_PER_COMMIT;
        const jobs = waiting.slice(0, most);
        waiting = waiting.slice(most);
        const again = await commit(write, jobs.toSorted(byLock));
        waiting = [...again, ...waiting];
      }
    } finally {
      isRunning = false;
    }
  }

  function join<T>(lock: Job['lock'], work: (tx: Writer, held: unknown) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let result: { value: T } | undefined;
    waiting.push({
      lock,
      deadlocks: 0,
      run: async (tx, held) => {
        result = { value: await work(tx, held) };
      },
      done: () => result && resolve(result.value),
      fail: reject,
    });
    if (!isRunning) run().catch(reject);
    return promise;
  }

  return {
    writeTogether: (work) => join(undefined, work),
    writeHolding: (lock, work) =>
      join(lock, (tx, held) => {
        if (!lock.isHeld(held)) throw new TypeError(`Two locks of different kinds have the key ${lock.key}.`);
        return work(tx, held);
      }),
  };
}

function byLock({ lock: one }: Job, { lock: other }: Job): number {
  const [before, after] = [one?.key ?? '', other?.key ?? ''];
  return before < after ? -1 : Number(before > after);
}

/** Returns the jobs to repeat. */
async function commit(write: Write, jobs: Job[]): Promise<Job[]> {
  let refused: Map<Job, unknown>;
  try {
    refused = await write((tx) => runJobs(tx, jobs));
  } catch (error) {
    for (const job of jobs) job.fail(error);
    return [];
  }
  const again: Job[] = [];
  for (const job of jobs) {
    if (!refused.has(job)) job.done();
    else if (isDeadlock(refused.get(job)) && job.deadlocks++ < MOST_DEADLOCKS) again.push(job);
    else job.fail(refused.get(job));
  }
  return again;
}

/** Returns the jobs that threw, with their errors. */
async function runJobs(tx: Writer, jobs: Job[]): Promise<Map<Job, unknown>> {
  const refused = new Map<Job, unknown>();
  for (const [lock, some] of groupByLock(jobs)) {
    // Not in the savepoint of the first job that needs it: undoing that would release the lock.
    const taken = lock && (await alone(tx, (own) => lock.hold(own)));
    for (const job of some) {
      const done = taken?.failed ? taken : await alone(tx, (own) => job.run(own, taken?.value));
      if (done.failed) refused.set(job, done.failed.reason);
    }
  }
  return refused;
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DEADLOCK;
}

/** Groups jobs that need the same lock, so that they share it. */
function groupByLock(jobs: Job[]): [Job['lock'], Job[]][] {
  const groups = Map.groupBy(jobs, ({ lock }) => lock?.key);
  return [...groups.values()].map((some) => [some[0]?.lock, some]);
}

type Done<T> = { failed?: undefined; value: T } | { failed: { reason: unknown }; value?: undefined };

/** Runs the work in a savepoint: if it throws, it alone is undone. */
async function alone<T>({ query, dialect, changed }: Writer, work: (tx: Writer) => Promise<T>): Promise<Done<T>> {
  const noted: Parameters<Writer['changed']>[] = [];
  let value: T;
  await sql`savepoint one`.execute(query);
  try {
    value = await work({ query, dialect, changed: (topic, key) => noted.push([topic, key]) });
    await sql`release savepoint one`.execute(query);
  } catch (error) {
    await undo(query, error);
    return { failed: { reason: error } };
  }
  for (const [topic, key] of noted) changed(topic, key);
  return { value };
}

/** @throws the `reason` if nothing can be undone alone; a full disk, for example, ends the whole transaction. */
async function undo(query: Writer['query'], reason: unknown): Promise<void> {
  try {
    await sql`rollback to savepoint one`.execute(query);
    await sql`release savepoint one`.execute(query);
  } catch {
    throw reason;
  }
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
