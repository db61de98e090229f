import { headerText } from '../domain/mail/header-text.ts';
import type { OutgoingMail } from '../domain/mail/outbox.ts';
import { openTransport, type MailServer } from './transport.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Short, because somebody is waiting. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const LONGEST_MS = 30_000;
const MOST_CHARACTERS = 500;

/** Sends the mail once, at once. Returns the server's words, or why there were none, without the secrets of its address. */
export async function tryMail(server: MailServer, mail: OutgoingMail, longestMs: number = LONGEST_MS) {
  const shown = (words: string) => headerText(withoutSecrets(words, server.smtpUrl), MOST_CHARACTERS);
  const giveUp = AbortSignal.timeout(longestMs);
  try {
    const deliver = await openTransport({ ...server, timeouts: { ...TIMEOUTS, ...server.timeouts } });
    const answer = await deliver(mail, giveUp);
    return { isTaken: true, answer: shown(answer), isServersAnswer: true };
  } catch (error) {
    const said = error instanceof Error && 'response' in error ? error.response : undefined;
    if (typeof said === 'string' && said !== '') return { isTaken: false, answer: shown(said), isServersAnswer: true };
    const silent = `It said nothing for ${Math.round(longestMs / 1000)} seconds.`;
    const why = giveUp.aborted ? silent : error instanceof Error ? error.message : String(error);
    return { isTaken: false, answer: shown(why), isServersAnswer: false };
  }
}
