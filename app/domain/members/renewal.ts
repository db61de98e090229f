import { beginOf, clubDay, dayPlus } from '../../time/club-day.ts';
import { HOUR_MS } from '../../time/durations.ts';
import type { Writer } from '../../db/db.server.ts';
import { queueJobs } from '../jobs/queue.ts';
import { DONE, type Handler } from '../jobs/run.ts';
import type { MailingClub } from '../mail/mail.ts';
import { mailRenewal } from './mails.ts';

const DAYS_BEFORE = 30;
/**
 * How far ahead of UTC the first time zone begins a day. A job that runs before the club's own day begins is put off
 * until then.
 */
const EARLIEST_ZONE_MS = 14 * HOUR_MS;
/** How far behind UTC the last time zone begins a day. */
const LATEST_ZONE_MS = 12 * HOUR_MS;

interface PaidMember {
  key: string;
  until: string;
}

/** Call it in the transaction that notes a payment: the members are mailed before their paid time ends. */
export async function queueRenewals(tx: Writer, members: PaidMember[]): Promise<void> {
  for (const [until, some] of Map.groupBy(members, (one) => one.until)) {
    await queueJobs(
      tx,
      'renewal',
      some.map(({ key }) => `${key} ${until}`),
      earliestMoment(until),
    );
  }
}

/** A moment before the day begins anywhere. */
function earliestMoment(until: string): number {
  return beginOf(dayPlus(until, -DAYS_BEFORE), 'UTC') - EARLIEST_ZONE_MS;
}

/**
 * Like queueRenewals, but leaves out members whose day for the mail has already begun at the club. The club's zone is
 * asked for only while that day has begun in some zones and not in others.
 */
export async function queueRenewalsToCome(
  tx: Writer,
  members: PaidMember[],
  { now, timeZone }: { now: number; timeZone: () => Promise<string> },
): Promise<void> {
  const toCome: PaidMember[] = [];
  for (const one of members) {
    const day = dayPlus(one.until, -DAYS_BEFORE);
    const hasBegunEverywhere = beginOf(day, 'UTC') + LATEST_ZONE_MS <= now;
    if (earliestMoment(one.until) > now || (!hasBegunEverywhere && beginOf(day, await timeZone()) > now))
      toCome.push(one);
  }
  await queueRenewals(tx, toCome);
}

/**
 * Mails members whose membership ends in 30 days, even if the site was down meanwhile; not those who have paid beyond
 * that.
 */
export function renewals(clubNow: () => MailingClub): Handler {
  return {
    kind: 'renewal',
    async begin(tx, job, now) {
      // A member's key from an import may hold spaces.
      const end = job.key.lastIndexOf(' ');
      const [key, until] = [job.key.slice(0, end), job.key.slice(end + 1)];
      const member = await tx.query
        .selectFrom('members')
        .select(['key', 'email', 'paid_until'])
        .where('key', '=', key)
        .where('paid_until', '=', until)
        .executeTakeFirst();
      const club = clubNow();
      const { timeZone } = club.clock;
      const today = clubDay(timeZone, now);
      if (!member || until < today) return DONE;
      const first = dayPlus(until, -DAYS_BEFORE);
      if (today < first) return { kind: 'later', at: beginOf(first, timeZone) };
      await mailRenewal(tx, club, member, until);
      return DONE;
    },
  };
}
