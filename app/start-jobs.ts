import { discordSender } from './discord/sender.ts';
import { announcementJob } from './domain/announcements/send-announcements.ts';
import { dateWatch } from './domain/dates/date-watch.ts';
import { publications } from './domain/event-changes/publish.ts';
import { adoption } from './domain/former-queues.ts';
import { Worker } from './domain/jobs/worker.ts';
import { pagePublications } from './domain/pages/publish-pages.ts';
import { mailJobs } from './domain/mail/outbox.ts';
import { drawJobs } from './domain/sign-ups/draw/draw.ts';
import { mailingJobs } from './domain/sign-ups/mailings.ts';
import { scheduleOf } from './domain/digest/schedule.ts';
import { digests } from './domain/digest/send-digest.ts';
import { subscriptionRequests } from './domain/digest/subscribe.ts';
import { cardRequests } from './domain/members/card-requests.ts';
import { renewals } from './domain/members/renewal.ts';
import { reminderJobs } from './domain/sign-ups/reminders.ts';
import { releaseJobs } from './domain/sign-ups/commands/release.ts';
import { giveUpJobs, paymentReminderJobs } from './domain/sign-ups/commands/unpaid.ts';
import { passOnJobs } from './domain/sign-ups/commands/pass-on.ts';
import { questionJobs } from './domain/sign-ups/still-coming.ts';
import { mailSender } from './mail/sender.ts';
import type { Site } from './site.ts';
import { tidying } from './tidying.ts';
import { statusReaderWithNetwork } from './watch/read-site-status.ts';

/**
 * Starts work in the background. Without SMTP_URL no mail is sent; it waits and is shown as unsent. Without DISCORD_WEBHOOK_URL
 * nothing is announced.
 */
export function startJobs(site: Site): Worker {
  const { db, settings } = site;
  const { smtpUrl, discordWebhookUrl: url, publicUrl } = settings;
  const from = () => ({ name: site.club.club.name, address: site.club.club.email });
  return new Worker(db, [
    adoption(db),
    publications,
    pagePublications,
    reminderJobs(() => site.mailing),
    questionJobs(() => site.mailing),
    passOnJobs(() => site.mailing),
    drawJobs(() => site.mailing),
    releaseJobs(() => site.mailing),
    paymentReminderJobs(() => site.mailing),
    giveUpJobs(() => site.mailing),
    ...(site.club.membership ? [renewals(() => site.mailing), cardRequests(() => site.mailing)] : []),
    ...(site.club.digest
      ? [
          subscriptionRequests(() => site.mailing),
          digests(
            () => scheduleOf(site.club, site.clock),
            () => site.mailing,
          ),
        ]
      : []),
    mailingJobs(),
    ...(smtpUrl === undefined ? [] : [mailJobs(mailSender({ smtpUrl, publicUrl, from }))]),
    ...(url === undefined
      ? []
      : [announcementJob(() => ({ publicUrl, accent: site.club.club.accent }), discordSender({ url }))]),
    dateWatch(db, statusReaderWithNetwork(site), () => site.mailing),
    tidying(site),
  ]);
}
