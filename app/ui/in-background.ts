/** Does not wait for `work`. If it fails, the page's `error` event reports it, like an error in a handler. */
export function inBackground(work: Promise<unknown> | void): void {
  Promise.resolve(work).catch(reportError);
}

export function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 500);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: 3000 });
  return () => cancelIdleCallback(idle);
}
