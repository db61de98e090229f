import * as panel from '../../ui/panel.module.css';
import * as styles from './cancelled-note.module.css';

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
