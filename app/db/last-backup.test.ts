import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sqliteDatabase } from '../../test/databases.ts';
import { noteBackup, noteBackupBeside, readLastBackup } from './last-backup.ts';

test('the newest backup is the newer of the two that are noted, in the data and beside it', async () => {
  const { db, dataDir, close } = await sqliteDatabase();
  const last = () => readLastBackup(db, dataDir);
  const other = join(dataDir, 'not made yet');
  expect(await last()).toBeUndefined();
  await noteBackupBeside(dataDir, 2000);
  expect(await last()).toBe(2000);
  await db.write((tx) => noteBackup(tx, 1000));
  expect(await last()).toBe(2000);
  await db.write((tx) => noteBackup(tx, 3000));
  expect(await last()).toBe(3000);
  for (const damaged of ['', 'soon', '99999999999999999999']) {
    await writeFile(join(dataDir, 'last-backup'), damaged);
    expect(await last()).toBe(3000);
  }
  await noteBackupBeside(other, 4000);
  expect(await readLastBackup(db, other)).toBe(4000);
  await close();
});
