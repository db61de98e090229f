import { setTimeout as after } from 'node:timers/promises';
import type { Database } from '../db/db.server.ts';
import { CLAIM_MS, claimNextMail, markSent, markUnsent, renewClaim, type ClaimedMail } from '../domain/mail/outbox.ts';
import { loadOnce } from '../limits/load-once.ts';
import { startPolling } from './polling.ts';
import { openTransport, type MailServer } from './transport.ts';
import type { Site } from '../site.ts';

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
  const transport = loadOnce(() => openTransport(server));
  let isStopped = false;
  let failedAt = -Infinity;

  async function look(): Promise<void> {
    for (const mail of taken.values()) await markTaken(mail);
    while (!isStopped && running.size < MOST_AT_ONCE) {
      const leftBehind = performance.now() - failedAt > SETTLE_MS;
      const mail = await claimNextMail(db, Date.now(), { leftBehind });
      if (!mail) return;
      const job = deliver(mail).finally(() => {
        running.delete(job);
        polling.poll();
      });
      running.add(job);
    }
  }

  async function deliver(mail: ClaimedMail): Promise<void> {
    const renewing = setInterval(() => {
      renewClaim(db, mail).catch(report);
    }, CLAIM_MS / 4);
    try {
      if (!taken.has(mail.key)) await (await transport())(mail, stopping.signal);
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

  const polling = startPolling(look, LOOK_EVERY_MS, (error) => {
    failedAt = performance.now();
    report(error);
  });
  return {
    async stop() {
      isStopped = true;
      await polling.stop();
      await Promise.race([Promise.all(running), after(STOP_WITHIN_MS, undefined, { ref: false })]);
      stopping.abort();
      await Promise.all(running);
    },
  };
}

function report(error: unknown): void {
  console.error('The outbox cannot be reached:', error instanceof Error ? error.message : error);
}

/** Without SMTP_URL nothing is sent, and mail stays in the outbox. */
export function startMail(site: Pick<Site, 'db' | 'club' | 'settings'>): MailSender | undefined {
  const { smtpUrl, publicUrl } = site.settings;
  if (smtpUrl === undefined) return undefined;
  const from = () => ({ name: site.club.club.name, address: site.club.club.email });
  return startSender(site.db, { smtpUrl, publicUrl, from });
}

interface Failure {
  error: string;
  /** For good, however often it is tried. */
  refused: boolean;
  /** Without any address in it, for the log. */
  code: string;
}

function failureOf(reason: unknown): Failure {
  if (!(reason instanceof Error)) return { error: String(reason), refused: false, code: 'unknown' };
  const { code, command, responseCode } = details(reason);
  // A wrong password or sender is put right by whoever runs the site: until then the mail waits.
  const refused =
    responseCode === undefined
      ? code === 'EENVELOPE' || code === 'EMESSAGE'
      : responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  return { error: reason.message, refused, code: [code, responseCode].filter(Boolean).join(' ') };
}

function details(error: Error): { code: string; command: unknown; responseCode: number | undefined } {
  const responseCode = 'responseCode' in error ? error.responseCode : undefined;
  return {
    code: 'code' in error ? String(error.code) : error.name,
    command: 'command' in error ? error.command : undefined,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
  };
}
