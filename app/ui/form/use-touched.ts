import { useState } from 'react';

/**
 * Which fields were left, and how often sending was tried: a field's message waits for one of the two (product.md 5).
 */
export function useTouched() {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempts, setAttempts] = useState(0);
  return {
    attempts,
    isTouched: (name: string): boolean => touched.has(name),
    touch: (name: string) => setTouched((now) => (now.has(name) ? now : new Set(now).add(name))),
    attempt: () => setAttempts((now) => now + 1),
    reset: () => {
      setTouched(new Set());
      setAttempts(0);
    },
  };
}

/**
 * Waits until the pointer is released: if the page moved during a press, the button would slip away under the finger.
 */
export function afterPress(work: () => void): void {
  if (!document.querySelector(':active')) return work();
  const released = new AbortController();
  const { signal } = released;
  const finish = () => {
    released.abort();
    // The click comes after the release.
    setTimeout(work);
  };
  addEventListener('pointerup', finish, { signal });
  addEventListener('pointercancel', finish, { signal });
}
