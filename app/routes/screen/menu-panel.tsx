import * as styles from './screen.module.css';

interface Item {
  key: string;
  name: string;
  price: string;
}

interface MenuSectionView {
  name: string;
  items: Item[];
}

const ITEMS_AT_A_TIME = 5;

/** A part of the menu at a time, one after the other. */
export function MenuPanel({ menu, step }: { menu: MenuSectionView[]; step: number }) {
  const parts = menu.flatMap(({ name, items }) =>
    Array.from({ length: Math.ceil(items.length / ITEMS_AT_A_TIME) }, (_, at) => ({
      name,
      items: items.slice(at * ITEMS_AT_A_TIME, (at + 1) * ITEMS_AT_A_TIME),
    })),
  );
  const part = parts[step % parts.length];
  if (!part) return null;
  return (
    <section className={styles.menu} aria-label="Menu">
      <h2>
        Menu <span>{part.name}</span>
      </h2>
      <dl>
        {part.items.map(({ key, name, price }) => (
          <div key={key}>
            <dt dir="auto">{name}</dt>
            <dd>{price}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
