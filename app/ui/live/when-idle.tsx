import { useEffect, useState, type ComponentType } from 'react';
import { importAgain } from '../import-again.ts';
import { inBackground, whenIdle } from '../in-background.ts';

const load = () => importAgain(() => import('./background.tsx'));

/** Loads and begins what the page does in the background once it is idle: a first visit does not wait for its scripts. */
export function WhenIdle() {
  const [Background, setBackground] = useState<ComponentType>();
  useEffect(() => {
    const begin = async () => {
      try {
        const loaded = await load();
        setBackground(() => loaded.Background);
      } catch {
        // The network went meanwhile.
        addEventListener('online', () => inBackground(begin()), { once: true });
      }
    };
    return whenIdle(() => inBackground(begin()));
  }, []);
  return Background && <Background />;
}
