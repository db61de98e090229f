import type { Database } from '../../db/db.server.ts';
import { noteFirstStart } from '../../db/first-start.ts';
import { HOUR_MS } from '../../time/durations.ts';
import type { Handler } from '../jobs/run.ts';
import type { MailingClub } from '../mail/mail.ts';
import { forgetRefusedSite, noteRefusedSite } from '../users/refused-site.ts';
import { noteCertificate } from './certificate.ts';
import { listThings } from './list-dates.ts';
import { queueDateMails } from './mails.ts';
import type { Watched } from './watched.ts';

const FIRST_MS = 20_000;

/**
 * Looks every hour at what runs out. A mail is queued in the transaction that notes it, so that it is sent once even if
 * something crashes.
 */
export function dateWatch(db: Database, look: () => Promise<Watched>, clubNow: () => MailingClub): Handler {
  return {
    kind: 'dates',
    afterStart: FIRST_MS,
    async begin(tx, _job, now) {
      await noteFirstStart(tx, now);
      return async () => {
        const watched = await look();
        const { refusedAs } = watched;
        if (typeof refusedAs === 'string') await noteRefusedSite(db, refusedAs);
        if (refusedAs === null) await forgetRefusedSite(db);
        const things = await listThings(db, watched);
        return async (settling) => {
          await noteCertificate(settling, watched);
          await queueDateMails(settling, clubNow(), things, watched.now);
          return { kind: 'anew', at: now + HOUR_MS };
        };
      };
    },
  };
}
