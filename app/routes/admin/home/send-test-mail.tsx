import { useState } from 'react';
import { useSend } from '../../../ui/admin/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import * as panel from '../../../ui/panel.module.css';
import * as styles from './home.module.css';
import type { action } from './test-mail.ts';

interface Said {
  text: string;
  /** What the mail server, or the way to it, said. */
  answer?: string;
}

/** To oneself; what came of it stands here until the next one. */
export function SendTestMail() {
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
