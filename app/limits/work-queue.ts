export class QueueFull extends Error {
  override name = 'QueueFull';
}

/** First come, first served. @throws QueueFull beyond `mostWaiting`. */
export function createWorkQueue(most: number, mostWaiting = Infinity): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= most && waiting.length >= mostWaiting) throw new QueueFull('Too much is waiting already');
    if (running < most) running++;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
