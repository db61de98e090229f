import { useEffect, useRef } from 'react';
import type { RefusedSave } from './answer.ts';
import styles from './panels.module.css';

/** Why saving failed and what to do next; nothing typed is lost. The form's own button tries again. */
export function ProblemPanel({ problem }: { problem: RefusedSave }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <div ref={panel} className={styles.problem} role="alert">
      <p>{problem.error}</p>
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
