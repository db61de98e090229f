import type { ReactNode } from 'react';
import styles from './preview.module.css';

export function Preview({ children }: { children: ReactNode }) {
  return (
    <section className={styles.preview} aria-label="Preview">
      <p className={styles.title}>Preview</p>
      {children}
    </section>
  );
}
