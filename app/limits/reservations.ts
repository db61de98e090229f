import type { Limiter } from './rate-limit.ts';

/** A place under a limit; `wait` is set, in whole seconds, where there is none. */
export interface Place {
  wait: number | undefined;
  /** To be called once it is known whether the place was used; one that was not is free again. */
  settle: (isUsed: boolean) => Promise<void>;
}

export interface Places {
  take: (key: string) => Promise<Place>;
}

interface Line {
  /** Those who ask for a place, one after the other. */
  last: Promise<unknown>;
  /** Places that were given out and are not settled. */
  open: Set<Promise<void>>;
  asking: number;
}

/**
 * Counts under `limiter` what turns out to have been used only. Where no place is left but some are not settled, whoever
 * asks waits until they are: a crowd of wrong sendings at one moment turns no right one away.
 */
export function createPlaces(limiter: Limiter): Places {
  const lines = new Map<string, Line>();

  function tidy(key: string, line: Line): void {
    if (line.asking === 0 && line.open.size === 0) lines.delete(key);
  }

  async function placeIn(key: string, line: Line): Promise<Place> {
    for (;;) {
      const { wait, giveBack } = await limiter.take(key);
      if (wait === undefined) return openPlace(line, giveBack, () => tidy(key, line));
      if (line.open.size === 0) return { wait, settle: async () => undefined };
      await Promise.all(line.open);
    }
  }

  return {
    async take(key) {
      const line = lines.get(key) ?? { last: Promise.resolve(), open: new Set(), asking: 0 };
      lines.set(key, line);
      line.asking++;
      const mine = line.last.then(() => placeIn(key, line));
      line.last = mine.catch(() => undefined);
      return mine.finally(() => {
        line.asking--;
        tidy(key, line);
      });
    },
  };
}

function openPlace({ open }: Line, giveBack: () => Promise<void>, onSettled: () => void): Place {
  const { promise, resolve } = Promise.withResolvers<void>();
  open.add(promise);
  return {
    wait: undefined,
    async settle(isUsed) {
      if (!isUsed) await giveBack();
      open.delete(promise);
      resolve();
      onSettled();
    },
  };
}
