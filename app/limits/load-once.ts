/** What `load` brings, for all who ask. A failure is not remembered: whoever asks next has it loaded again. */
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

/** The same for each of a few keys. */
export function loadOnceEach<Key, T>(load: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
  const loads = new Map<Key, () => Promise<T>>();
  return (key) => {
    const known = loads.get(key) ?? loadOnce(() => load(key));
    loads.set(key, known);
    return known();
  };
}
