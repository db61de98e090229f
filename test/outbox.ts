import sample from '../club.config.ts';
import type { Database } from '../app/db/db.server.ts';
import type { JobRow, OutboxRow } from '../app/db/tables.ts';
import { sendingStateOf, type SendingState } from '../app/domain/jobs/queue.ts';
import { DONE, settle, type ClaimedJob, type JobOutcome } from '../app/domain/jobs/run.ts';
import { startWorker, type Worker } from '../app/domain/jobs/worker.ts';
import { mailJobs, type OutgoingMail } from '../app/domain/mail/outbox.ts';
import { queueMail, type QueuedMail } from '../app/domain/mail/queue-mail.ts';
import { mailingClub } from '../app/mail/mailing-club.ts';
import { mailSender } from '../app/mail/sender.ts';
import type { MailServer } from '../app/mail/transport.ts';
import { claimNext } from './jobs.ts';

/** The sample club as its mails present it. */
export const club = mailingClub(sample, 'https://club.example.edu');

/** Sends what is queued to this server, as the site does. */
export function startSender(db: Database, smtpUrl: string, timeouts: MailServer['timeouts'] = {}): Worker {
  const from = () => ({ name: club.name, address: club.email });
  return startWorker(db, [mailJobs(mailSender({ smtpUrl, publicUrl: club.publicUrl, from, timeouts }))]);
}

/** Queues a mail that says nothing in particular. */
export async function queue(db: Database, key: string, given: Partial<QueuedMail> = {}): Promise<void> {
  const mail: QueuedMail = {
    key,
    kind: 'contact message',
    recipient: 'sam@example.edu',
    subject: 'Hello',
    text: 'Hello Sam\n',
    html: '<p>Hello Sam</p>',
    ...given,
  };
  await db.write((tx) => queueMail(tx, mail));
}

/** The outbox's row with this key, and what its job says of it; one that is missing fails the test. */
export async function rowOf(
  { query }: Database,
  key: string,
): Promise<
  Omit<OutboxRow, 'state'> & Pick<JobRow, 'attempts' | 'error' | 'run_at'> & { state: SendingState | 'sent' }
> {
  const row = await query.selectFrom('outbox').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
  const job = await query
    .selectFrom('jobs')
    .select(['state', 'attempts', 'error', 'run_at'])
    .where('kind', '=', 'mail')
    .where('key', '=', key)
    .executeTakeFirst();
  return { run_at: 0, ...row, ...job, state: sendingStateOf(job) };
}

/** As if the mail server had taken all that waits. */
export async function takeAll({ write }: Database): Promise<void> {
  await write(async ({ query }) => {
    await query.updateTable('outbox').set({ sent_at: Date.now() }).execute();
    await query.deleteFrom('jobs').where('kind', '=', 'mail').execute();
  });
}

export const SENT = DONE;
/** The server cannot be reached. */
export const DOWN: JobOutcome = { kind: 'failed for now', error: 'connect ECONNREFUSED' };
export const REFUSED: JobOutcome = { kind: 'failed', error: '550 no such user' };

export interface MailInHand extends OutgoingMail {
  attempts: number;
  claimed: ClaimedJob;
  /** Notes what came of it. */
  end: (outcome: JobOutcome, now?: number) => Promise<void>;
}

/** The next mail that is due, as a sender has it before the server has answered. */
export async function claimMail(db: Database, now?: number): Promise<MailInHand | undefined> {
  const inHand = Promise.withResolvers<OutgoingMail>();
  const answer = Promise.withResolvers<JobOutcome>();
  const jobs = mailJobs((mail) => {
    inHand.resolve(mail);
    return answer.promise;
  });
  const claimed = await claimNext(db, jobs, now);
  if (!claimed) return undefined;
  const noting = claimed.work(new AbortController().signal);
  return {
    ...(await inHand.promise),
    attempts: claimed.row.attempts,
    claimed,
    async end(outcome, at) {
      answer.resolve(outcome);
      await settle(db, claimed, await noting, at);
    },
  };
}
