interface Job<T> extends PromiseWithResolvers<T> {
  run: () => Promise<T>;
}

interface OneAtATime<T> {
  run: (key: string, work: () => Promise<T>) => Promise<T>;
  idle: () => Promise<void>;
}

export function oneAtATime<T>(): OneAtATime<T> {
  const jobs = new Map<string, Job<T>>();
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    for (const [key, job] of jobs) {
      await job.run().then(job.resolve, job.reject);
      jobs.delete(key);
    }
    working = undefined;
  }

  return {
    run(key, run) {
      const known = jobs.get(key);
      if (known) return known.promise;
      const job = { run, ...Promise.withResolvers<T>() };
      jobs.set(key, job);
      working ??= work();
      return job.promise;
    },
    async idle() {
      await working;
    },
  };
}
