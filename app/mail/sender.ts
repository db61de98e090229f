import { isSentOnce, type Send } from '../domain/mail/outbox.ts';
import { DONE, type JobOutcome } from '../domain/jobs/run.ts';
import { loadOnce } from '../limits/load-once.ts';
import { openTransport, Unanswered, type MailServer } from './transport.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Returns what became of each mail handed to the server. The transport is loaded with the first one. */
export function mailSender(server: MailServer): Send {
  const transport = loadOnce(() => openTransport(server));
  return async (mail, signal) => {
    try {
      const deliver = await transport();
      await deliver(mail, signal);
      return DONE;
    } catch (error) {
      const reason = error instanceof Unanswered ? error.cause : error;
      const { outcome: known, code } = failureOf(reason, server.smtpUrl);
      // A mail that may have arrived is sent again under the same Message-ID, except the mail of the week.
      const isOver = error instanceof Unanswered && isSentOnce(mail.kind);
      const outcome: JobOutcome = isOver ? { kind: 'failed', error: MAY_HAVE_ARRIVED } : known;
      console.error(`Mail ${mail.key} was not sent: ${code}`);
      return outcome;
    }
  };
}

const MAY_HAVE_ARRIVED = 'The mail server did not say whether it took it: it may have arrived.';

interface Failure {
  outcome: JobOutcome;
  /** Without any address in it, for the log. */
  code: string;
}

function failureOf(reason: unknown, smtpUrl: string): Failure {
  if (!(reason instanceof Error))
    return { outcome: { kind: 'failed for now', error: withoutSecrets(String(reason), smtpUrl) }, code: 'unknown' };
  const { code, command, responseCode } = details(reason);
  // The operator has to correct a wrong password or sender; until then the mail waits.
  const isRefused =
    responseCode === undefined
      ? code === 'EENVELOPE' || code === 'EMESSAGE'
      : responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  const error = withoutSecrets(reason.message, smtpUrl);
  const outcome = { kind: isRefused ? 'failed' : 'failed for now', error } as const;
  return { outcome, code: [code, responseCode].filter(Boolean).join(' ') };
}

function details(error: Error): { code: string; command: unknown; responseCode: number | undefined } {
  const responseCode = 'responseCode' in error ? error.responseCode : undefined;
  return {
    code: 'code' in error ? String(error.code) : error.name,
    command: 'command' in error ? error.command : undefined,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
  };
}
