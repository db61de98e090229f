import { startWorker, type Worker } from './domain/jobs/worker.ts';
import { adoption } from './domain/former-queues.ts';
import { mailJobs } from './domain/mail/outbox.ts';
import { mailSender } from './mail/sender.ts';
import type { Site } from './site.ts';

/** What is done without anybody asking at that moment. Without SMTP_URL no mail is sent: it waits. */
export function startJobs(site: Site): Worker {
  const { db, settings } = site;
  const { smtpUrl, publicUrl } = settings;
  const from = () => ({ name: site.club.club.name, address: site.club.club.email });
  return startWorker(db, [
    adoption(db),
    ...(smtpUrl === undefined ? [] : [mailJobs(mailSender({ smtpUrl, publicUrl, from }))]),
  ]);
}
