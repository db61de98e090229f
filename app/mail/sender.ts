import { setTimeout as after } from 'node:timers/promises';
import type { Database } from '../db/db.server.ts';
import { CLAIM_MS, claimNextMail, markSent, markUnsent, renewClaim, type ClaimedMail } from '../domain/mail/outbox.ts';
import { failureOf } from './failure.ts';
import { openTransport, type MailServer, type Send } from './transport.ts';

export interface MailSender {
  /** Lets what is being sent finish; what has not after a few seconds is sent after the next start. */
  stop: () => Promise<void>;
}

/** One indexed query, whichever copy of the site or command queued the mail. */
const LOOK_EVERY_MS = 1000;
const MOST_AT_ONCE = 3;
const STOP_WITHIN_MS = 4000;
/** After an outage the copy that sent a mail says so before another takes it up. */
const SETTLE_MS = 5 * LOOK_EVERY_MS;

export function startSender(db: Database, server: MailServer): MailSender {
  const running = new Set<Promise<void>>();
  // Taken by the server but not yet marked so, as the database was gone just then: never sent a second time.
  const taken = new Map<string, ClaimedMail>();
  const stopping = new AbortController();
  let send: Promise<Send> | undefined;
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let failedAt = -Infinity;

  async function look(): Promise<void> {
    for (const mail of taken.values()) await markTaken(mail);
    while (!isStopped && running.size < MOST_AT_ONCE) {
      const leftBehind = performance.now() - failedAt > SETTLE_MS;
      const mail = await claimNextMail(db, Date.now(), { leftBehind });
      if (!mail) return;
      const job = deliver(mail).finally(() => {
        running.delete(job);
        lookSoon();
      });
      running.add(job);
    }
  }

  async function deliver(mail: ClaimedMail): Promise<void> {
    const renewing = setInterval(() => {
      renewClaim(db, mail).catch(report);
    }, CLAIM_MS / 4);
    try {
      if (!taken.has(mail.key)) await (await (send ??= openTransport(server)))(mail, stopping.signal);
      taken.set(mail.key, mail);
      await markTaken(mail);
    } catch (error) {
      if (taken.has(mail.key)) return report(error);
      const failure = failureOf(error);
      console.error(`Mail ${mail.key} was not sent: ${failure.code}`);
      await markUnsent(db, mail, failure).catch(report);
    } finally {
      clearInterval(renewing);
    }
  }

  async function markTaken(mail: ClaimedMail): Promise<void> {
    await markSent(db, mail);
    taken.delete(mail.key);
  }

  function lookSoon(): void {
    looking ??= look()
      .catch((error: unknown) => {
        failedAt = performance.now();
        report(error);
      })
      .finally(() => (looking = undefined));
  }

  const timer = setInterval(lookSoon, LOOK_EVERY_MS).unref();
  lookSoon();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
      await Promise.race([Promise.all(running), after(STOP_WITHIN_MS, undefined, { ref: false })]);
      stopping.abort();
      await Promise.all(running);
    },
  };
}

function report(error: unknown): void {
  console.error('The outbox cannot be reached:', error instanceof Error ? error.message : error);
}
