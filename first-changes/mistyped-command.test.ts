import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  ['bakcup', "There is no command 'bakcup': backup?"],
  ['Restore', "There is no command 'Restore': restore?"],
  ['something', "There is no command 'something'."],
])('%s', (typed, said) => {
  const { stderr } = spawnSync(process.execPath, ['cli/club.ts', typed], { encoding: 'utf8' });
  expect(stderr.split('\n')[0]).toBe(said);
});
