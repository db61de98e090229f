import { afterAll, vi } from 'vitest';
import { leaveNothing } from './after-file.ts';

// Files share a process: the next finds it as this one did.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await leaveNothing();
});
