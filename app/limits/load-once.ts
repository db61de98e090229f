/** What `load` brings, for all who ask. A failure is not remembered: anyone who asks next has it loaded again. */
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
