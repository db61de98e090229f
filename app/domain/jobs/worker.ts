import { setImmediate, setTimeout as after } from 'node:timers/promises';
import type { Database, Writer } from '../../db/db.server.ts';
import type { JobRow } from '../../db/tables.ts';
import { ensureJob } from './queue.ts';
import {
  beginNext,
  endLeases,
  failure,
  LEASE_MS,
  listDueKinds,
  queueFound,
  renewLease,
  settle,
  type ClaimedJob,
  type Handler,
  type JobOutcome,
} from './run.ts';

/**
 * Looks often, because any copy of the site or command may have queued a job; the queries are indexed and mostly find
 * nothing.
 */
const LOOK_EVERY_MS = 1000;
const STOP_WITHIN_MS = 4000;
/**
 * After an outage, a process that runs a job has this long to renew its lease or record its outcome before another
 * takes over.
 */
const SETTLE_MS = LEASE_MS / 3;

interface RunningJob extends ClaimedJob {
  /** Set when the work has ended but its outcome could not be stored. */
  noteOutcome?: (tx: Writer) => Promise<JobOutcome>;
}

/** Runs due jobs, one kind after the other. Jobs of kinds without a handler here wait. */
export class Worker {
  readonly #db: Database;
  readonly #handlers: readonly Handler[];
  readonly #timer: NodeJS.Timeout;
  readonly #running = new Set<RunningJob>();
  readonly #lastLanes = new Map<Handler, string>();
  readonly #runs = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #looking: Promise<void> | undefined;
  #isStarted = false;
  #isTimeToFind = true;
  #isStopped = false;
  #failedAt = -Infinity;

  constructor(db: Database, handlers: readonly Handler[], { lookEveryMs = LOOK_EVERY_MS } = {}) {
    this.#db = db;
    this.#handlers = handlers;
    this.#timer = setInterval(() => {
      this.#isTimeToFind = true;
      this.#poll();
    }, lookEveryMs).unref();
    this.#poll();
  }

  /** Lets running jobs finish, but cuts them off after a few seconds. */
  readonly stop = async (): Promise<void> => {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.race([Promise.all(this.#runs), after(STOP_WITHIN_MS, undefined, { ref: false })]);
    this.#stopping.abort();
    await Promise.all(this.#runs);
  };

  #poll(): void {
    if (this.#isStopped) return;
    this.#looking ??= this.#look()
      .catch((error: unknown) => {
        this.#failedAt = performance.now();
        report(error);
      })
      .finally(() => (this.#looking = undefined));
  }

  async #look(): Promise<void> {
    if (!this.#isStarted) await this.#start();
    this.#isStarted = true;
    for (const one of this.#running) if (one.noteOutcome) await this.#end(one, one.noteOutcome);
    if (this.#isTimeToFind) for (const handler of this.#handlers) await queueFound(this.#db, handler);
    this.#isTimeToFind = false;
    const takesAbandoned = performance.now() - this.#failedAt > SETTLE_MS;
    for (;;) {
      const idle = this.#handlers.filter((handler) => this.#hasRoom(handler));
      const due = await listDueKinds(
        this.#db,
        idle.map(({ kind }) => kind),
        { takesAbandoned },
      );
      const begun = [];
      for (const handler of idle) if (due.has(handler.kind)) begun.push(await this.#beginOne(handler, takesAbandoned));
      // Other copies may have been faster.
      if (!begun.includes(true)) return;
      await setImmediate();
    }
  }

  async #start(): Promise<void> {
    if (this.#db.dialect === 'sqlite') await endLeases(this.#db);
    await this.#db.write(async (tx) => {
      for (const { kind, afterStart } of this.#handlers) {
        if (afterStart !== undefined) await ensureJob(tx, kind, Date.now() + afterStart);
      }
    });
  }

  #hasRoom(handler: Handler): boolean {
    return this.#runningOf(handler).length < (handler.atOnce ?? 1);
  }

  #runningOf(handler: Handler): JobRow[] {
    return [...this.#running].filter((one) => one.handler === handler).map(({ row }) => row);
  }

  /** False if no job was left. */
  async #beginOne(handler: Handler, takesAbandoned: boolean): Promise<boolean> {
    if (this.#isStopped) return false;
    const turns = { running: this.#runningOf(handler), after: this.#lastLanes.get(handler) };
    const job = await beginNext(this.#db, handler, { takesAbandoned, ...turns });
    if (job === undefined || job === 'noted') return job !== undefined;
    this.#running.add(job);
    this.#lastLanes.set(handler, job.row.lane);
    const run = this.#run(job).finally(() => {
      this.#runs.delete(run);
      this.#poll();
    });
    this.#runs.add(run);
    return true;
  }

  async #run(one: RunningJob): Promise<void> {
    const renewing = setInterval(() => {
      renewLease(this.#db, one).catch(report);
    }, LEASE_MS / 4);
    const noteOutcome = await one.work(this.#stopping.signal).catch((error: unknown) => {
      console.error(`Job ${one.row.kind} failed:`, error);
      return async () => failure(error);
    });
    clearInterval(renewing);
    await this.#end(one, noteOutcome).catch((error: unknown) => {
      one.noteOutcome = noteOutcome;
      report(error);
    });
  }

  async #end(one: RunningJob, noteOutcome: (tx: Writer) => Promise<JobOutcome>): Promise<void> {
    await settle(this.#db, one, noteOutcome);
    this.#running.delete(one);
  }
}

function report(error: unknown): void {
  console.error('Jobs wait, as the database cannot be reached:', error instanceof Error ? error.message : error);
}
