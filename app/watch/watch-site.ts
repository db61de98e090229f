import { askWhetherRefused } from '../auth/identity-provider.server.ts';
import type { Settings } from '../config/settings.server.ts';
import { RELEASED_ON, VERSION } from '../config/version.ts';
import type { Watched } from '../domain/dates/watched.ts';
import { readDisk } from '../storage/disk.server.ts';
import type { ClubClock } from '../time/club-time.ts';
import { HOUR_MS } from '../time/durations.ts';
import { readCertificate } from './certificate.ts';

interface WatchedSite {
  settings: Pick<Settings, 'dataDir' | 'publicUrl' | 'oidc' | 'smtpUrl' | 'discordWebhookUrl'>;
  clock: ClubClock;
}

/** As fast as the disk says how much is free. */
export async function watchSite({ settings, clock }: WatchedSite): Promise<Watched> {
  const { dataDir, publicUrl, oidc, smtpUrl, discordWebhookUrl } = settings;
  return {
    now: Date.now(),
    clock,
    publicUrl,
    dataDir,
    version: { number: VERSION, releasedOn: RELEASED_ON },
    disk: await readDisk(dataDir),
    certificate: undefined,
    hasProvider: oidc !== undefined,
    refusedAs: undefined,
    hasMailServer: smtpUrl !== undefined,
    hasChat: discordWebhookUrl !== undefined,
  };
}

const ASKED_EVERY_MS = 20 * HOUR_MS;

/**
 * With what the network says: the certificate at the site's own address each time, and about once a day whether the identity
 * provider takes this site.
 */
export function watchOutside(site: WatchedSite): () => Promise<Watched> {
  let askedAt = -Infinity;
  return async () => {
    const watched = await watchSite(site);
    const isDue = watched.now - askedAt > ASKED_EVERY_MS;
    if (isDue) askedAt = watched.now;
    const [certificate, refusedAs] = await Promise.all([
      readCertificate(watched.publicUrl),
      isDue ? askProvider(site.settings) : undefined,
    ]);
    return { ...watched, certificate, refusedAs };
  };
}

/** One that cannot be reached says nothing. */
async function askProvider({ oidc, publicUrl }: WatchedSite['settings']): Promise<Watched['refusedAs']> {
  if (!oidc) return undefined;
  return askWhetherRefused(oidc, `${publicUrl}/auth/callback`).catch(() => undefined);
}
