import { expect, test } from 'vitest';
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
