import { expect, test } from 'vitest';
import { inChildProcess, TooCostly } from './child-process.ts';

const PROGRAM = 'test/hungry-child.ts';
const LIMITS = { timeMs: 60_000, megabytes: 128 };

test.runIf(process.platform === 'linux')(
  'a process takes no more memory than it may, in V8’s heap or beside it',
  async () => {
    expect(await inChildProcess(PROGRAM, { megabytes: 64 }, LIMITS)).toBe(64);
    await expect(inChildProcess(PROGRAM, { megabytes: 512 }, LIMITS)).rejects.toThrow(TooCostly);
  },
);

test('a process that takes too long is ended', async () => {
  await expect(inChildProcess(PROGRAM, { megabytes: 64 }, { ...LIMITS, timeMs: 1 })).rejects.toThrow(TooCostly);
});

test.runIf(process.platform === 'linux')(
  'a process may wait for a busy machine, and is ended once it has kept a processor busy for too long',
  async () => {
    const brief = { ...LIMITS, timeMs: 2000 };
    expect(await inChildProcess(PROGRAM, { megabytes: 1, waitMs: 2500 }, brief)).toBe(1);
    await expect(inChildProcess(PROGRAM, { megabytes: 1, busyMs: 10_000 }, brief)).rejects.toThrow(TooCostly);
  },
);
