import type { ReactNode } from 'react';
import * as styles from './preview.module.css';

/** `of` tells this preview from others in the same dialog. */
export function Preview({ of, children }: { of?: string; children: ReactNode }) {
  return (
    <section className={styles.preview} aria-label={of === undefined ? 'Preview' : `Preview: ${of}`}>
      <p className={styles.title}>Preview</p>
      {children}
    </section>
  );
}
