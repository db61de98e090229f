import { askWhetherRefused } from '../auth/identity-provider.server.ts';
import type { Settings } from '../config/settings.server.ts';
import { RELEASED_ON, VERSION } from '../config/version.ts';
import type { SiteStatus } from '../domain/dates/site-status.ts';
import { readDisk } from '../storage/disk.server.ts';
import type { ClubClock } from '../time/club-time.ts';
import { HOUR_MS } from '../time/durations.ts';
import { readCertificate } from './certificate.ts';

interface StatusSource {
  settings: Pick<Settings, 'dataDir' | 'publicUrl' | 'oidc' | 'smtpUrl' | 'discordWebhookUrl'>;
  clock: ClubClock;
}

/** Asks nothing of the network, so a page can wait for it. */
export async function readSiteStatus({ settings, clock }: StatusSource): Promise<SiteStatus> {
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
 * Also asks the network: for the certificate at the site's own address each time, and about once a day whether the
 * identity provider accepts this site.
 */
export function statusReaderWithNetwork(site: StatusSource): () => Promise<SiteStatus> {
  let askedAt = -Infinity;
  return async () => {
    const status = await readSiteStatus(site);
    const isDue = status.now - askedAt > ASKED_EVERY_MS;
    if (isDue) askedAt = status.now;
    const [certificate, refusedAs] = await Promise.all([
      readCertificate(status.publicUrl),
      isDue ? askProvider(site.settings) : undefined,
    ]);
    return { ...status, certificate, refusedAs };
  };
}

/** A provider that cannot be reached says nothing about this site. */
async function askProvider({ oidc, publicUrl }: StatusSource['settings']): Promise<SiteStatus['refusedAs']> {
  if (!oidc) return undefined;
  return askWhetherRefused(oidc, `${publicUrl}/auth/callback`).catch(() => undefined);
}
