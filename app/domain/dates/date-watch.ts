import type { Database } from '../../db/db.server.ts';
import { noteFirstStart } from '../../db/first-start.ts';
import { HOUR_MS } from '../../time/durations.ts';
import type { Handler } from '../jobs/run.ts';
import type { MailingClub } from '../mail/mail.ts';
import { forgetRefusedSite, noteRefusedSite } from '../users/refused-site.ts';
import { noteCertificate } from './certificate.ts';
import { listThings } from './list-dates.ts';
import { queueDateMails } from './mails.ts';
import type { SiteStatus } from './site-status.ts';

const FIRST_MS = 20_000;

/**
 * Looks every hour at what runs out. A mail is queued in the transaction that notes it, so that it is sent once even if
 * something crashes.
 */
export function dateWatch(db: Database, look: () => Promise<SiteStatus>, clubNow: () => MailingClub): Handler {
  return {
    kind: 'dates',
    afterStart: FIRST_MS,
    async begin(tx, _job, now) {
      await noteFirstStart(tx, now);
      return async () => {
        const status = await look();
        const { refusedAs } = status;
        if (typeof refusedAs === 'string') await noteRefusedSite(db, refusedAs);
        if (refusedAs === null) await forgetRefusedSite(db);
        const things = await listThings(db, status);
        return async (settling) => {
          await noteCertificate(settling, status);
          await queueDateMails(settling, clubNow(), things, status.now);
          return { kind: 'again', at: now + HOUR_MS };
        };
      };
    },
  };
}
