interface Job<T> extends PromiseWithResolvers<T> {
  urgent: boolean;
  run: () => Promise<T>;
}

/** Runs one piece of work at a time; whoever asks for a key that is waiting or running shares its result. */
export interface OneAtATime<T> {
  /** Work that is `urgent` goes before all that is not. */
  run: (key: string, urgent: boolean, work: () => Promise<T>) => Promise<T>;
  /** Waits until nothing is waiting or running. */
  idle: () => Promise<void>;
}

export function oneAtATime<T>(): OneAtATime<T> {
  const jobs = new Map<string, Job<T>>();
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    for (let next = first(); next; next = first()) {
      const [key, job] = next;
      await job.run().then(job.resolve, job.reject);
      jobs.delete(key);
    }
    working = undefined;
  }

  function first(): [string, Job<T>] | undefined {
    const waiting = [...jobs];
    return waiting.find(([, job]) => job.urgent) ?? waiting[0];
  }

  return {
    run(key, urgent, run) {
      const known = jobs.get(key);
      if (known) {
        known.urgent ||= urgent;
        return known.promise;
      }
      const job = { urgent, run, ...Promise.withResolvers<T>() };
      jobs.set(key, job);
      working ??= work();
      return job.promise;
    },
    async idle() {
      await working;
    },
  };
}
