import { beginOf, clubDay, dayPlus } from '../../time/club-day.ts';
import type { Writer } from '../../db/db.server.ts';
import { queueJobs } from '../jobs/queue.ts';
import { DONE, type Handler } from '../jobs/run.ts';
import type { MailingClub } from '../mail/mail.ts';
import { mailEnd } from './mails.ts';

const DAYS_BEFORE = 30;
/** Of the zone that has its days first; who is asked before it is the day at the club is asked again then. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;

interface Paid {
  key: string;
  until: string;
}

/** To be called in the write that notes a payment: who has paid until then is written to before it ends. */
export async function queueRenewals(tx: Writer, paid: Paid[]): Promise<void> {
  for (const [until, some] of Map.groupBy(paid, (one) => one.until)) {
    await queueJobs(
      tx,
      'renewal',
      some.map(({ key }) => `${key} ${until}`),
      momentOf(until),
    );
  }
}

/** Before the day begins anywhere. */
function momentOf(until: string): number {
  return Date.parse(`${dayPlus(until, -DAYS_BEFORE)}T00:00:00Z`) - EARLIEST_ZONE_MS;
}

/** Of an import nobody is written to whose moment has passed. */
export function isToCome({ until }: Paid): boolean {
  return momentOf(until) > Date.now();
}

/** Writes to whose membership ends in 30 days, also after the site stood still; not to who has paid beyond it. */
export function renewals(clubNow: () => MailingClub): Handler {
  return {
    kind: 'renewal',
    async begin(tx, job, now) {
      // A member's key from an import may hold spaces.
      const end = job.key.lastIndexOf(' ');
      const [key, until] = [job.key.slice(0, end), job.key.slice(end + 1)];
      const member = await tx.query
        .selectFrom('members')
        .select(['key', 'name', 'email', 'paid_until'])
        .where('key', '=', key)
        .where('paid_until', '=', until)
        .executeTakeFirst();
      const club = clubNow();
      const { timeZone } = club.clock;
      const today = clubDay(timeZone, now);
      if (!member || until < today) return DONE;
      const first = dayPlus(until, -DAYS_BEFORE);
      if (today < first) return { kind: 'later', at: beginOf(first, timeZone) };
      await mailEnd(tx, club, member, until);
      return DONE;
    },
  };
}
