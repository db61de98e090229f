import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a process that starts a Postgres server ends with its own code', () => {
  const script = `
    const { startPostgres } = await import('./test/postgres-server.ts');
    await (await startPostgres()).end();
    process.exitCode = 3;`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([3, '']);
});
