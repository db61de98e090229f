import { useState } from 'react';

/** Which fields were left, and how often sending was tried: a field's message waits for either (product.md 5). */
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

/** What moves the page between press and release takes a button away from under the finger. */
export function afterPress(work: () => void): void {
  if (!document.querySelector(':active')) return work();
  const released = new AbortController();
  const { signal } = released;
  const finish = () => {
    released.abort();
    // The click itself comes after the release.
    setTimeout(work);
  };
  addEventListener('pointerup', finish, { signal });
  addEventListener('pointercancel', finish, { signal });
}
