import { expect, test } from 'vitest';
import { untilStopped } from './until-stopped.ts';

const listeners = () => process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');

test('work is told that the process is to end, and the sentence for it', async () => {
  const stopped = await untilStopped('It was stopped.', async (signal) => {
    process.emit('SIGTERM');
    return String(signal.reason);
  });
  expect(stopped).toBe('Error: It was stopped.');
});

test('after the work, also where it fails, a process that is asked to end ends', async () => {
  const before = listeners();
  await untilStopped('It was stopped.', async () => {});
  await expect(untilStopped('It was stopped.', () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  expect(listeners()).toBe(before);
});
