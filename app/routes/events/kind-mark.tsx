import type { KindView } from '../../domain/kinds/list.ts';
import * as styles from './kind-mark.module.css';

/** The kind's name, after a square of its colour. */
export function KindMark({ kind: { name, colour } }: { kind: Pick<KindView, 'name' | 'colour'> }) {
  return (
    <span className={styles.kind} data-colour={colour}>
      <bdi>{name}</bdi>
    </span>
  );
}
