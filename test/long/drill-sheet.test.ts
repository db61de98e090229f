import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DRILL_STEPS } from '../../app/domain/drills/drill-steps.ts';
import { startApp, type RunningApp } from '../app.ts';
import { seedAdmin, sendAs } from '../people.ts';

const TEN_MINUTES = 600_000;

let app: RunningApp;
let elsewhere: string;
beforeAll(async () => {
  app = await startApp({ sample: true });
  elsewhere = await mkdtemp(join(tmpdir(), 'clubroom-elsewhere-'));
});
afterAll(async () => {
  await app.close();
  await rm(elsewhere, { recursive: true, force: true });
});

/** What is typed, in a shell that knows nothing but where programs are. */
async function typed(command: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const bare = { PATH: process.env.PATH, HOME: elsewhere, ...env };
  const child = spawn('sh', ['-c', command], { env: bare, stdio: ['ignore', 'pipe', 'inherit'] });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(code).toBe(0);
  return out;
}

test('the sheet, step by step, in less than ten minutes', { timeout: TEN_MINUTES }, async () => {
  const backup = join(elsewhere, 'of-the-site');
  await typed(`npm run club -- backup ${backup}`, { DATA_DIR: app.dataDir });
  const [elsewhereFirst, copied, program, command, wait, enter, tidy] = DRILL_STEPS;
  expect([elsewhereFirst?.says, program?.says, wait?.says]).toEqual([
    expect.stringMatching(/^Sit down at a computer that is not the site’s/),
    expect.stringMatching(/^Copy Clubroom onto it/),
    expect.stringMatching(/^Wait for the code/),
  ]);
  expect(copied?.says).toMatch(/^Copy the latest backup onto it: the whole folder/);
  const copy = join(elsewhere, 'copy');
  await cp(backup, copy, { recursive: true });
  const said = await typed(`${command?.command?.replace('BACKUP', copy)}`);
  const code = /^Code: (\S+)$/m.exec(said)?.[1];
  expect(enter?.says).toMatch(/‘Code’ under ‘Practise’ at \/admin\/dates/);
  expect(await sendAs(app, await seedAdmin(app), '/admin/dates/drills.data', { code })).toMatchObject({ status: 200 });
  expect(tidy?.says).toMatch(/^Delete the backup/);
});
