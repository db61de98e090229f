import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
/** A shell sets how many files a program may have open; the program says the rest. */
const FEW_FILES = ['-c', 'ulimit -n 160; exec "$@"', 'sh'];

async function askTwice(spare: number): Promise<{ first: string[]; second: string[] }> {
  const program = [process.execPath, 'test/out-of-files.ts', '--spare', String(spare)];
  const { stdout } = await run('sh', [...FEW_FILES, ...program]);
  return JSON.parse(stdout);
}

// With a few left, something fails half-way: what a package needs is there, and what that needs is not.
test.each([0, 1, 2, 3])(
  'what is loaded late is there after a moment in which %i files could be opened',
  async (n) => {
    const { second } = await askTwice(n);
    expect(second.filter((answer) => !answer.endsWith(': loaded'))).toEqual([]);
  },
  120_000,
);

test('in which none of it was', async () => {
  const { first } = await askTwice(0);
  expect(first).toHaveLength(8);
  expect(first.filter((answer) => answer.endsWith(': loaded'))).toEqual([]);
});
