import type { Database, Reader, Writer } from '../../db/db.server.ts';
import type { JobKind, JobRow } from '../../db/tables.ts';
import { newKey } from '../keys.ts';
import { dropJobs, newJob, queueMissing } from './queue.ts';
import { findNextInTurn, type TakeFirst, type Turns } from './turns.ts';
import { giveUpMessage, LONGEST_DELAY_MS, retryDelay } from './retry.ts';

export interface Handler {
  kind: JobKind;
  /**
   * Runs in the transaction that claims the job, so whatever needs only the database is done exactly once. Anything
   * outside it is returned as work, which begins once this transaction is durable. If this throws, the transaction is
   * undone and the job is tried again.
   */
  begin: (tx: Writer, job: Job, now: number) => Promise<JobOutcome | Work>;
  /**
   * Keys that are due according to the records; their jobs are queued automatically. A key may no longer be among them
   * once its job has begun.
   */
  find?: (db: Reader, now: number) => Promise<string[]>;
  /** How many run at the same time in each process; default: one. */
  atOnce?: number;
  /** Lanes take turns (turns.ts). By default, the job that has been due longest goes first. */
  inTurn?: true;
  /** A job that keeps failing is given up after three days, and shown. By default, it never is. */
  givesUp?: true;
  /**
   * There is always one such job, which queues itself again. It runs this many milliseconds after a start, whatever its
   * time.
   */
  afterStart?: number;
}

export interface Job {
  key: string;
  /** Including this one. */
  attempts: number;
  /** Epoch milliseconds. */
  queuedAt: number;
  error: string | null;
  /** The process that ran it died, or lost the database for too long: nobody knows how far it got. */
  isAbandoned: boolean;
}

/** Returns a function that records the outcome in one transaction. If the work throws, the job is tried again. */
export type Work = (signal: AbortSignal) => Promise<(tx: Writer) => Promise<JobOutcome>>;

export type JobOutcome =
  | { kind: 'done' }
  /** It runs again at this time, as if it had just been queued. */
  | { kind: 'again'; at: number }
  /** It was too early; this does not count as an attempt. */
  | { kind: 'later'; at: number }
  /** It is tried again after a growing delay. */
  | { kind: 'failed for now'; error: string }
  | { kind: 'failed'; error: string };

export const DONE: JobOutcome = { kind: 'done' };

/** A handler with a job for each due record, as long as that is due. The work needs only the database. */
export function whileDue<Due extends { key: string }>(
  kind: JobKind,
  list: (db: Reader, now: number) => Promise<Due[]>,
  work: (tx: Writer, due: Due, now: number) => Promise<void>,
): Handler {
  return {
    kind,
    find: async (db, now) => (await list(db, now)).map(({ key }) => key),
    async begin(tx, { key }, now) {
      const due = (await list(tx, now)).find((one) => one.key === key);
      if (due) await work(tx, due, now);
      return DONE;
    },
  };
}

/** A lease that is not renewed ends, because the process that held it is gone. */
export const LEASE_MS = 60_000;
const MOST_ERROR_CHARACTERS = 500;

export interface ClaimedJob {
  handler: Handler;
  row: JobRow;
  work: Work;
}

export async function queueFound(db: Database, { kind, find }: Handler, now = Date.now()): Promise<void> {
  if (find) await queueMissing(db, kind, await find(db, now), now);
}

interface DueOptions {
  now?: number;
  /**
   * Whether to take over jobs whose lease has ended. False right after an outage, when the process that runs one may be
   * about to record its outcome.
   */
  takesAbandoned?: boolean;
}

interface BeginOptions extends DueOptions {
  /** The jobs of this kind that run in this process. */
  running?: Turns['running'];
  /** The lane that had the last turn. */
  after?: string;
}

/**
 * Begins the job of this kind that has been due longest, or whose turn it is; only one copy of the site gets it.
 * 'noted': it needed no work, and its outcome is already in the database.
 */
export async function beginNext(
  db: Database,
  handler: Handler,
  { now = Date.now(), takesAbandoned = true, running = [], after = '' }: BeginOptions = {},
): Promise<ClaimedJob | 'noted' | undefined> {
  const { kind, inTurn, atOnce = 1 } = handler;
  const take: TakeFirst = (due) => (db.dialect === 'postgres' ? due.forUpdate().skipLocked() : due).executeTakeFirst();
  let claimedRow: JobRow | undefined;
  try {
    return await db.write(async (tx) => {
      const due = selectDue(tx, [kind], { now, takesAbandoned }).selectAll().orderBy('run_at').orderBy('key').limit(1);
      claimedRow = await take(inTurn ? due.where('state', '=', 'running') : due);
      if (inTurn) claimedRow ??= await findNextInTurn(tx, { kind, now, take }, { atOnce, running, after });
      return claimedRow && (await begin(tx, handler, claimedRow, now));
    });
  } catch (error) {
    if (!claimedRow) throw error;
    const row = claimedRow;
    // The key is not logged, because it may be an address.
    console.error(`Job ${kind} failed:`, error);
    await db.write((tx) => note(tx, handler, { ...row, attempts: row.attempts + 1 }, failure(error), now));
    return 'noted';
  }
}

