import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sqliteDatabase } from '../../test/databases.ts';
import { listLostFiles, listNotedBackups, noteBackup, noteBackupBeside, readLastBackup } from './last-backup.ts';

const backup = (takenAt: number, lost: string[] = []) => ({ takenAt, digest: 'a'.repeat(64), lost });

test('the newest backup is the newer of the two that are noted, in the data and beside it', async () => {
  const { db, dataDir, close } = await sqliteDatabase();
  const last = () => readLastBackup(db, dataDir);
  const other = join(dataDir, 'not made yet');
  expect(await last()).toBeUndefined();
  await noteBackupBeside(dataDir, 2000);
  expect(await last()).toBe(2000);
  await db.write((tx) => noteBackup(tx, backup(1000)));
  expect(await last()).toBe(2000);
  await db.write((tx) => noteBackup(tx, backup(3000)));
  expect(await last()).toBe(3000);
  for (const damaged of ['', 'soon', '99999999999999999999']) {
    await writeFile(join(dataDir, 'last-backup'), damaged);
    expect(await last()).toBe(3000);
  }
  await noteBackupBeside(other, 4000);
  expect(await readLastBackup(db, other)).toBe(4000);
  await close();
});

test('of the last 200 in 60 days the digests are remembered, and of the newest what it lacks', async () => {
  const { db, close } = await sqliteDatabase();
  expect([await listNotedBackups(db), await listLostFiles(db)]).toEqual([[], []]);
  const day = 86_400_000;
  for (let at = 0; at < 205; at++)
    await db.write((tx) => noteBackup(tx, backup(100 * day + at, [`file ${at}`, 'another'])));
  const noted = await listNotedBackups(db, 100 * day + 1000);
  expect([noted.length, noted[0]]).toEqual([200, { takenAt: 100 * day + 204, digest: 'a'.repeat(64) }]);
  expect(await listLostFiles(db)).toEqual(['file 204', 'another']);
  expect(await listNotedBackups(db, 160 * day + 204)).toEqual([]);
  await db.write((tx) => noteBackup(tx, backup(170 * day)));
  expect([(await listNotedBackups(db, 170 * day)).length, await listLostFiles(db)]).toEqual([1, []]);
  await close();
});
