import pLimit from 'p-limit';

interface OneAtATime<T> {
  run: (key: string, work: () => Promise<T>) => Promise<T>;
  idle: () => Promise<void>;
}

/** What is asked for again while it waits or runs is done once. */
export function oneAtATime<T>(): OneAtATime<T> {
  const inTurn = pLimit(1);
  const jobs = new Map<string, Promise<T>>();

  return {
    run(key, work) {
      const job = jobs.get(key) ?? inTurn(work).finally(() => jobs.delete(key));
      jobs.set(key, job);
      return job;
    },
    async idle() {
      while (jobs.size > 0) await Promise.allSettled(jobs.values());
    },
  };
}
