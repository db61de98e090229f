import { club as mailingClub } from '../../test/outbox.ts';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { admin } from '../../test/actors.ts';
import { restoreInto } from '../../test/backups.ts';
import { clubYears } from '../../test/club-years.ts';
import { freshDatabase } from '../../test/databases.ts';
import { folderStorage, temporaryFolder } from '../../test/storages.ts';
import { load } from '../../test/transfers.ts';
import { takeBackup } from '../backup/take-backup.ts';
import { noteErasure } from '../db/erasures.ts';
import { openDatabase } from '../db/open-database.server.ts';
import { erasePersonalData } from './personal-data/erase-personal-data.ts';
import { eraseExpired } from './retention/erase-expired.ts';
import { eraseOldTrash } from './trash.ts';

const COUNT = 2000;
const looking = { email: 'sam@example.edu', club: { email: 'club@example.edu' }, mailing: mailingClub };

/** A word that stands nowhere else. */
const wordOf = (at: number) => `quokka-${(at * 7919).toString(36).padStart(6, '0')}-numbat`;

describe('what was erased is in no file of the embedded database any more', () => {
  const site = freshDatabase();

  /** Responses and submissions of all lengths, in no order: SQLite moves rows about as pages fill. Half are Sam's. */
  async function plant(createdAt: (at: number) => number = () => Date.now()): Promise<void> {
    const rows = Array.from({ length: COUNT }, (_unused, at) => ({
      key: `${(at * 7907) % COUNT}`.padStart(6, '0'),
      answers: JSON.stringify({
        email: at % 2 === 0 ? looking.email : 'joan@example.edu',
        word: wordOf(at),
        more: 'x'.repeat(at % 50 === 0 ? 9000 : (at * 31) % 300),
      }),
      created_at: createdAt(at),
    }));
    for (let from = 0; from < COUNT; from += 100) {
      const part = rows.slice(from, from + 100);
      await site.db.write(async ({ query }) => {
        await query
          .insertInto('entries')
          .values(part.map((row) => ({ ...row, form_id: 'f' })))
          .execute();
        await query
          .insertInto('submissions')
          .values(part.map((row) => ({ ...row, form: 'contact' })))
          .execute();
      });
    }
  }

  /** Which of the planted words stand in some file of the data folder. */
  async function wordsLeft(): Promise<number[]> {
    const names = await readdir(site.dataDir);
    const files = await Promise.all(names.map((name) => readFile(join(site.dataDir, name), 'latin1')));
    const all = files.join('\n');
    return Array.from({ length: COUNT }, (_unused, at) => at).filter((at) => all.includes(wordOf(at)));
  }
  const odd = Array.from({ length: COUNT }, (_unused, at) => at).filter((at) => at % 2 === 1);

  test('by an address, at once', async () => {
    await plant();
    expect(await wordsLeft()).toHaveLength(COUNT);
    await erasePersonalData(site.db, admin, looking);
    expect(await wordsLeft()).toEqual(odd);
  });

  test('by their time, and out of the trash: with the next tidying up', async () => {
    await plant((at) => (at % 2 === 0 ? 0 : Date.now()));
    const row = { topic: 'event', record_key: 'e', title: 'wombat', removed_by: 'Ada', removed_at: 0 };
    await site.db.write(({ query }) =>
      query
        .insertInto('trash')
        .values({ ...row, key: 't', content: `{"events":["${'wombat'.repeat(3000)}"]}` })
        .execute(),
    );
    await eraseExpired(site.db, { retention: { responsesDays: 1, submissionsDays: 1 }, timeZone: 'America/Toronto' });
    await eraseOldTrash(site.db, clubYears);
    await site.db.forgetTraces({ everyMs: 1000 });
    expect(await wordsLeft()).toEqual(odd);
    expect(await readFile(join(site.dataDir, 'club.sqlite'), 'latin1')).not.toContain('wombat');
  });

  test('by an import that replaces everything', async () => {
    await plant();
    await load(site.db, { event: { e: {} } }, { replace: true });
    await site.db.write(({ query }) => query.deleteFrom('submissions').execute());
    await load(site.db, { event: { e: {} } }, { replace: true });
    expect(await wordsLeft()).toEqual([]);
  });

  test('by a backup of before that is restored in its place', async () => {
    const [{ storage, close }, folder] = [await folderStorage(), await temporaryFolder()];
    await takeBackup(site.db, storage, join(folder, 'backup'));
    await plant();
    await restoreInto({ db: site.db, storage }, join(folder, 'backup'), { replace: true });
    expect(await wordsLeft()).toEqual([]);
    await close();
    await rm(folder, { recursive: true });
  });

  test('while somebody reads: what cannot go yet goes with the next tidying up', async () => {
    await plant();
    await site.db.snapshot(async ({ query }) => {
      await query.selectFrom('entries').select('key').limit(1).execute();
      await erasePersonalData(site.db, admin, looking);
      expect(await query.selectFrom('entries').select('key').execute()).toHaveLength(COUNT);
    });
    await site.db.forgetTraces();
    expect(await wordsLeft()).toEqual(odd);
  }, 60_000);

  test('before this was so: with the first tidying up', async () => {
    const file = new DatabaseSync(join(site.dataDir, 'club.sqlite'));
    file.exec('pragma user_version = 0; pragma secure_delete = off');
    file.close();
    await plant();
    const other = new DatabaseSync(join(site.dataDir, 'club.sqlite'), { timeout: 5000 });
    other.exec('pragma secure_delete = off; delete from entries; delete from submissions');
    other.close();
    expect((await wordsLeft()).length).toBeGreaterThan(0);
    await site.db.forgetTraces({ everyMs: 3_600_000 });
    expect(await wordsLeft()).toEqual([]);
  });

  test('nothing is made in the place of a file that was taken away', async () => {
    await site.db.write(noteErasure);
    const [file, aside] = [join(site.dataDir, 'club.sqlite'), join(site.dataDir, 'aside')];
    await rename(file, aside);
    await site.db.forgetTraces();
    expect(await readdir(site.dataDir)).not.toContain('club.sqlite');
    await rename(aside, file);
    await site.db.forgetTraces();
    expect(await site.db.query.selectFrom('app_state').select('name').where('name', '=', 'erased').execute()).toEqual(
      [],
    );
  });

  test('and it is not done again for nothing, nor more often than asked for', async () => {
    await plant();
    await site.db.forgetTraces();
    const at = Date.now();
    await site.db.write(({ query }) => query.deleteFrom('entries').execute());
    await erasePersonalData(site.db, admin, looking);
    const noted = () => site.db.query.selectFrom('app_state').select('name').where('name', '=', 'erased').execute();
    expect(await noted()).toEqual([]);
    await eraseOldTrash(site.db, clubYears);
    expect(await noted()).toEqual([]);
    await load(site.db, {}, { replace: true });
    await eraseExpired(site.db, { retention: { submissionsDays: 1 }, timeZone: 'America/Toronto', now: at + 9e8 });
    await site.db.forgetTraces({ everyMs: 3_600_000 });
    expect(await noted()).toHaveLength(1);
  });

  test('nor for a database that is new', async () => {
    const dataDir = await temporaryFolder();
    const db = await openDatabase({ dataDir });
    const before = await readFile(join(dataDir, 'club.sqlite'));
    await db.forgetTraces();
    expect(before.equals(await readFile(join(dataDir, 'club.sqlite')))).toBe(true);
    await db.close();
    await rm(dataDir, { recursive: true });
  });
});
