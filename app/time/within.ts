/** The result of `work`, or `otherwise` after `ms` milliseconds. */
export async function within<T, F>(work: Promise<T>, ms: number, otherwise: F): Promise<T | F> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<F>((done) => {
    timer = setTimeout(done, ms, otherwise).unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
