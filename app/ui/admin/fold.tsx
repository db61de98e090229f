import { useState, type ReactNode } from 'react';
import * as styles from './fold.module.css';

interface FoldProps {
  title: string;
  /** What is inside, in a line. */
  about: string;
  /** Whether something inside says something already. */
  isFilled: boolean;
  children: ReactNode;
}

/** What is needed now and then: folded, unless it holds something. */
export function Fold({ title, about, isFilled, children }: FoldProps) {
  // From then on people open and close it themselves.
  const [isOpen] = useState(isFilled);
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>
        <span className={styles.title}>{title}</span>
        <span className={styles.about}>{about}</span>
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  );
}
