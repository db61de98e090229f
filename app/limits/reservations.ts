import type { Limiter } from './rate-limit.ts';

/** A point that may be used or given back. If none is left, `wait` says for how many seconds. */
interface Reservation {
  wait: number | undefined;
  commit: () => void;
  release: () => Promise<void>;
}

interface Reservations {
  reserve: (key: string) => Promise<Reservation>;
}

interface Line {
  last: Promise<unknown>;
  open: Set<Promise<void>>;
  asking: number;
}

/** Only used points count. Callers wait for undecided ones, so that a crowd of invalid forms turns no valid one away. */
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