/** Usually there are none; one query finds that out, without SQLite's write lock. */
export async function listDueKinds(db: Reader, kinds: JobKind[], options: DueOptions = {}): Promise<Set<JobKind>> {
  if (kinds.length === 0) return new Set();
  const found = await db.query
    .selectNoFrom((is) => kinds.map((kind) => is.exists(selectDue(db, [kind], options).select('key')).as(kind)))
    .executeTakeFirstOrThrow();
  return new Set(kinds.filter((kind) => Boolean(found[kind])));
}

function selectDue({ query }: Reader, kinds: JobKind[], { now = Date.now(), takesAbandoned = true }: DueOptions) {
  return query
    .selectFrom('jobs')
    .where('kind', 'in', kinds)
    .where('state', 'in', takesAbandoned ? ['waiting', 'running'] : ['waiting'])
    .where('run_at', '<=', now);
}

async function begin(tx: Writer, handler: Handler, due: JobRow, now: number): Promise<ClaimedJob | 'noted'> {
  const { key, queued_at: queuedAt, error } = due;
  const row = { ...due, attempts: due.attempts + 1, lease: newKey(now) };
  const job = { key, queuedAt, error, attempts: row.attempts, isAbandoned: due.state === 'running' };
  const next = await handler.begin(tx, job, now);
  if (typeof next !== 'function') {
    await note(tx, handler, row, next, now);
    return 'noted';
  }
  const { attempts, lease } = row;
  await updateJob(tx, row)
    .set({ state: 'running', attempts, lease, run_at: now + LEASE_MS })
    .execute();
  return { handler, row, work: next };
}

/** If another process took the job over, or it was queued again meanwhile, its row is left alone. */
export async function settle(
  db: Database,
  { handler, row }: ClaimedJob,
  noteOutcome: (tx: Writer) => Promise<JobOutcome>,
  now = Date.now(),
): Promise<void> {
  await db.write(async (tx) => {
    // Writing the job's row locks it before anything that the handler writes, in the same order as when it was claimed.
    const isOurs = await updateLeased(tx, row, { attempts: row.attempts });
    const outcome = await noteOutcome(tx);
    if (isOurs) await note(tx, handler, row, outcome, now);
  });
}

export async function renewLease(db: Database, { row }: ClaimedJob, now = Date.now()): Promise<void> {
  await db.write((tx) => updateLeased(tx, row, { run_at: now + LEASE_MS }));
}

async function updateLeased(tx: Writer, row: JobRow, changes: Partial<JobRow>): Promise<boolean> {
  const { numUpdatedRows } = await updateJob(tx, row).set(changes).where('lease', '=', row.lease).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The embedded database belongs to one process: right after its start, no other can be running a job. */
export async function endLeases(db: Database): Promise<void> {
  await db.write(({ query }) => query.updateTable('jobs').set({ run_at: 0 }).where('state', '=', 'running').execute());
}

export function failure(error: unknown): JobOutcome {
  return { kind: 'failed for now', error: error instanceof Error ? error.message : String(error) };
}

async function note(tx: Writer, handler: Handler, row: JobRow, outcome: JobOutcome, now: number): Promise<void> {
  if (outcome.kind === 'done') {
    await dropJobs(tx, row.kind, [row.key]);
    return;
  }
  await updateJob(tx, row)
    .set(columnsAfter(handler, row, outcome, now))
    .execute();
}

type Unfinished = Exclude<JobOutcome, { kind: 'done' }>;

function columnsAfter(handler: Handler, { attempts }: JobRow, outcome: Unfinished, now: number): Partial<JobRow> {
  if (outcome.kind === 'again') return newJob(outcome.at, now);
  if (outcome.kind === 'later') return { state: 'waiting', lease: null, run_at: outcome.at, attempts: attempts - 1 };
  const error = outcome.error.slice(0, MOST_ERROR_CHARACTERS);
  const delay = retryDelay(attempts);
  const isGivenUp = delay === undefined && handler.givesUp === true;
  if (outcome.kind === 'failed' || isGivenUp)
    return { state: 'failed', lease: null, attempts, error: outcome.kind === 'failed' ? error : giveUpMessage(error) };
  return { state: 'waiting', lease: null, attempts, error, run_at: now + (delay ?? LONGEST_DELAY_MS) };
}

function updateJob({ query }: Writer, { kind, key }: JobRow) {
  return query.updateTable('jobs').where('kind', '=', kind).where('key', '=', key);
}
