import { inChunks, type Database, type Reader, type Writer } from '../../db/db.server.ts';
import type { JobKind, JobRow } from '../../db/tables.ts';

const AT_ONCE = 250;

/**
 * A key names what the job is about. The handler reads the current state when it runs, so a job holds nothing that
 * could be outdated. It runs once this transaction is committed and `at` has come. A job with the same key starts over.
 */
export async function queueJob(tx: Writer, kind: JobKind, key: string, at?: number): Promise<void> {
  await queueJobs(tx, kind, [key], at);
}

export async function queueJobs(
  { query }: Writer,
  kind: JobKind,
  keys: readonly string[],
  at = Date.now(),
  laneOf: (key: string) => string = noLane,
): Promise<void> {
  for (const some of inChunks(keys, AT_ONCE)) {
    await query
      .insertInto('jobs')
      .values(some.map((key) => ({ kind, key, lane: laneOf(key), ...newJob(at) })))
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(newJob(at)))
      .execute();
  }
}

const noLane = () => '';

/** Makes sure that there is one job of this kind, which runs no later than `at`. */
export async function ensureJob({ query }: Writer, kind: JobKind, at: number): Promise<void> {
  await query
    .insertInto('jobs')
    .values({ kind, key: '', lane: '', ...newJob(at) })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'key'])
        .doUpdateSet({ run_at: at })
        .where('jobs.state', '=', 'waiting')
        .where('jobs.run_at', '>', at),
    )
    .execute();
}

/** Queues the keys that have no job yet, due at once. Usually there are none, and nothing is written. */
export async function queueMissing(db: Database, kind: JobKind, keys: readonly string[], now: number): Promise<void> {
  if (keys.length === 0) return;
  const known = new Set((await listJobs(db, kind)).map(({ key }) => key));
  const missing = keys.filter((key) => !known.has(key));
  if (missing.length === 0) return;
  await db.write(async ({ query }) => {
    for (const some of inChunks(missing, AT_ONCE)) {
      await query
        .insertInto('jobs')
        .values(some.map((key) => ({ kind, key, lane: '', ...newJob(now) })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

/** Drops these jobs. One that is already running goes on. */
export async function dropJobs({ query }: Writer, kind: JobKind, keys: readonly string[]): Promise<void> {
  for (const some of inChunks(keys, AT_ONCE)) {
    await query.deleteFrom('jobs').where('kind', '=', kind).where('key', 'in', some).execute();
  }
}

/** For 'Send again'. False if the job is in none of these states. */
export async function runAgain(
  { query }: Writer,
  kind: JobKind,
  key: string,
  states: JobRow['state'][],
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('jobs')
    .set(newJob(Date.now()))
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('state', 'in', states)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type SendingState = Exclude<JobRow['state'], 'running'> | 'sending';

/** The state of a mail as people read it; 'sent' if its job is done and gone. */
export function sendingStateOf(job: Pick<JobRow, 'state'>): SendingState;
export function sendingStateOf(job: Pick<JobRow, 'state'> | undefined): SendingState | 'sent';
export function sendingStateOf(job: Pick<JobRow, 'state'> | undefined): SendingState | 'sent' {
  return job ? (job.state === 'running' ? 'sending' : job.state) : 'sent';
}

export async function countJobs({ query }: Reader, kind: JobKind): Promise<Map<string, number>> {
  const rows = await query
    .selectFrom('jobs')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('kind', '=', kind)
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [sendingStateOf({ state }), Number(count)]));
}

export function listJobs({ query }: Reader, kind: JobKind): Promise<JobRow[]> {
  return query.selectFrom('jobs').selectAll().where('kind', '=', kind).execute();
}

/** The columns of a job that nobody has begun yet. */
export function newJob(at: number, now = Date.now()) {
  return { state: 'waiting', lease: null, run_at: at, attempts: 0, queued_at: now, error: null } as const;
}
