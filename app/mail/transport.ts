import { noteForeignLetters } from '../domain/foreign-letters.ts';
import type { OutgoingMail } from '../domain/mail/outbox.ts';

export interface MailServer {
  /** smtp(s)://user:pass@host */
  smtpUrl: string;
  from: () => { name: string; address: string };
  publicUrl: string;
  /** Milliseconds. */
  timeouts?: Partial<Timeouts>;
}

interface Timeouts {
  connectionTimeout: number;
  greetingTimeout: number;
  /** How long a server may be silent later on; it may check a mail for long before it accepts it. */
  socketTimeout: number;
}

const TIMEOUTS: Timeouts = { connectionTimeout: 15_000, greetingTimeout: 30_000, socketTimeout: 5 * 60_000 };

/** Returns what the server said. */
type Deliver = (mail: OutgoingMail, signal: AbortSignal) => Promise<string>;

/** The server got the mail but never said whether it accepted it. */
export class Unanswered extends Error {
  override name = 'Unanswered';
}

/** A delivery resolves once the server has accepted the mail, sent only to the outbox's address. @throws Unanswered */
export async function openTransport({ smtpUrl, from: sender, publicUrl, timeouts }: MailServer): Promise<Deliver> {
  const { createTransport } = await import('nodemailer');
  const options = { url: smtpUrl, disableFileAccess: true, disableUrlAccess: true, ...TIMEOUTS, ...timeouts };
  return async ({ key, kind, recipient, message }, signal) => {
    const listener = serverListener();
    // Each mail has its own connection, so whatever the server says is about this mail.
    const transport = createTransport({ ...options, transactionLog: true, logger: listener.logger });
    const { subject, text, html, replyTo, stopUrl, attachments = [] } = message;
    const from = sender();
    const sending = transport.sendMail({
      from,
      subject,
      text,
      html,
      signal,
      to: { name: '', address: recipient },
      ...(replyTo && { replyTo }),
      envelope: { from: from.address, to: [recipient] },
      messageId: messageId(key, publicUrl),
      // Prevents holiday replies. A visitor's message comes from a person.
      headers: { ...(kind !== 'contact message' && { 'Auto-Submitted': 'auto-generated' }), ...headersToStop(stopUrl) },
      attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    });
    try {
      return (await sending).response;
    } catch (error) {
      const isRefused = error instanceof Error && 'responseCode' in error && error.responseCode !== undefined;
      if (isRefused || !listener.isHandedOver()) throw error;
      throw new Unanswered('The mail server did not say whether it took it.', { cause: error });
    }
  };
}

/** RFC 2369 and RFC 8058: mail programs unsubscribe with one press, without opening a page. */
function headersToStop(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    Precedence: 'bulk',
  };
}

/** Nodemailer writes only to its log what the server can do. With TLS a server is greeted twice, and its last answer counts. */
function serverListener() {
  let isGreeting = false;
  let isHandedOver = false;
  const nothing = () => {};
  function debug({ tnx }: { tnx?: unknown }, said: unknown): void {
    const line = typeof said === 'string' ? said : '';
    if (tnx === 'client') isGreeting = /^EHLO /i.test(line);
    if (tnx === 'client' && /^DATA$/i.test(line)) isHandedOver = true;
    if (tnx === 'server' && isGreeting && line.startsWith('250')) noteForeignLetters(/^250[ -]SMTPUTF8\b/im.test(line));
  }
  const logger = {
    debug,
    level: nothing,
    trace: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    fatal: nothing,
  };
  return { logger, isHandedOver: () => isHandedOver };
}

/** The same for the same outbox key, so that a copy sent after a crash is recognised. */
function messageId(key: string, publicUrl: string): string {
  const left = key.replace(/[^\w-]/g, (character) => `=${character.charCodeAt(0).toString(16)}`);
  return `<${left}@${new URL(publicUrl).hostname.replace(/[[\]]/g, '')}>`;
}
