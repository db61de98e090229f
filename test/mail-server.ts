import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { readMail, type MailPart } from './read-mail.ts';

/** A mail as a server took it. */
export interface ReceivedMail {
  /** The envelope's addresses. */
  from: string;
  to: string[];
  raw: string;
  mail: MailPart;
}

export interface MailServer {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Resolved once `count` mails have been taken. */
  waitFor: (count: number) => Promise<ReceivedMail[]>;
  close: () => Promise<void>;
}

type Behaviour = Pick<SMTPServerOptions, 'onConnect' | 'onMailFrom' | 'onRcptTo' | 'hideSMTPUTF8'> & {
  port?: number;
  /** Called when a mail's content is in, before the server says that it has taken it. */
  beforeTaking?: () => void | Promise<void>;
};

/** A real mail server on this machine. */
export async function openMailServer({ port = 0, beforeTaking, ...options }: Behaviour = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let onReceived = () => {};
  async function take(stream: Readable, { envelope: { mailFrom, rcptTo } }: SMTPServerSession): Promise<void> {
    const raw = await text(stream);
    await beforeTaking?.();
    const from = mailFrom ? mailFrom.address : '';
    received.push({ from, to: rcptTo.map(({ address }) => address), raw, mail: readMail(raw) });
  }
  const server = new SMTPServer({
    ...options,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, answer) {
      take(stream, session).then(() => {
        answer();
        onReceived();
      }, answer);
    },
  });
  // Clients that are cut off in the middle of a test are no failure of the server.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const at = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${at}`,
    port: at,
    received,
    waitFor: (count) =>
      new Promise((resolve) => {
        onReceived = () => received.length >= count && resolve(received);
        onReceived();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
