import { useEffect } from 'react';
import { inBackground } from './in-background.ts';

/** Keeps the screen on while the page is open, if the browser allows it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const ask = async () => {
      if (document.hidden || !('wakeLock' in navigator)) return;
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) await lock?.release();
    };
    const again = () => inBackground(ask());
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', again);
      inBackground(lock?.release() ?? Promise.resolve());
    };
  }, []);
}
