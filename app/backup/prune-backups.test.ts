import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pruneBackups } from './prune-backups.ts';

async function folderWith(moments: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clubroom-prune-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, takenAt] of Object.entries(moments)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'manifest.json'), JSON.stringify({ format: 'clubroom-backup', takenAt }));
  }
  return folder;
}

test('a clock that ran a year ahead does not cost the backup that was just taken', async () => {
  const folder = await folderWith({
    ahead: '2027-11-27T00:00:00.000Z',
    'ahead, too': '2027-11-28T00:00:00.000Z',
    now: '2026-11-27T00:00:00.000Z',
  });
  await pruneBackups(folder, 2, 'now');
  expect((await readdir(folder)).toSorted()).toEqual(['ahead, too', 'now']);
});
