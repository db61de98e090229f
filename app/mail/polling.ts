export interface Polling {
  /** Looks now, unless it is looking already. */
  poll: () => void;
  /** Waits for the look that has begun. */
  stop: () => Promise<void>;
}

/** Looks at once and every `everyMs`, never twice at a time. */
export function startPolling(look: () => Promise<void>, everyMs: number, onError: (error: unknown) => void): Polling {
  let looking: Promise<void> | undefined;

  function poll(): void {
    looking ??= look()
      .catch(onError)
      .finally(() => (looking = undefined));
  }

  const timer = setInterval(poll, everyMs).unref();
  poll();
  return {
    poll,
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
