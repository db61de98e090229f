import { useEffect, useSyncExternalStore } from 'react';
import { AdminShelves } from './admin-shelves.tsx';
import { forceStates } from './forced-states.ts';
import { FrameShelves } from './frame-shelves.tsx';
import { PublicShelves } from './public-shelves.tsx';
import { TokenTables } from './token-tables.tsx';
import styles from './ui.module.css';

export const meta = () => [{ title: 'The design system' }];

export default function DesignSystem() {
  // Measured and drawn in the browser: the server knows no style sheet.
  const isThere = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  useEffect(forceStates, []);
  // The panels among the shelves bring themselves into view.
  useEffect(() => scrollTo(0, 0), [isThere]);
  return (
    <>
      <h1 className={styles.title}>The design system</h1>
      <div className={styles.themes}>
        {isThere &&
          (['light', 'dark'] as const).map((theme) => (
            <section key={theme} className={styles.theme} style={{ colorScheme: theme }} aria-label={theme}>
              <h2>{theme}</h2>
              <TokenTables />
              <PublicShelves theme={theme} />
              <FrameShelves />
              <AdminShelves />
            </section>
          ))}
      </div>
    </>
  );
}
