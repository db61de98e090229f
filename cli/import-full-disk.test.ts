import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { canHaveSmallDisk, runWithLittleRoom } from '../test/small-disk.ts';

const CLUB = join(import.meta.dirname, 'club.ts');

test.runIf(canHaveSmallDisk())('an import that finds no room for a file says that the disk is full', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clubroom-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = '2026/1/5/0f0e0d0c-0b0a-4908-8706-050403020100';
  const dataDir = join(folder, 'data');
  const club = join(folder, 'club.json');
  const env = { ...process.env, DATA_DIR: dataDir };
  await writeFile(club, JSON.stringify({ event: {} }));
  expect(spawnSync(process.execPath, [CLUB, 'import', club], { env }).status).toBe(0);

  const resources = [{ path, name: 'large.bin', url: 'https://files.example.com/large.bin' }];
  await writeFile(club, JSON.stringify({ event: { a: { title: 'A', resources } } }));
  const files = join(folder, 'files');
  await mkdir(join(files, path), { recursive: true });
  await writeFile(join(files, path, 'large.bin'), randomBytes(2_000_000));
  const command = [process.execPath, CLUB, 'import', club, '--files', files];
  const { status, stderr } = runWithLittleRoom(dataDir, 600, command, { cwd: folder, env });
  expect([status, stderr.trim()]).toEqual([
    1,
    'The disk is full: there is no room for what this command writes. Make room, and run it again.',
  ]);
});
