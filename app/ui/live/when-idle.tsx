import { useEffect, useState, type ComponentType } from 'react';
import { importAgain } from '../import-again.ts';
import { inBackground } from '../in-background.ts';

/** The network went, or the site is away. */
const AGAIN_MS = 30_000;

const load = () => importAgain(() => import('./background.tsx'));

/** Loads and begins what the page does in the background once it is alive: a first visit does not wait for its scripts. */
export function WhenIdle() {
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
