/** Takes so much memory beside V8's heap, one megabyte after the other, and answers how much it has. */
process.once('disconnect', () => process.exit());
process.once('message', ({ megabytes }: { megabytes: number }) => {
  const taken: Buffer[] = [];
  for (let at = 0; at < megabytes; at++) taken.push(Buffer.alloc(1024 * 1024, 1));
  process.send?.(taken.length);
});
