/** Passes on, while it works, that the process is asked to end; afterwards the signals mean again what they meant before. */
export async function untilStopped<T>(sentence: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const abort = () => stop.abort(new Error(sentence));
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, abort);
  try {
    return await work(stop.signal);
  } finally {
    for (const signal of signals) process.off(signal, abort);
  }
}
