import { setTimeout as after } from 'node:timers/promises';
import type { Database } from '../db/db.server.ts';
import type { ChatSite } from '../domain/announcements/message.ts';
import {
  claimAnnouncement,
  settleAnnouncement,
  settleLeftBehind,
  type ClaimedAnnouncement,
} from '../domain/announcements/to-send.ts';
import { startPolling } from '../mail/polling.ts';
import type { Site } from '../site.ts';
import { askWebhook, type Webhook } from './ask-webhook.ts';
import { outcomeOf, outcomeOfFailure, type Result } from './outcome.ts';

const LOOK_EVERY_MS = 1000;
const STOP_WITHIN_MS = 4000;

interface Sender {
  /** Lets what is being sent finish; after a few seconds it is cut off, and its outcome is uncertain. */
  stop: () => Promise<void>;
}

export function startSending(
  db: Database,
  webhook: Omit<Webhook, 'publicUrl'>,
  siteNow: () => ChatSite,
  { lookEveryMs = LOOK_EVERY_MS } = {},
): Sender {
  const stopping = new AbortController();
  // What came of an attempt and cannot be noted yet, as the database is gone just now.
  let unsettled: { claimed: ClaimedAnnouncement; result: Result } | undefined;
  let isStarting = true;
  let isStopped = false;

  async function look(): Promise<void> {
    // The embedded database is one process's, so whoever was sending is gone.
    if (isStarting) await settleLeftBehind(db, { isAlone: db.dialect === 'sqlite' });
    isStarting = false;
    await settle();
    await settleLeftBehind(db);
    while (!isStopped) {
      const site = siteNow();
      const claimed = await claimAnnouncement(db, site);
      if (!claimed) return;
      unsettled = { claimed, result: await attempt(claimed, site) };
      await settle();
    }
  }

  async function attempt(claimed: ClaimedAnnouncement, { publicUrl }: ChatSite): Promise<Result> {
    const result = await askWebhook({ ...webhook, publicUrl }, claimed, stopping.signal).then(
      (answer) => outcomeOf(answer, { isEdit: claimed.messageId !== null }),
      outcomeOfFailure,
    );
    const { outcome } = result;
    if ('error' in outcome) console.error(`Announcement ${claimed.key}: ${outcome.error}`);
    return result;
  }

  async function settle(): Promise<void> {
    if (!unsettled) return;
    await settleAnnouncement(db, unsettled.claimed, unsettled.result);
    unsettled = undefined;
  }

  const polling = startPolling(look, lookEveryMs, report);
  return {
    async stop() {
      isStopped = true;
      const stopped = polling.stop();
      await Promise.race([stopped, after(STOP_WITHIN_MS, undefined, { ref: false })]);
      stopping.abort();
      await stopped;
    },
  };
}

function report(error: unknown): void {
  console.error('The announcements cannot be reached:', error instanceof Error ? error.message : error);
}

/** Without DISCORD_WEBHOOK_URL nothing is sent. */
export function startAnnouncements(site: Pick<Site, 'db' | 'club' | 'settings'>): Sender | undefined {
  const { discordWebhookUrl: url, publicUrl } = site.settings;
  if (url === undefined) return undefined;
  return startSending(site.db, { url }, () => ({ publicUrl, accent: site.club.club.accent }));
}
