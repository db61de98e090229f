import type { Database, Reader, Writer } from '../../db/db.server.ts';
import type { JobKind, JobRow } from '../../db/tables.ts';
import { anew, dropJobs } from './queue.ts';
import { givenUp, LONGEST_DELAY_MS, retryDelay } from './retry.ts';

/** One kind of job. */
export interface Handler {
  kind: JobKind;
  /**
   * Runs in the transaction that claims the job. What the database alone can do is done in it, and so exactly once. What
   * happens elsewhere is given back as work, which begins once this transaction is durable. What it throws undoes it,
   * and is tried again.
   */
  begin: (tx: Writer, job: Job, now: number) => Promise<Outcome | Work>;
  /** What becomes of one whose process died in its work, or lost the database for too long. Left out: it begins again. */
  leftBehind?: (tx: Writer, job: Job) => Promise<Outcome>;
  /** So many in each process at the same time. Left out: one. */
  atOnce?: number;
  /** What goes on failing is given up after three days, and shown. Left out: never. */
  givesUp?: true;
  /** There is always one, which puts itself in again; so many milliseconds after a start it runs, whatever its time. */
  afterStart?: number;
}

export interface Job {
  key: string;
  /** This one included. */
  attempts: number;
  /** Epoch milliseconds. */
  queuedAt: number;
  error: string | null;
}

/** Gives back what notes its outcome, in one transaction, together with whatever the handler notes. What it throws is tried again. */
export type Work = (signal: AbortSignal) => Promise<(tx: Writer) => Promise<Outcome>>;

export type Outcome =
  | { kind: 'done' }
  /** As if it had just been put in. */
  | { kind: 'anew'; at: number }
  /** It was not its turn: that was no attempt. */
  | { kind: 'later'; at: number }
  /** Tried again after a growing delay, or after `retryAfter` milliseconds. */
  | { kind: 'failed for now'; error: string; retryAfter?: number | undefined }
  | { kind: 'failed'; error: string }
  /** Whether it happened nobody knows: it is not tried again by itself. */
  | { kind: 'uncertain'; error: string };

export const DONE: Outcome = { kind: 'done' };

/** A claim that is not renewed ends: the process that held it is gone. */
export const LEASE_MS = 60_000;
const MOST_ERROR_CHARACTERS = 500;

export interface Claimed {
  handler: Handler;
  row: JobRow;
  work: Work;
}

interface When {
  now?: number;
  /** False right after an outage, when whoever runs one may be about to say what came of it. */
  leftBehind?: boolean;
}

/**
 * Begins the job of this kind that has been due longest; of all copies of the site one gets it. 'noted': it needed no
 * work, and its outcome is in the database already.
 */
export async function beginNext(
  db: Database,
  handler: Handler,
  { now = Date.now(), leftBehind = true }: When = {},
): Promise<Claimed | 'noted' | undefined> {
  const states: JobRow['state'][] = leftBehind ? ['waiting', 'running'] : ['waiting'];
  // Mostly nothing is due: that is found out without taking SQLite's write lock.
  const { kind } = handler;
  if (!(await selectDue(db, kind, states, now).executeTakeFirst())) return undefined;
  let begun: JobRow | undefined;
  try {
    return await db.write(async (tx) => {
      const due = selectDue(tx, kind, states, now);
      begun = await (db.dialect === 'postgres' ? due.forUpdate().skipLocked() : due).executeTakeFirst();
      return begun && (await begin(tx, handler, begun, now));
    });
  } catch (error) {
    if (!begun) throw error;
    const row = begun;
    console.error(`Job ${kind} ${row.key} failed:`, error);
    await db.write((tx) => note(tx, handler, { ...row, attempts: row.attempts + 1 }, failure(error), now));
    return 'noted';
  }
}

export function selectDue({ query }: Reader, kind: JobKind, states: JobRow['state'][], now: number) {
  return query
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', 'in', states)
    .where('run_at', '<=', now)
    .orderBy('run_at')
    .orderBy('key')
    .limit(1);
}

async function begin(tx: Writer, handler: Handler, due: JobRow, now: number): Promise<Claimed | 'noted'> {
  const isLeft = due.state === 'running' && handler.leftBehind !== undefined;
  const row: JobRow = { ...due, attempts: due.attempts + (isLeft ? 0 : 1) };
  const job = { key: row.key, attempts: row.attempts, queuedAt: row.queued_at, error: row.error };
  const next = isLeft ? await handler.leftBehind?.(tx, job) : await handler.begin(tx, job, now);
  if (typeof next === 'function') {
    await updateJob(tx, row)
      .set({ state: 'running', attempts: row.attempts, run_at: now + LEASE_MS })
      .execute();
    return { handler, row, work: next };
  }
  await note(tx, handler, row, next ?? DONE, now);
  return 'noted';
}

/** Of one that another process took over, or that was put in again meanwhile, nothing is noted. */
export async function settle(
  db: Database,
  { handler, row }: Claimed,
  noteOutcome: (tx: Writer) => Promise<Outcome>,
  now = Date.now(),
): Promise<void> {
  await db.write(async (tx) => {
    // Writing the row locks it before anything that the handler writes, in the order in which it was claimed.
    const held = updateJob(tx, row).set({ attempts: row.attempts }).where('attempts', '=', row.attempts);
    const { numUpdatedRows } = await held.where('state', 'in', ['running', 'uncertain']).executeTakeFirst();
    if (numUpdatedRows > 0n) await note(tx, handler, row, await noteOutcome(tx), now);
  });
}

export async function renewLease(db: Database, { row }: Claimed, now = Date.now()): Promise<void> {
  await db.write((tx) =>
    updateJob(tx, row)
      .set({ run_at: now + LEASE_MS })
      .where('state', '=', 'running')
      .where('attempts', '=', row.attempts)
      .execute(),
  );
}

/** The embedded database is one process's: after its start nobody else is running any. */
export async function endLeases(db: Database): Promise<void> {
  await db.write(({ query }) => query.updateTable('jobs').set({ run_at: 0 }).where('state', '=', 'running').execute());
}

export function failure(error: unknown): Outcome {
  return { kind: 'failed for now', error: error instanceof Error ? error.message : String(error) };
}

async function note(tx: Writer, handler: Handler, row: JobRow, outcome: Outcome, now: number): Promise<void> {
  if (outcome.kind === 'done') {
    await dropJobs(tx, row.kind, [row.key]);
    return;
  }
  await updateJob(tx, row)
    .set(afterwards(handler, row, outcome, now))
    .execute();
}

type Lasting = Exclude<Outcome, { kind: 'done' }>;

function afterwards(handler: Handler, { attempts }: JobRow, outcome: Lasting, now: number): Partial<JobRow> {
  if (outcome.kind === 'anew') return anew(outcome.at, now);
  if (outcome.kind === 'later') return { state: 'waiting', run_at: outcome.at, attempts: attempts - 1 };
  const error = outcome.error.slice(0, MOST_ERROR_CHARACTERS);
  if (outcome.kind !== 'failed for now') return { state: outcome.kind, attempts, error };
  const delay = retryDelay(attempts);
  if (delay === undefined && handler.givesUp) return { state: 'failed', attempts, error: givenUp(error) };
  return { state: 'waiting', attempts, error, run_at: now + (outcome.retryAfter ?? delay ?? LONGEST_DELAY_MS) };
}

function updateJob({ query }: Writer, { kind, key }: JobRow) {
  return query.updateTable('jobs').where('kind', '=', kind).where('key', '=', key);
}
