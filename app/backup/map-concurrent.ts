export async function mapConcurrent<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failed: { reason: unknown } | undefined;
  for await (const item of items) {
    const one: Promise<void> = work(item).then(
      () => {
        running.delete(one);
      },
      (reason: unknown) => {
        running.delete(one);
        failed ??= { reason };
      },
    );
    running.add(one);
    if (running.size >= atOnce) await Promise.race(running);
    if (failed) break;
  }
  await Promise.all(running);
  if (failed) throw failed.reason;
}
