import * as panel from '../../ui/panel.module.css';
import * as styles from './cancelled-note.module.css';

/** What a page about a cancelled event begins with; the reason in the lines that an officer wrote. */
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
