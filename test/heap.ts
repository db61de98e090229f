import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of the heap in use, after whatever nobody needs any more was cleared away. */
export function heapAfterGc(): number {
  return settled().heapUsed;
}

/** The same with the bytes of buffers, which are kept beside the heap. */
export function memoryAfterGc(): number {
  const { heapUsed, arrayBuffers } = settled();
  return heapUsed + arrayBuffers;
}

function settled(): NodeJS.MemoryUsage {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // The second round takes what the first let go of.
  collect();
  collect();
  return process.memoryUsage();
}
