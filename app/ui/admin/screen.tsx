import type { ReactNode } from 'react';
import styles from './screen.module.css';

/** One screen of the admin area under its heading: denser than a public page. */
export function AdminScreen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  );
}
