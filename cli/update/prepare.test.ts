import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { prepare } from './prepare.ts';

const NFS = 0x6969;
const EXT4 = 0xef53;

test.each([
  [
    'SQLite on a network disk',
    'sqlite',
    NFS,
    /^The data folder is on a network disk, where SQLite’s locks cannot be trusted: move it/,
  ],
  ['SQLite on a disk of this machine', 'sqlite', EXT4, /holds no version of Clubroom/],
  ['a folder beside Postgres, on a network disk', 'postgres', NFS, /holds no version of Clubroom/],
] as const)('%s', async (_, dialect, disk, why) => {
  const found = { dialect, disk, version: undefined, bytes: 1, free: 1e9, copies: [] };
  const folder = import.meta.dirname;
  const preparing = prepare({ home: folder, now: { folder: '.', code: folder }, found, to: folder, folder });
  await expect(preparing).rejects.toThrow(why);
});

test('a release that is still packed is named as that', async () => {
  const found = { dialect: 'sqlite', disk: EXT4, version: undefined, bytes: 1, free: 1e9, copies: [] } as const;
  const home = import.meta.dirname;
  const file = import.meta.filename;
  const preparing = prepare({
    home,
    now: { folder: '.', code: home },
    found: { ...found, copies: [] },
    to: file,
    folder: file,
  });
  await expect(preparing).rejects.toThrow(`${file} is a file: unpack it, and name the folder.`);
});

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

test('what an update that was killed has left ready is made anew, also within the same second', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clubroom-prepare-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 1, 12) });
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const [home, release] = [join(folder, 'home'), join(folder, 'release')];
  write(join(home, 'package.json'), '{ "name": "clubroom", "version": "1.0.0" }');
  mkdirSync(join(home, 'versions'));
  write(join(release, 'package.json'), '{ "name": "clubroom", "version": "1.1.0" }');
  const { platform, arch } = process;
  write(join(release, 'release.json'), JSON.stringify({ platform, arch }));
  for (const file of ['scripts/serve.mjs', 'cli/club.ts', 'package-lock.json', 'build/server/index.js'])
    write(join(release, file), '');
  const found = { dialect: 'sqlite', disk: EXT4, version: undefined, bytes: 1, free: 1e9, copies: [] } as const;
  const ready = () =>
    prepare({
      home,
      now: { folder: '.', code: home },
      found: { ...found, copies: [] },
      to: release,
      folder: release,
    });
  const { name } = await ready();
  expect((await ready()).name).toBe(name);
});
