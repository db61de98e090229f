import { expect, test } from 'vitest';
import { createWorkQueue, QueueFull } from './work-queue.ts';

test('runs as many at once as it may, the others in order, and goes on after failures', async () => {
  const queue = createWorkQueue(2);
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const begun: number[] = [];
  const results = gates.map(({ promise }, at) =>
    queue(() => {
      begun.push(at);
      return promise;
    }).catch(() => 'failed'),
  );
  expect(begun).toEqual([0, 1]);
  gates[1]?.reject(new Error('no database'));
  expect(await results[1]).toBe('failed');
  expect(begun).toEqual([0, 1, 2]);
  for (const [at, gate] of gates.entries()) gate.resolve(at);
  expect(await Promise.all(results)).toEqual([0, 'failed', 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test('refuses what would wait behind too many, and takes more once they are done', async () => {
  const queue = createWorkQueue(1, 2);
  const { promise, resolve } = Promise.withResolvers<void>();
  const taken = Array.from({ length: 3 }, () => queue(() => promise));
  await expect(queue(async () => undefined)).rejects.toBeInstanceOf(QueueFull);
  resolve();
  await Promise.all(taken);
  await expect(queue(async () => 'done')).resolves.toBe('done');
});
