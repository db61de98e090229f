import type { KindView } from '../../domain/kinds/list.ts';
import * as styles from './kind-mark.module.css';

/** In words, and a square of its colour before them. */
export function KindMark({ kind: { name, colour } }: { kind: Pick<KindView, 'name' | 'colour'> }) {
  return (
    <span className={styles.kind} data-colour={colour} dir="auto">
      {name}
    </span>
  );
}
