/** Calls `load` once and shares its result. A failure is not remembered: the next caller loads again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    if (loading) return loading;
    const mine = load();
    loading = mine;
    mine.catch(() => {
      if (loading === mine) loading = undefined;
    });
    return mine;
  };
}
