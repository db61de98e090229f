import type { SendAnnouncement } from '../domain/announcements/send-announcements.ts';
import { sendToWebhook, type Webhook } from './webhook.ts';
import { outcomeOf, outcomeOfFailure } from './outcome.ts';

/** Posts or edits a message, and returns what became of it. */
export function discordSender(webhook: Omit<Webhook, 'publicUrl'>): SendAnnouncement {
  return async (claimed, { publicUrl }, signal) => {
    const result = await sendToWebhook({ ...webhook, publicUrl }, claimed, signal).then(
      (answer) => outcomeOf(answer, { isEdit: claimed.messageId !== null }),
      outcomeOfFailure,
    );
    const { outcome } = result;
    if ('error' in outcome) console.error(`Announcement ${claimed.key}: ${outcome.error}`);
    return result;
  };
}
