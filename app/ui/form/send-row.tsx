import { useRef, useSyncExternalStore } from 'react';
import type { Problem } from '../../problem.ts';
import { Button } from '../button.tsx';
import panel from '../panel.module.css';
import { useSiteFacts } from '../site-facts.ts';
import { useOnline } from '../use-online.ts';
import styles from './send-row.module.css';

interface SendRowProps {
  label: string;
  isSending: boolean;
  failure: Problem | null;
  isWaiting?: boolean;
}

/** Sent again as they are, these would be refused again. */
const FINAL = new Set([400, 404, 413, 415]);

export function SendRow({ label, isSending, failure, isWaiting = false }: SendRowProps) {
  const { email } = useSiteFacts();
  const isOnline = useOnline();
  // The button of a failure goes with it: the keyboard stays at the form's own.
  const send = useRef<HTMLButtonElement>(null);
  // Sent before the page has come alive, what was typed would end in the page's address.
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <>
      <div role="alert" className={failure ? `${panel.error} ${styles.failure}` : undefined}>
        {failure && (
          <>
            <p>{failure.detail}</p>
            {isWaiting && (
              <p>
                {isOnline ? 'It is sent again by itself.' : 'It goes out by itself once you are back online.'} Keep this
                page open until then.
              </p>
            )}
            {!FINAL.has(failure.status) && (
              <Button quiet type="submit" onClick={() => send.current?.focus()}>
                Try again
              </Button>
            )}
          </>
        )}
      </div>
      <OfflineNote hasFailed={failure !== null} />
      <div className={styles.row}>
        <Button
          ref={send}
          type="submit"
          className={styles.submit}
          disabled={!isAlive}
          aria-disabled={isSending || undefined}
        >
          {isSending && <span className={styles.turning} aria-hidden />}
          {label}
        </Button>
        <span role="status">
          {isSending && 'Sending…'}
          {!isAlive && (
            <span className={styles.waiting}>
              This page is still loading. What you typed stays here. If this goes on, write to{' '}
              <a href={`mailto:${email}`}>{email}</a>.
            </span>
          )}
        </span>
      </div>
    </>
  );
}

function never(): () => void {
  return () => {};
}

function OfflineNote({ hasFailed }: { hasFailed: boolean }) {
  const isShown = !useOnline() && !hasFailed;
  return (
    <div role="status" className={isShown ? panel.note : undefined}>
      {isShown && <p>You are offline. What you typed stays here: send it once you are back online.</p>}
    </div>
  );
}
