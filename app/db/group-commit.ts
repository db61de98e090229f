import { sql } from 'kysely';
import type { Database, Writer } from './db.server.ts';

type Write = Database['write'];

interface Job {
  run: (tx: Writer) => Promise<void>;
  done: () => void;
  fail: (reason: unknown) => void;
}

/** Few enough that nobody waits long for the others. */
const MOST_PER_COMMIT = 200;

/**
 * Writes asked for in one turn of the event loop, or while a commit is running, share the next durable commit.
 * A call that throws is undone alone; when the commit itself fails, all of it fail.
 */
export function groupCommit(write: Write): Write {
  let waiting: Job[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    try {
      await endOfTurn();
      while (waiting.length > 0) {
        const jobs = waiting.slice(0, MOST_PER_COMMIT);
        waiting = waiting.slice(MOST_PER_COMMIT);
        await commit(write, jobs);
      }
    } finally {
      isRunning = false;
    }
  }

  return <T>(work: (tx: Writer) => Promise<T>) => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let result: { value: T } | undefined;
    waiting.push({
      run: async (tx) => {
        result = { value: await work(tx) };
      },
      done: () => result && resolve(result.value),
      fail: reject,
    });
    if (!isRunning) run().catch(reject);
    return promise;
  };
}

async function commit(write: Write, jobs: Job[]): Promise<void> {
  const refused = new Map<Job, unknown>();
  try {
    await write(async (tx) => {
      for (const job of jobs) await alone(tx, job, (reason) => refused.set(job, reason));
    });
  } catch (error) {
    for (const job of jobs) job.fail(error);
    return;
  }
  for (const job of jobs) {
    if (refused.has(job)) job.fail(refused.get(job));
    else job.done();
  }
}

async function alone({ query, changed }: Writer, job: Job, refuse: (reason: unknown) => void): Promise<void> {
  const noted: Parameters<Writer['changed']>[] = [];
  await sql`savepoint one`.execute(query);
  try {
    await job.run({ query, changed: (topic, key) => noted.push([topic, key]) });
    await sql`release savepoint one`.execute(query);
  } catch (error) {
    await undo(query, error);
    refuse(error);
    return;
  }
  for (const [topic, key] of noted) changed(topic, key);
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
