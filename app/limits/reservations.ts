import type { Limiter } from './rate-limit.ts';

/** One point under a limit, held while it is not known whether it is used; `wait` is set, in whole seconds, where there is none. */
export interface Reservation {
  wait: number | undefined;
  /** It was used, and counts. */
  commit: () => void;
  /** It was not used, and is free again. */
  release: () => Promise<void>;
}

export interface Reservations {
  reserve: (key: string) => Promise<Reservation>;
}

interface Line {
  /** Those who ask for a reservation, one after the other. */
  last: Promise<unknown>;
  /** Reservations neither committed nor released. */
  open: Set<Promise<void>>;
  asking: number;
}

/**
 * Counts under `limiter` what turns out to have been used only. Where nothing is left but some reservations are open,
 * whoever asks waits until they are not: a crowd of wrong sendings at one moment turns no right one away.
 */
export function createReservations(limiter: Limiter): Reservations {
  const lines = new Map<string, Line>();

  function tidy(key: string, line: Line): void {
    if (line.asking === 0 && line.open.size === 0) lines.delete(key);
  }

  async function reserveIn(key: string, line: Line): Promise<Reservation> {
    for (;;) {
      const { wait, release } = await limiter.take(key);
      if (wait === undefined) return opened(line, release, () => tidy(key, line));
      if (line.open.size === 0) return { wait, commit: () => undefined, release: async () => undefined };
      await Promise.all(line.open);
    }
  }

  return {
    async reserve(key) {
      const line = lines.get(key) ?? { last: Promise.resolve(), open: new Set(), asking: 0 };
      lines.set(key, line);
      line.asking++;
      const mine = line.last.then(() => reserveIn(key, line));
      line.last = mine.catch(() => undefined);
      return mine.finally(() => {
        line.asking--;
        tidy(key, line);
      });
    },
  };
}

function opened({ open }: Line, release: () => Promise<void>, onClosed: () => void): Reservation {
  const { promise, resolve } = Promise.withResolvers<void>();
  open.add(promise);
  function close(): void {
    open.delete(promise);
    resolve();
    onClosed();
  }
  return {
    wait: undefined,
    commit: close,
    async release() {
      await release();
      close();
    },
  };
}
