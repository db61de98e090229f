import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatMoment, type ClubClock } from '../../../time/club-time.ts';
import type { UnsentMail } from '../../../domain/mail/unsent-mail.ts';
import { useCommands } from '../../../ui/admin/commands.tsx';
import { Button } from '../../../ui/button.tsx';
import * as panel from '../../../ui/panel.module.css';
import * as styles from './home.module.css';
import { HomePart } from './sections.tsx';
import { inBackground } from '../../../ui/in-background.ts';
import { useSend } from '../../../ui/use-send.ts';
import type { action } from './test-mail.ts';

interface UnsentMailsProps {
  unsent: { mails: UnsentMail[]; total: number };
  isMailSetUp: boolean;
  clock: ClubClock;
}

const REFRESH_MS = 3000;
/** Failed mails come first. */
const MOST_LINES = 3;

export function UnsentMails({ unsent: { mails, total }, isMailSetUp, clock }: UnsentMailsProps) {
  const run = useCommands();
  const sendAgain = ({ key, recipient }: UnsentMail) =>
    run({
      payload: { verb: 'send again', key },
      done: `The mail to ${recipient} is being sent again.`,
    });
  const lines = mails.map((mail) => (
    <Mail key={mail.key} mail={mail} isMailSetUp={isMailSetUp} clock={clock} onSendAgain={() => sendAgain(mail)} />
  ));
  useRefresh(isMailSetUp && mails.some(({ state, error }) => state === 'sending' || (state === 'waiting' && !error)));
  return (
    <HomePart title="Unsent mail" anchor="unsent-mail">
      {!isMailSetUp && (
        <p className={panel.note}>
          No mail server is set up. Mail waits here until the person who runs the site adds one.
        </p>
      )}
      {mails.length === 0 && (
        <p className={styles.quiet}>{isMailSetUp ? 'All mail has been sent.' : 'No mail is waiting.'}</p>
      )}
      {lines.length > 0 && (
        <ul className={styles.list} role="list">
          {lines.slice(0, MOST_LINES)}
        </ul>
      )}
      {lines.length > MOST_LINES && (
        <details>
          <summary className={styles.hidden}>{(total - MOST_LINES).toLocaleString('en')} more</summary>
          <ul className={styles.list} role="list">
            {lines.slice(MOST_LINES)}
          </ul>
          {total > mails.length && (
            <p className={styles.quiet}>… and {(total - mails.length).toLocaleString('en')} more.</p>
          )}
        </details>
      )}
      <SendTestMail />
    </HomePart>
  );
}

interface MailProps extends Pick<UnsentMailsProps, 'isMailSetUp' | 'clock'> {
  mail: UnsentMail;
  onSendAgain: () => void;
}

function Mail({ mail, isMailSetUp, clock, onSendAgain }: MailProps) {
  const { recipient, subject, state, error, createdAt } = mail;
  return (
    <li className={styles.mail}>
      <div>
        <strong className={styles.clip}>{subject}</strong>
        <span className={styles.when}>
          To <bdi>{recipient}</bdi>, {formatMoment(createdAt, clock)}
        </span>
        <span className={state === 'failed' ? styles.failed : styles.state}>
          {stateOf(mail, isMailSetUp, clock)}
          {error && ` – ${error}`}
        </span>
      </div>
      {isMailSetUp && state !== 'sending' && (
        <Button quiet onClick={onSendAgain}>
          Send again <span className="visually-hidden">to {recipient}</span>
        </Button>
      )}
    </li>
  );
}

function stateOf({ state, error, nextAt }: UnsentMail, isMailSetUp: boolean, clock: ClubClock): string {
  if (!isMailSetUp) return 'Not sent';
  if (state === 'failed') return 'Failed';
  if (state === 'sending') return 'Being sent';
  return error ? `Waiting, next try ${formatMoment(nextAt, clock)}` : 'Waiting';
}

function useRefresh(isOnItsWay: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOnItsWay) return undefined;
    const timer = setInterval(() => inBackground(revalidate()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isOnItsWay, revalidate]);
}

interface Said {
  text: string;
  /** The answer of the mail server, or why there was none. */
  answer?: string;
}

/** Sends a test mail to oneself. Its result stays until the next one is sent. */
function SendTestMail() {
  const [said, setSaid] = useState<Said>();
  const sending = useSend<typeof action>(
    (answer) => {
      if (!answer.ok) return setSaid({ text: answer.error });
      setSaid({ text: sentenceOf(answer), answer: answer.answer });
    },
    { action: '/admin/test-mail' },
  );
  const send = () => {
    setSaid(undefined);
    sending.send();
  };
  return (
    <div className={styles.test}>
      <Button quiet aria-disabled={sending.busy || undefined} onClick={send}>
        {sending.busy ? 'Sending…' : 'Send a test mail'}
      </Button>
      <div role="status">
        {said && (
          <div className={panel.note}>
            <p>{said.text}</p>
            {said.answer && (
              <blockquote className={styles.answer} dir="auto">
                {said.answer}
              </blockquote>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

interface Tried {
  recipient: string;
  isTaken: boolean;
  isServersAnswer: boolean;
}

function sentenceOf({ recipient, isTaken, isServersAnswer }: Tried): string {
  if (isTaken) return `The mail server took the test mail to ${recipient}. It answered:`;
  if (isServersAnswer) return `The mail server did not take the test mail to ${recipient}. It answered:`;
  return `The test mail to ${recipient} was not sent: the mail server could not be reached.`;
}
