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

/** Beside each other: from here on a form has room for what is needed now and then. */
const WIDE = '(min-width: 65.3rem)';

/** What is needed now and then: folded where there is no room beside the rest, unless it holds something. */
export function Fold({ title, about, isFilled, children }: FoldProps) {
  // From then on people open and close it themselves.
  const [isOpen] = useState(() => isFilled || matchMedia(WIDE).matches);
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
