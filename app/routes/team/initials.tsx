import * as styles from './initials.module.css';

export function Initials({ name }: { name: string }) {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => Array.from(word ?? '')[0] ?? '');
  return <span className={styles.initials} data-letters={letters.join('').toUpperCase()} aria-hidden />;
}
