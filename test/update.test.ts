import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { takeLock } from '../app/db/folder-lock.ts';
import { openDatabase } from '../app/db/open-database.server.ts';
import { noteVersion } from '../app/db/data-version.ts';
import { canHaveSmallDisk, runWithLittleRoom } from './small-disk.ts';
import { club, makeHome, OWN_VERSION, replaceIn, type Home } from './update-homes.ts';

const MEGABYTE = 1024 * 1024;

let folder: string;
let home: Home;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clubroom-update-'));
  home = await makeHome(folder);
  const db = await openDatabase({ dataDir: join(folder, 'data') });
  await db.write(noteVersion);
  await db.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder that looks like a version, as far as it is looked at before anything is copied. */
function looksLike(name: string, version: string, release?: object): string {
  const made = join(folder, name);
  for (const file of ['scripts/serve.mjs', 'cli/club.ts', 'package-lock.json']) {
    mkdirSync(join(made, file, '..'), { recursive: true });
    writeFileSync(join(made, file), '');
  }
  writeFileSync(join(made, 'package.json'), JSON.stringify({ name: 'clubroom', version }));
  if (release) writeFileSync(join(made, 'release.json'), JSON.stringify(release));
  return made;
}

const update = async (...args: string[]) => {
  const { code, err, out } = await club(home, 'update', ...args);
  // Nothing is left behind.
  expect(readdirSync(join(home.folder, 'versions')).filter((name) => name !== 'update.lock')).toEqual([]);
  expect(readdirSync(join(folder, 'data')).filter((name) => /rehearsal|before|given/.test(name))).toEqual([]);
  return { code, said: err.trim(), out };
};

