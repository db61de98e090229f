import * as styles from './spinner.module.css';

/** Shown while something loads; it appears only after 150 ms. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className={styles.spinner} role="status">
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
