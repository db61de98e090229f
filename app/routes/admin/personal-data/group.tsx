import { useId, type ReactNode } from 'react';
import type { ShownAnswers } from '../../../domain/personal-data/view-personal-data.ts';
import styles from './personal-data.module.css';

const MOST = 100;

interface GroupProps<Item> {
  title: string;
  items: Item[];
  children: (item: Item) => ReactNode;
}

export function Group<Item>({ title, items, children }: GroupProps<Item>) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>
        {title} <span className={styles.count}>{items.length.toLocaleString('en')}</span>
      </h3>
      {/* A list without bullets is none to some readers, unless it says so. */}
      <ul role="list" className={styles.list}>
        {items.slice(0, MOST).map(children)}
      </ul>
      {items.length > MOST && (
        <p className={styles.when}>
          The newest {MOST} of {items.length.toLocaleString('en')}: the file holds all of them.
        </p>
      )}
    </section>
  );
}

export function AnswerList({ answers }: Pick<ShownAnswers, 'answers'>) {
  return (
    <dl className={styles.answers}>
      {answers.map(({ label, value }, at) => (
        <div key={at}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
