import type { Site } from '../site.ts';
import { startSender, type MailSender } from './sender.ts';

/** Without SMTP_URL nothing is sent, and mail stays in the outbox. */
export function startMail({ db, club, settings }: Pick<Site, 'db' | 'club' | 'settings'>): MailSender | undefined {
  const { smtpUrl, publicUrl } = settings;
  if (smtpUrl === undefined) return undefined;
  return startSender(db, { smtpUrl, publicUrl, from: { name: club.club.name, address: club.club.email } });
}
