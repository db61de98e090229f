// Loaded into the site's process ahead of it: plants errors that nothing catches, at a signal and in one request.
import { syncBuiltinESMExports } from 'node:module';
import fs from 'node:fs/promises';

process.on('SIGUSR2', () => {
  Promise.withResolvers().reject(new Error('A planted rejection'));
  setImmediate(() => {
    throw new Error('A planted exception');
  });
});

const { readFile } = fs;
Object.assign(fs, {
  readFile(...given: Parameters<typeof readFile>) {
    if (typeof given[0] !== 'string' || !given[0].endsWith('/cs-guide.md')) return readFile(...given);
    setTimeout(() => {
      throw new Error('An exception planted in a request');
    }, 1);
    return new Promise(() => undefined);
  },
});
syncBuiltinESMExports();
