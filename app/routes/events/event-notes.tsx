import type { ReactNode } from 'react';
import * as panel from '../../ui/panel.module.css';
import * as styles from './event-notes.module.css';

/** The beginning of a page about a cancelled event, with the reason in the officer's own lines. */
export function CancelledNote({ reason }: { reason: string | undefined }) {
  return (
    <div className={panel.error} role="note">
      <p>
        <strong>This event has been cancelled.</strong>
      </p>
      {reason && (
        <p className={styles.reason} dir="auto">
          {reason}
        </p>
      )}
    </div>
  );
}

export function Note({ children }: { children: ReactNode }) {
  return (
    <p className={panel.note} role="note">
      {children}
    </p>
  );
}

/** The beginning of a page about an event that has ended. */
export function OverNote() {
  return <Note>This event is over.</Note>;
}
