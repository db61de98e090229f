import type { Settings } from '../config/settings.server.ts';
import { RELEASED_ON, VERSION } from '../config/version.ts';
import type { Watched } from '../domain/dates/watched.ts';
import { readDisk } from '../storage/disk.server.ts';
import type { ClubClock } from '../time/club-time.ts';
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
    hasMailServer: smtpUrl !== undefined,
    hasChat: discordWebhookUrl !== undefined,
  };
}

/** With the certificate as it is now, which asks the site's own address over the network. */
export async function watchWithCertificate(site: WatchedSite): Promise<Watched> {
  const certificate = await readCertificate(site.settings.publicUrl);
  return { ...(await watchSite(site)), certificate };
}
