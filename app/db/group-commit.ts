import { sql } from 'kysely';
import type { Database, Known, Writer } from './db.server.ts';

type Write = Database['write'];

interface Job {
  /** What it may hold that other copies wait for. */
  rows: string;
  /** How often two copies waited for each other, and Postgres ended this one. */
  deadlocks: number;
  run: (tx: Writer, known: Known) => Promise<void>;
  done: () => void;
  fail: (reason: unknown) => void;
}

/** Few enough that nobody waits long for the others. */
const MOST_PER_COMMIT = 200;

const DEADLOCK = '40P01';
const MOST_DEADLOCKS = 5;

/**
 * Calls made meanwhile share the next durable commit. One that throws is undone alone; a failed commit fails all.
 * A call that Postgres ended in a deadlock is done again, in a commit of its own.
 */
export function groupCommit(write: Write): Database['writeTogether'] {
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
        const again = await commit(write, jobs.toSorted(byRows));
        waiting = [...again, ...waiting];
      }
    } finally {
      isRunning = false;
    }
  }

  return <T>(work: (tx: Writer, known: Known) => Promise<T>, rows = '') => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let result: { value: T } | undefined;
    waiting.push({
      ...{ rows, deadlocks: 0 },
      run: async (tx, known) => {
        result = { value: await work(tx, known) };
      },
      done: () => result && resolve(result.value),
      fail: reject,
    });
    if (!isRunning) run().catch(reject);
    return promise;
  };
}

function byRows({ rows: one }: Job, { rows: other }: Job): number {
  return one < other ? -1 : Number(one > other);
}

/** Gives back those that are to be done again. */
async function commit(write: Write, jobs: Job[]): Promise<Job[]> {
  const refused = new Map<Job, unknown>();
  try {
    await write(async (tx) => {
      let known: Known = new Map();
      for (const job of jobs) known = await alone(tx, job, known, (reason) => refused.set(job, reason));
    });
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

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DEADLOCK;
}

/** Gives back what is known now. */
async function alone(
  { query, changed }: Writer,
  job: Job,
  known: Known,
  refuse: (reason: unknown) => void,
): Promise<Known> {
  const left = new Map(known);
  const noted: Parameters<Writer['changed']>[] = [];
  await sql`savepoint one`.execute(query);
  try {
    await job.run({ query, changed: (topic, key) => noted.push([topic, key]) }, left);
    await sql`release savepoint one`.execute(query);
  } catch (error) {
    await undo(query, error);
    refuse(error);
    return known;
  }
  for (const [topic, key] of noted) changed(topic, key);
  return left;
}

/** @throws the `reason` where nothing can be undone alone: a full disk, say, has ended the whole transaction. */
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
