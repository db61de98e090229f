import { forgetAnnouncements } from './domain/announcements/send-announcements.ts';
import { forgetStopLinks } from './domain/digest/stop-links.ts';
import { forgetRequests } from './domain/digest/subscribe.ts';
import { renderCardsAnew } from './domain/dsc.ts';
import type { Handler } from './domain/jobs/run.ts';
import { countDueEvents } from './domain/looking-back/counts.ts';
import { forgetOldMail } from './domain/mail/forget-old-mail.ts';
import { forgetRecipients } from './domain/mail/recipient-limit.ts';
import { forgetOldVisits } from './domain/links/visits.ts';
import { deleteExpiredDoorLinks } from './domain/sign-ups/door/links.ts';
import { eraseExpired } from './domain/retention/erase-expired.ts';
import { eraseUnconfirmed } from './domain/retention/erase-unconfirmed.ts';
import { forgetInvitations } from './domain/users/invitations.ts';
import { eraseOldTrash } from './domain/trash.ts';
import { eraseDueFiles, takeDownUnusedFiles } from './domain/uploads/erase-files.ts';
import type { Site } from './site.ts';
import { forgetCounts } from './db/rate-limits.ts';
import { clubDay } from './time/club-day.ts';
import type { ClubYears } from './time/club-year.ts';
import { HOUR_MS } from './time/durations.ts';

type TidySite = Pick<Site, 'db' | 'storage' | 'club' | 'clock'>;
type Step = (site: TidySite) => Promise<unknown>;

/** Often enough that what a crash left behind is gone within an hour. */
const EVERY_MS = 20 * 60_000;
const FIRST_MS = 15_000;

/** Writes have to wait for it, so once a day is enough unless somebody asks for it. */
const TRACES_MS = 20 * HOUR_MS;

function yearsOf({ club }: TidySite['club'], { timeZone }: TidySite['clock']): ClubYears {
  return { timeZone, yearStartsIn: club.yearStartsIn };
}

/** The order matters. Running two at once does no harm. */
const STEPS: Step[] = [
  ({ db }) => renderCardsAnew(db),
  ({ db }) => forgetOldMail(db),
  ({ db }) => forgetRecipients(db),
  ({ db }) => db.write((tx) => forgetInvitations(tx)),
  ({ db }) => forgetCounts(db),
  ({ db }) => deleteExpiredDoorLinks(db),
  ({ db, clock }) => forgetOldVisits(db, clubDay(clock.timeZone)),
  ({ db }) => eraseUnconfirmed(db),
  ({ db }) => forgetRequests(db),
  ({ db }) => forgetStopLinks(db),
  async ({ db, club, clock }) => {
    // Events that are not counted yet are not erased.
    const years = yearsOf(club, clock);
    await countDueEvents(db, years);
    await eraseExpired(db, { retention: club.retention, ...years });
  },
  ({ db, club, clock }) => eraseOldTrash(db, yearsOf(club, clock)),
  ({ db }) => forgetAnnouncements(db),
  ({ db }) => takeDownUnusedFiles(db),
  ({ db, storage }) => eraseDueFiles(db, storage.deleteAll),
  ({ db }) => db.forgetTraces({ everyMs: TRACES_MS }),
];

/** Only one copy tidies at a time; if it is killed, another goes on. */
export function tidying(site: TidySite): Handler {
  return {
    kind: 'tidying',
    afterStart: FIRST_MS,
    begin: async () => async (signal) => {
      for (const step of STEPS) if (!signal.aborted) await step(site).catch(report);
      return async () => ({ kind: 'again', at: Date.now() + EVERY_MS });
    },
  };
}

function report(error: unknown): void {
  console.error('Tidying up failed, and will be tried again:', error);
}
