import { continueMailings } from '../domain/sign-ups/mailings.ts';
import { remindDue } from '../domain/sign-ups/reminders.ts';
import type { Site } from '../site.ts';
import { mailingClub } from './mailing-club.ts';
import { startPolling } from './polling.ts';

/** Indexed queries that mostly find nothing; a reminder goes out within a minute of its moment. */
const LOOK_EVERY_MS = 1000;

/** Begins reminders, and goes on with mail to many; whether or not anything sends it yet. */
export function startMailings(site: Pick<Site, 'db' | 'club' | 'settings'>): {
  stop: () => Promise<void>;
} {
  const { db, settings } = site;
  let isStopped = false;

  async function look(): Promise<void> {
    await remindDue(db, mailingClub(site.club, settings.publicUrl));
    // Without a mail server all of it is kept and shown as unsent.
    await continueMailings(db, { isPaced: settings.smtpUrl !== undefined, isStopped: () => isStopped });
  }

  const polling = startPolling(look, LOOK_EVERY_MS, report);
  return {
    async stop() {
      isStopped = true;
      await polling.stop();
    },
  };
}

function report(error: unknown): void {
  console.error('Mail to those who signed up waits:', error instanceof Error ? error.message : error);
}
