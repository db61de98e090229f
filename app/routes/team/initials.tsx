import styles from './initials.module.css';

/** The stub of a portrait, a picture and no text: the first letters of the first and last name on a tint of the club's colour. */
export function Initials({ name }: { name: string }) {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => Array.from(word ?? '')[0] ?? '');
  return <span className={styles.initials} data-letters={letters.join('').toUpperCase()} aria-hidden />;
}
