/** Runs at most `most` pieces of work at once; the others wait, in the order in which they came. */
export function createWorkQueue(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < most) running++;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      // Whoever waits takes over the place of the one that is done.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
