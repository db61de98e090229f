import { Button } from '../button.tsx';
import { changedFields, sameValue, type Conflict } from './conflict.ts';
import panel from '../panel.module.css';
import styles from './conflict-panel.module.css';
import { shownValue } from './shown-value.ts';
import type { RecordForm } from './use-record-form.ts';

interface ConflictPanelProps<Values extends object> {
  form: Pick<RecordForm<Values>, 'values' | 'takeTheirs' | 'keepMine'>;
  conflict: Conflict<Values>;
  labels: Record<keyof Values & string, string>;
}

export function ConflictPanel<Values extends object>({ form, conflict, labels }: ConflictPanelProps<Values>) {
  return (
    <div className={panel.note} role="alert">
      <h3 className={styles.heading}>Someone else saved this meanwhile.</h3>
      <p>Nothing has been overwritten. What they changed:</p>
      <ul className={styles.changes}>
        {changedFields(conflict).map((name) => (
          <li key={name}>
            <strong>{labels[name]}</strong>
            <dl className={styles.sides}>
              <dt>Theirs</dt>
              <dd>{shownValue(conflict.theirs[name])}</dd>
              <dt>Yours</dt>
              <dd>
                {shownValue(form.values[name])}
                {sameValue(form.values[name], conflict.opened[name]) && ' (not changed by you)'}
              </dd>
            </dl>
          </li>
        ))}
      </ul>
      <p>‘Keep mine’ saves what you changed; what you did not change stays as they saved it.</p>
      <div className={styles.choice}>
        <Button quiet onClick={form.takeTheirs}>
          Take theirs
        </Button>
        <Button onClick={form.keepMine}>Keep mine</Button>
      </div>
    </div>
  );
}
