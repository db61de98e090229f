import type { ReactNode } from 'react';
import styles from './preview.module.css';

/** What was typed as visitors will see it, below its field. */
export function Preview({ children }: { children: ReactNode }) {
  return (
    <section className={styles.preview} aria-label="Preview">
      <p className={styles.title}>Preview</p>
      {children}
    </section>
  );
}
