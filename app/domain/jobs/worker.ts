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

export interface Worker {
  /** Lets what is running finish; after a few seconds it is cut off. */
  stop: () => Promise<void>;
}

/** Indexed queries that mostly find nothing, whichever copy of the site or command put a job in. */
const LOOK_EVERY_MS = 1000;
const STOP_WITHIN_MS = 4000;
/** After an outage anyone who runs a job renews its lease or says what came of it, before another takes it up. */
const SETTLE_MS = LEASE_MS / 3;

interface RunningJob extends ClaimedJob {
  /** Set once the work has ended but the database did not take its outcome. */
  noteOutcome?: (tx: Writer) => Promise<JobOutcome>;
}

/** Runs what is due, of each kind in turn. Kinds without a handler here wait. */
export function startWorker(db: Database, handlers: readonly Handler[], { lookEveryMs = LOOK_EVERY_MS } = {}): Worker {
  const running = new Set<RunningJob>();
  const lastLanes = new Map<Handler, string>();
  const works = new Set<Promise<void>>();
  const stopping = new AbortController();
  let looking: Promise<void> | undefined;
  let isStarted = false;
  let isTimeToFind = true;
  let isStopped = false;
  let failedAt = -Infinity;

  function poll(): void {
    if (isStopped) return;
    looking ??= look()
      .catch((error: unknown) => {
        failedAt = performance.now();
        report(error);
      })
      .finally(() => (looking = undefined));
  }

  async function look(): Promise<void> {
    isStarted ||= await start();
    for (const one of running) if (one.noteOutcome) await end(one, one.noteOutcome);
    if (isTimeToFind) for (const handler of handlers) await queueFound(db, handler);
    isTimeToFind = false;
    const leftBehind = performance.now() - failedAt > SETTLE_MS;
    for (;;) {
      const idle = handlers.filter(hasRoom);
      const due = await listDueKinds(
        db,
        idle.map(({ kind }) => kind),
        { leftBehind },
      );
      const begun = [];
      for (const handler of idle) if (due.has(handler.kind)) begun.push(await beginOne(handler, leftBehind));
      // Others may have been first.
      if (!begun.includes(true)) return;
      await setImmediate();
    }
  }

  async function start(): Promise<true> {
    if (db.dialect === 'sqlite') await endLeases(db);
    await db.write(async (tx) => {
      for (const { kind, afterStart } of handlers) {
        if (afterStart !== undefined) await ensureJob(tx, kind, Date.now() + afterStart);
      }
    });
    return true;
  }

  function hasRoom(handler: Handler): boolean {
    return runningOf(handler).length < (handler.atOnce ?? 1);
  }

  function runningOf(handler: Handler): JobRow[] {
    return [...running].filter((one) => one.handler === handler).map(({ row }) => row);
  }

  /** False where none was left. */
  async function beginOne(handler: Handler, leftBehind: boolean): Promise<boolean> {
    if (isStopped) return false;
    const turns = { running: runningOf(handler), after: lastLanes.get(handler) };
    const begun = await beginNext(db, handler, { leftBehind, ...turns });
    if (begun === undefined || begun === 'noted') return begun !== undefined;
    running.add(begun);
    lastLanes.set(handler, begun.row.lane);
    const work = run(begun).finally(() => {
      works.delete(work);
      poll();
    });
    works.add(work);
    return true;
  }

  async function run(one: RunningJob): Promise<void> {
    const renewing = setInterval(() => {
      renewLease(db, one).catch(report);
    }, LEASE_MS / 4);
    const noteOutcome = await one.work(stopping.signal).catch((error: unknown) => {
      console.error(`Job ${one.row.kind} failed:`, error);
      return async () => failure(error);
    });
    clearInterval(renewing);
    await end(one, noteOutcome).catch((error: unknown) => {
      one.noteOutcome = noteOutcome;
      report(error);
    });
  }

  async function end(one: RunningJob, noteOutcome: (tx: Writer) => Promise<JobOutcome>): Promise<void> {
    await settle(db, one, noteOutcome);
    running.delete(one);
  }

  const timer = setInterval(() => {
    isTimeToFind = true;
    poll();
  }, lookEveryMs).unref();
  poll();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
      await Promise.race([Promise.all(works), after(STOP_WITHIN_MS, undefined, { ref: false })]);
      stopping.abort();
      await Promise.all(works);
    },
  };
}

function report(error: unknown): void {
  console.error('Jobs wait, as the database cannot be reached:', error instanceof Error ? error.message : error);
}
