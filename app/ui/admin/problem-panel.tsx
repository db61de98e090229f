import type { Problem } from '../../problem.ts';
import panel from '../panel.module.css';

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
