import { setTimeout as wait } from 'node:timers/promises';

interface Hunger {
  megabytes: number;
  /** How long it waits for something else first, without a processor. */
  waitMs?: number;
  /** How long it keeps a processor busy first. */
  busyMs?: number;
}

/** Takes so much memory beside V8's heap, one megabyte after the other, and answers how much it has. */
process.once('disconnect', () => process.exit());
process.once('message', async ({ megabytes, waitMs = 0, busyMs = 0 }: Hunger) => {
  await wait(waitMs);
  for (const until = process.cpuUsage().user + busyMs * 1000; process.cpuUsage().user < until;);
  const taken: Buffer[] = [];
  for (let at = 0; at < megabytes; at++) taken.push(Buffer.alloc(1024 * 1024, 1));
  process.send?.(taken.length);
});
