import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LeadsOutside, openInside } from './inside-folder.ts';

let home: string;
let folder: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'inside-'));
  folder = join(home, 'given');
  await mkdir(join(folder, 'below'), { recursive: true });
  await writeFile(join(folder, 'below', 'a.txt'), 'mine');
  await writeFile(join(home, 'secret.txt'), 'secret');
});
afterEach(() => rm(home, { recursive: true }));

async function read(path: string): Promise<string | undefined> {
  const file = await openInside(folder, path);
  try {
    return file && (await file.handle.readFile('utf8'));
  } finally {
    await file?.handle.close();
  }
}

test('what lies in the folder is read, by links within it too', async () => {
  await symlink('below/a.txt', join(folder, 'link.txt'));
  await symlink('below', join(folder, 'other'));
  await symlink(folder, join(home, 'given-too'));
  for (const path of ['below/a.txt', 'link.txt', 'other/a.txt', 'below/../below/a.txt', '/below/a.txt']) {
    expect(await read(path)).toBe('mine');
  }
  folder = join(home, 'given-too');
  expect(await read('below/a.txt')).toBe('mine');
});

test.each([
  ['a path upwards', '../secret.txt', undefined],
  ['a path upwards to nothing', '../none.txt', undefined],
  ['a link to a file', 'link.txt', '../secret.txt'],
  ['an absolute link to a file', 'link.txt', '/etc/passwd'],
  ['a link to a folder', 'link/secret.txt', '..'],
  ['a link to a folder whose name only begins alike', 'link/x', '../given-too'],
])('%s leads outside', async (_, path, target) => {
  await mkdir(join(home, 'given-too'));
  await writeFile(join(home, 'given-too', 'x'), 'secret');
  if (target) await symlink(target, join(folder, path.split('/')[0] ?? ''));
  await expect(read(path)).rejects.toThrow(LeadsOutside);
});

test('nothing is there: no file, a folder, a pipe, a link to nothing', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  await symlink('nowhere', join(folder, 'broken'));
  await symlink('round', join(folder, 'round'));
  for (const path of ['none.txt', 'below', 'pipe', 'broken', 'round', 'a\0b', '']) {
    expect(await read(path)).toBeUndefined();
  }
});
