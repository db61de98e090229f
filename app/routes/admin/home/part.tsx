import { useId, type ReactNode } from 'react';
import styles from './home.module.css';

/** One part of the admin home under its heading; `wide` ones take the whole width. */
export function Part({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section className={wide ? `${styles.part} ${styles.wide}` : styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
