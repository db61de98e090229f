import { queueMessages } from '../domain/sign-ups/messages.ts';
import type { Site } from '../site.ts';
import { mailingClub } from './mailing-club.ts';

const LOOK_EVERY_MS = 1000;

/** Brings what officers wrote to the outbox, a batch at a time; what a killed process left is gone on with. */
export function startMessages(site: Pick<Site, 'db' | 'club' | 'settings'>): {
  stop: () => Promise<void>;
} {
  const { db, settings } = site;
  // Without a mail server all of it is kept and shown as unsent.
  const isPaced = settings.smtpUrl !== undefined;
  let looking: Promise<void> | undefined;
  const look = async () => {
    try {
      await queueMessages(db, mailingClub(site.club, settings.publicUrl), { isPaced });
    } catch (error) {
      console.error('Messages cannot be queued, and will be later:', error);
    }
    looking = undefined;
  };
  const timer = setInterval(() => {
    looking ??= look();
  }, LOOK_EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
