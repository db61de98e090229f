import { useEffect, useState, type ComponentType } from 'react';
import { importAgain } from '../import-again.ts';
import { inBackground } from '../in-background.ts';

/** How long to wait when the network or the site is gone. */
const AGAIN_MS = 30_000;

const load = () => importAgain(() => import('./background.tsx'));

/** Loads and starts the page's background work after hydration, so that a first visit does not wait for its scripts. */
export function AfterHydration() {
  const [Background, setBackground] = useState<ComponentType>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = async () => {
      try {
        const loaded = await load();
        setBackground(() => loaded.Background);
      } catch {
        timer = setTimeout(() => inBackground(begin()), AGAIN_MS);
      }
    };
    inBackground(begin());
    return () => clearTimeout(timer);
  }, []);
  return Background && <Background />;
}
