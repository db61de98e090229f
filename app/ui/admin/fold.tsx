import { useState, type ReactNode } from 'react';
import * as styles from './fold.module.css';

interface FoldProps {
  title: string;
  /** One line about what is inside. */
  about: string;
  /** Whether anything inside is filled in already. */
  isFilled: boolean;
  children: ReactNode;
}

/** Fields that are needed now and then: folded, unless one of them is filled in. */
export function Fold({ title, about, isFilled, children }: FoldProps) {
  // This is only the initial state: from then on, people open and close it themselves.
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
