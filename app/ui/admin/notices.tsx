import { useEffect, useRef, type ReactNode } from 'react';
import * as panel from '../panel.module.css';
import { useOnline } from '../use-online.ts';
import type { Problem } from '../../problem.ts';
import { Button } from '../button.tsx';
import * as styles from './notices.module.css';
import { sameValue } from '../same-value.ts';
import { changedFields, type Conflict } from './conflict.ts';
import type { RecordForm } from './use-record-form.ts';

interface NoticesProps {
  problem: Problem | undefined;
  offline?: string;
  children?: ReactNode;
}

export function Notices({
  problem,
  offline = 'What you typed stays here: save it once you are back online.',
  children,
}: NoticesProps) {
  // The problem already says that the site cannot be reached.
  const isOffline = !useOnline() && !problem;
  return (
    <div className={styles.notices}>
      {children}
      <div role="status" className={isOffline ? panel.note : undefined}>
        {isOffline && <p>You are offline. {offline}</p>}
      </div>
      {problem && <ProblemPanel problem={problem} />}
    </div>
  );
}

export function ProblemPanel({ problem }: { problem: Problem }) {
  return (
    <div className={panel.error} role="alert">
      <p>{problem.detail}</p>
      {problem.status === 401 && (
        <p>
          <a href="/auth/login" target="_blank" rel="noopener">
            Sign in (opens a new tab)
          </a>
        </p>
      )}
    </div>
  );
}

interface ConflictPanelProps<Values extends object> {
  form: Pick<RecordForm<Values>, 'labels' | 'values' | 'takeTheirs' | 'keepMine'>;
  conflict: Conflict<Values>;
}

export function ConflictPanel<Values extends object>({ form, conflict }: ConflictPanelProps<Values>) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that saved is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={panel.note} role="alert">
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        Someone else has saved this in the meantime.
      </h3>
      <p>Nothing has been overwritten. What they changed:</p>
      <ul className={styles.changes}>
        {changedFields(conflict).map((name) => (
          <li key={name}>
            <strong>{form.labels[name]}</strong>
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

function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.map(shownValue).join(', ');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  for (const [name, text] of Object.entries(value)) {
    if (['name', 'description', 'title'].includes(name) && typeof text === 'string' && text) return text;
  }
  return Object.values(value).map(shownValue).join(', ');
}

interface LeftOutPanelProps {
  form: Pick<RecordForm<object>, 'leftOut' | 'submitWithout' | 'saving'>;
}

export function LeftOutPanel({ form }: LeftOutPanelProps) {
  const { leftOut, submitWithout, saving } = form;
  const names = leftOut.map((name) => `‘${name}’`).join(', ');
  if (leftOut.length === 0) return null;
  const [were, them] = leftOut.length === 1 ? ['was', 'it'] : ['were', 'them'];
  return (
    <div className={panel.error} role="alert">
      <p>
        Nothing is saved yet: {names} {were} not uploaded. Check {them} in the form, or save without {them}.
      </p>
      <p>
        <Button quiet onClick={submitWithout} aria-disabled={saving || undefined}>
          Save without {them}
        </Button>
      </p>
    </div>
  );
}
