import type { Problem } from '../../problem.ts';
import panel from '../panel.module.css';

/** Why saving failed and what to do next; nothing typed is lost. The form's own button tries again. */
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
