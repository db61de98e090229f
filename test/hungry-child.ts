interface Hunger {
  megabytes: number;
  /** How long it waits for something else first, without a processor. */
  waitMs?: number;
  /** How long it keeps a processor busy first. */
  busyMs?: number;
}

process.once('disconnect', () => process.exit());
process.once('message', (hunger: Hunger) => {
  setTimeout(() => beHungry(hunger), hunger.waitMs ?? 0);
});

/** Takes so much memory beside V8's heap, one megabyte after the other, and answers how much it has. */
function beHungry({ megabytes, busyMs = 0 }: Hunger): void {
  for (const until = process.cpuUsage().user + busyMs * 1000; process.cpuUsage().user < until;);
  const taken: Buffer[] = [];
  for (let at = 0; at < megabytes; at++) taken.push(Buffer.alloc(1024 * 1024, 1));
  process.send?.(taken.length);
}
