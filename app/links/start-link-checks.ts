import { isLoopback } from '../config/settings.server.ts';
import { acquireLease } from '../db/lease.ts';
import { startPolling } from '../mail/polling.ts';
import type { Site } from '../site.ts';
import { startOfToday } from '../time/club-time.ts';
import { askAddress, LIMITS } from './ask-address.ts';
import { checkLinks, linkTextsOf } from './check-links.ts';

const EVERY_MS = 20 * 60_000;
/** Of several copies one asks at a time. */
const TURN_MS = 0.9 * EVERY_MS;
/** All of them are asked well before the next turn. */
const LIMIT = 50;
const PAUSE_MS = 2000;

interface Asking extends Pick<Site, 'db' | 'club' | 'clock'> {
  settings: Pick<Site['settings'], 'checksLinks' | 'publicUrl'>;
}

/** A site that is only tried out asks nobody, and one that starts again and again does not either. */
export function startLinkChecks(site: Asking, askOne = askAddress): { stop: () => Promise<void> } {
  const { db, clock, settings } = site;
  const startedAt = Date.now();
  const stopping = new AbortController();
  const { signal } = stopping;
  const ask = (address: string) => askOne(address, { ...LIMITS, signal });

  async function look(): Promise<void> {
    if (!settings.checksLinks || isLoopback(settings.publicUrl) || Date.now() - startedAt < TURN_MS) return;
    if (!(await acquireLease(db, 'links', TURN_MS))) return;
    const midnight = startOfToday(clock.timeZone);
    await checkLinks(db, linkTextsOf(site.club), { ask, signal, midnight, pauseMs: PAUSE_MS, limit: LIMIT });
  }

  const polling = startPolling(look, EVERY_MS, (error) => console.error('Links cannot be checked now:', error));
  return {
    async stop() {
      stopping.abort();
      await polling.stop();
    },
  };
}
