import type { ReactNode } from 'react';
import panel from '../panel.module.css';
import { useOnline } from '../use-online.ts';
import type { Problem } from '../../problem.ts';
import styles from './notices.module.css';
import { ProblemPanel } from './problem-panel.tsx';

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
  // A failure says itself that the site cannot be reached.
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
