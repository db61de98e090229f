import type { ReactNode } from 'react';
import * as styles from './ui.module.css';

export const LONG =
  'An extraordinarily long title with Donaudampfschifffahrtsgesellschaftskapitän inside, as somebody will surely type one day';

export const STATES = ['default', 'hover', 'focus-visible', 'active'];

/** Draws a specimen in each of these states, which `data-state` around it causes (see ui.tsx). */
export function inStates(states: string[], specimen: (state: string) => ReactNode): Record<string, ReactNode> {
  return Object.fromEntries(states.map((state) => [state, specimen(state)]));
}

interface ShelfProps {
  name: string;
  wide?: boolean;
  /** The specimens, by their state. */
  specimens: Record<string, ReactNode>;
}

export function Shelf({ name, wide = false, specimens }: ShelfProps) {
  return (
    <section className={styles.shelf} data-wide={wide || undefined}>
      <h3>{name}</h3>
      {Object.entries(specimens).map(([state, specimen]) => (
        <div key={state} className={styles.specimen}>
          <p className={styles.state}>{state}</p>
          <div data-state={state}>{specimen}</div>
        </div>
      ))}
    </section>
  );
}
