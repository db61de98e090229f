import type { ReactNode } from 'react';
import type { PageHead } from '../head.ts';
import { headOf } from '../site-facts.ts';
import * as styles from './screen.module.css';

interface AdminScreenProps {
  title: string;
  /** For the screen of one record: the title steps back behind the record's own name. */
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

/** The `meta` of a screen whose title never changes. */
export function screenHead(head: Pick<PageHead, 'title' | 'description' | 'path'>) {
  return ({ matches }: { matches: Parameters<typeof headOf>[0] }) => headOf(matches, head);
}
