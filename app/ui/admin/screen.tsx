import type { ReactNode } from 'react';
import * as styles from './screen.module.css';

interface AdminScreenProps {
  title: string;
  /** One record of those that the title is about: its own name comes first. */
  minor?: boolean;
  children: ReactNode;
}

export function AdminScreen({ title, minor = false, children }: AdminScreenProps) {
  return (
    <div className={styles.screen}>
      <h1 className={minor ? styles.minor : styles.title}>{title}</h1>
      {children}
    </div>
  );
}