describe('npm run club -- update refuses with 1 and one sentence', () => {
  test('a folder that holds no version', async () => {
    mkdirSync(join(folder, 'nothing'));
    const { code, said } = await update('--to', join(folder, 'nothing'));
    expect([code, said]).toEqual([
      1,
      `${join(folder, 'nothing')} holds no version of Clubroom: name the folder of an unpacked release, or of a checkout.`,
    ]);
  });

  test('a version that was cut off as it was unpacked or copied', async () => {
    const half = looksLike('half', '7.0.0');
    const sentence = `${half} holds no version of Clubroom: name the folder of an unpacked release, or of a checkout.`;
    writeFileSync(join(half, 'release.json'), '{ "platform": "li');
    expect(await update('--to', half)).toMatchObject({ code: 1, said: sentence });
    rmSync(join(half, 'release.json'));
    rmSync(join(half, 'package-lock.json'));
    expect(await update('--to', half)).toMatchObject({ code: 1, said: sentence });
  });

  test('this version itself, by its folder or its number', async () => {
    expect(await update('--to', home.folder)).toMatchObject({
      code: 1,
      said: `${home.folder} is this version itself.`,
    });
    const same = looksLike('same', OWN_VERSION);
    expect(await update('--to', same)).toMatchObject({
      code: 1,
      said: `${same} is version ${OWN_VERSION}, which is this version itself.`,
    });
  });

  test('a version that is older than the data', async () => {
    const older = looksLike('older', '0.9.9');
    const { code, said } = await update('--to', older);
    expect([code, said]).toEqual([
      1,
      `${older} is version 0.9.9, and the data was written by version ${OWN_VERSION}: it is older than the data.`,
    ]);
  });

  test('a release for another processor', async () => {
    const other = looksLike('other', '7.0.0', { platform: 'linux', arch: 'riscv64' });
    const { code, said } = await update('--to', other);
    expect([code, said]).toEqual([
      1,
      `${other} is made for linux-riscv64, and this machine is ${process.platform}-${process.arch}.`,
    ]);
  });

  test('a tag that is not known', async () => {
    const { code, said } = await update('--to', 'v99');
    expect([code, said]).toEqual([
      1,
      'There is no folder and no tag ‘v99’: ‘git fetch --tags’ brings the tags that are known elsewhere.',
    ]);
    expect(await update('--to', '--upload-pack=x')).toMatchObject({ code: 1 });
  });

  test('a second update at the same time', async () => {
    const lock = takeLock(join(home.folder, 'versions/update.lock'));
    expect(await update('--to', folder)).toMatchObject({ code: 1, said: 'Another update is running' });
    lock?.close();
  });

  test('a database that another process holds', { tags: 'long' }, async () => {
    const database = new DatabaseSync(join(folder, 'data/club.sqlite'));
    database.exec('begin immediate');
    const { code, said } = await update('--to', folder);
    expect([code, said]).toEqual([1, 'Another process holds the database: database is locked.']);
    database.close();
  });

  const littleRoom = (where: string, kilobytes: number, ...args: string[]) => {
    const { status, stderr } = runWithLittleRoom(
      where,
      kilobytes,
      [process.execPath, 'scripts/club.mjs', 'update', ...args],
      { cwd: home.folder, env: { ...home.env, INIT_CWD: home.folder } },
    );
    return { code: status, said: stderr.trim() };
  };

  test.runIf(canHaveSmallDisk())('no room for the new version, or for copies of the data', { tags: 'long' }, () => {
    const large = looksLike('large', '7.0.0');
    writeFileSync(join(large, 'picture'), randomBytes(12 * MEGABYTE));
    expect(littleRoom(home.folder, 6 * 1024, '--to', large)).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^There is no room for the new version in .*\/home: it takes about 12 MB, and \d(?:\.\d)? MB are free\. Nothing was changed\.$/,
      ),
    });
    expect(littleRoom(join(folder, 'data'), 1024, '--to', large)).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^There is no room for copies of the data: it takes about \d.*B, and .*B are free\. Nothing was changed\.$/,
      ),
    });
  });

  test('a copy that was kept later than now: whose clock is wrong is asked', async () => {
    const later = join(folder, 'data/before-updates/2199-01-01T000000-1.0.0');
    mkdirSync(later, { recursive: true });
    const { code, err } = await club(home, 'update', '--to', folder);
    rmSync(join(later, '..'), { recursive: true });
    expect([code, err.split('\n')]).toEqual([
      1,
      [
        `This machine’s clock says ${new Date().toISOString().slice(0, 10)}, and ${later} was kept later than that: is the clock right?`,
        `${folder} holds no version of Clubroom: name the folder of an unpacked release, or of a checkout.`,
        '',
      ],
    ]);
  });

  test.runIf(process.getuid?.() === 0)('whoever does not own the code, or the data', async () => {
    chmodSync(folder, 0o755);
    const nobody = { ...home, user: { uid: 65_534, gid: 65_534 } };
    expect(await club(nobody, 'update', '--to', folder)).toMatchObject({
      code: 1,
      err: `${home.folder} cannot be written to: run this as the user who owns it.\n`,
    });
    for (const path of [home.folder, join(home.folder, 'versions'), join(home.folder, 'versions/update.lock')])
      chownSync(path, 65_534, 65_534);
    expect(await club(nobody, 'update', '--to', folder)).toMatchObject({
      code: 1,
      err: `${join(folder, 'data')} belongs to another user than this one: run this as root.\n`,
    });
  });

  test('what is typed wrongly, with how it is meant', async () => {
    for (const args of [[], ['--back', '--rehearse'], ['--to'], ['--onward']]) {
      const { code, said } = await update(...args);
      expect([args, code, said.split('\n').at(-1)]).toEqual([
        args,
        1,
        'Usage: npm run club -- update --to DIR|TAG [--rehearse] | update --back',
      ]);
    }
  });

  test('going back without an update before', async () => {
    expect(await update('--back')).toMatchObject({
      code: 1,
      said: 'There was no update in this folder: there is nothing to go back to.',
    });
  });

  test('no data yet', async () => {
    const without = { ...home, env: { ...home.env, DATA_DIR: join(folder, 'none') } };
    expect(await club(without, 'update', '--to', folder)).toMatchObject({
      code: 1,
      err: `There is no club in ${join(folder, 'none')}: start this version first.\n`,
    });
  });
});

test('newer data is refused in three lines at most, with the way back', async () => {
  const dataDir = join(folder, 'newer');
  cpSync(join(folder, 'data'), dataDir, { recursive: true });
  const database = new DatabaseSync(join(dataDir, 'club.sqlite'));
  database.exec("update app_state set value = '7.3.1' where name = 'version'");
  database.close();
  const { code, err } = await club({ ...home, env: { ...home.env, DATA_DIR: dataDir } }, 'admins');
  expect(code).toBe(1);
  expect(err).toBe(
    `This data was written by version 7.3.1; this is version ${OWN_VERSION}. Start 7.3.1 or later, or go back with \`npm run club -- update --back\`.\n`,
  );
});

test('a folder whose own code was renewed by hand serves that', async () => {
  const own = await makeHome(join(folder, 'renewed'));
  mkdirSync(join(own.folder, 'versions/other/cli'), { recursive: true });
  writeFileSync(join(own.folder, 'versions/other/package.json'), JSON.stringify({ version: '7.0.0' }));
  writeFileSync(join(own.folder, 'versions/other/cli/club.ts'), "console.log('The other version');");
  const chosen = { folder: 'other', mark: 'a', over: OWN_VERSION };
  writeFileSync(join(own.folder, 'versions/current.json'), JSON.stringify(chosen));
  expect(await club(own, 'version')).toMatchObject({ out: 'The other version\n' });
  replaceIn(join(own.folder, 'package.json'), `"version": "${OWN_VERSION}"`, '"version": "7.0.1"');
  expect(await club(own, 'version')).toMatchObject({ out: '7.0.1\n' });
});
