import type { ReactNode } from 'react';
import * as styles from './ui.module.css';

export const LONG =
  'An extraordinarily long title with Donaudampfschifffahrtsgesellschaftskapitän inside, as somebody will surely type one day';

export function Specimen({ state, children }: { state: string; children: ReactNode }) {
  return (
    <div className={styles.specimen}>
      <p className={styles.state}>{state}</p>
      <div data-state={state}>{children}</div>
    </div>
  );
}

export function Shelf({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={styles.shelf} data-wide={wide || undefined}>
      <h3>{name}</h3>
      {children}
    </section>
  );
}
