import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../app.ts';
import { postgresDatabase } from '../databases.ts';
import { askConstantly, nextSite, said, supervise } from '../restarts.ts';
import { checkOut, cloneSources, club, LATER_VERSION, makeHome, ownFolder, OWN_VERSION } from '../update-homes.ts';
import { replaceIn, serve, startClub, tagLater, unpackLater, versionAt, type Home } from '../update-homes.ts';

/** What an update must never lose of the data folder. */
function titlesIn({ env }: Home): string[] {
  return withData(env.DATA_DIR ?? '', (database) =>
    database
      .prepare('select title from events order by title')
      .all()
      .map((row) => String(row['title'])),
  );
}

function addEvent({ env }: Home, title: string): void {
  withData(env.DATA_DIR ?? '', (database) =>
    database.prepare('insert into events (key, title) values (?, ?)').run(crypto.randomUUID(), title),
  );
}

function withData<Result>(dataDir: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(dataDir, 'club.sqlite'), { timeout: 10_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** As for up to a day after somebody was erased, or old mail was. */
function noteErasure({ env }: Home): void {
  const note = "insert or replace into app_state (name, value) values ('erased', 'shortly before')";
  withData(env.DATA_DIR ?? '', (database) => database.exec(note));
}

const copiesIn = ({ env }: Home, folder = 'before-updates') => namesIn(join(env.DATA_DIR ?? '', folder));

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

describe.each(['scripts/start.mjs', 'scripts/serve.mjs'])('started by %s', (program) => {
  test('the site changes to a later version, rehearsed before, and back with the data of before', async () => {
    const folder = await ownFolder();
    const home = await makeHome(folder);
    await serve(home, program);
    addEvent(home, 'Before');
    noteErasure(home);
    const later = unpackLater(join(folder, 'later'));

    const rehearsed = await club(home, 'update', '--to', later, '--rehearse');
    expect(rehearsed).toMatchObject({ code: 0, err: '' });
    expect(rehearsed.out).toMatch(/Compared \d+ tables and \d+ pages of the copy/);
    expect(await versionAt(home.url)).toBe(OWN_VERSION);
    expect([copiesIn(home), namesIn(join(home.folder, 'versions')).filter((name) => name.includes('-'))]).toEqual([
      [],
      [],
    ]);

    const updated = await club(home, 'update', '--to', later);
    expect(updated).toMatchObject({ code: 0, err: '' });
    expect(await versionAt(home.url)).toBe(LATER_VERSION);
    expect(copiesIn(home)).toHaveLength(1);
    // The folder that it came from is not needed any more.
    rmSync(later, { recursive: true });
    expect(await club(home, 'version')).toMatchObject({ out: `${LATER_VERSION}\n` });
    addEvent(home, 'After');

    const back = await club(home, 'update', '--back');
    expect(back).toMatchObject({ code: 0, err: '' });
    const given = join(home.env.DATA_DIR ?? '', 'given-up', copiesIn(home, 'given-up')[0] ?? 'nothing');
    expect(back.out).toContain('  events: 1 row');
    expect(back.out).toContain(`All of it is in ${given}`);
    expect(readFileSync(join(given, 'tables/events.ndjson'), 'utf8')).toContain('After');
    expect(await versionAt(home.url)).toBe(OWN_VERSION);
    expect(titlesIn(home)).toEqual(['Before']);

    expect(await club(home, 'update', '--back')).toMatchObject({
      code: 1,
      err: 'There was no update in this folder: there is nothing to go back to.\n',
    });
    unpackLater(later);
    expect(await club(home, 'update', '--to', later)).toMatchObject({ code: 0, err: '' });
    expect(titlesIn(home)).toEqual(['Before']);
  });

  test('a version that does not serve gives way to the one before, with its data', async () => {
    const folder = await ownFolder();
    const home = await makeHome(folder);
    await serve(home, program);
    addEvent(home, 'Before');
    const later = unpackLater(join(folder, 'later'));
    // It migrates, and then ends.
    replaceIn(join(later, 'scripts/serve.mjs'), '  flushCompileCache();', '  process.exit(3);');
    const updated = await club(home, 'update', '--to', later);
    expect(updated.code).toBe(2);
    expect(updated.err).toMatch(/^Version 1\.9\.0 did not serve \(.+\): version \S+ is back with its data\.\n$/);
    expect(await versionAt(home.url)).toBe(OWN_VERSION);
    expect(titlesIn(home)).toEqual(['Before']);
    expect(await club(home, 'admins')).toMatchObject({ code: 0 });
  });
});

test('a version that changes a number alone keeps a copy of the data too, and loses nothing when it gives way', async () => {
  const folder = await ownFolder();
  const home = await makeHome(folder);
  await serve(home);
  const later = unpackLater(join(folder, 'later'), { migrates: false });
  expect(await club(home, 'update', '--to', later)).toMatchObject({ code: 0, err: '' });
  expect(copiesIn(home)).toHaveLength(1);
  addEvent(home, 'Meanwhile');
  const last = unpackLater(join(folder, 'last'), { migrates: false, version: '1.10.0' });
  replaceIn(join(last, 'scripts/serve.mjs'), '  flushCompileCache();', '  process.exit(3);');
  expect(await club(home, 'update', '--to', last)).toMatchObject({ code: 2 });
  expect(await versionAt(home.url)).toBe(LATER_VERSION);
  expect(titlesIn(home)).toEqual(['Meanwhile']);
});

test('nobody serves: the new version is tried, and served by the next start', async () => {
  const folder = await ownFolder();
  const home = await makeHome(folder);
  await (await serve(home)).kill('SIGTERM');
  addEvent(home, 'Before');
  const later = unpackLater(join(folder, 'later'));
  const updated = await club(home, 'update', '--to', later);
  expect(updated).toMatchObject({ code: 0, err: '' });
  expect(updated.out).toMatch(/^Version 1\.9\.0 was tried, and starts next: no site is running here\.$/m);
  expect(await versionAt(home.url)).toBe('');
  await serve(home);
  expect(await versionAt(home.url)).toBe(LATER_VERSION);
  expect(titlesIn(home)).toEqual(['Before']);
});

test('a rehearsal that finds a page broken changes nothing', async () => {
  const folder = await ownFolder();
  const home = await makeHome(folder);
  await serve(home);
  const later = unpackLater(join(folder, 'later'));
  replaceIn(join(later, 'content/accessibility.json'), '{', '');
  const updated = await club(home, 'update', '--to', later);
  expect(updated.code).toBe(1);
  expect(updated.err).toContain('Version 1.9.0 was rehearsed and is not right: /accessibility answers 500');
  expect(await versionAt(home.url)).toBe(OWN_VERSION);
  expect(namesIn(home.env.DATA_DIR ?? '')).not.toContain('rehearsal');
});

test('a checkout changes to a tag that was fetched, with its packages, and to another checkout', async () => {
  const folder = await ownFolder();
  const home = await makeHome(folder, {}, cloneSources);
  tagLater(home.folder, LATER_VERSION);
  tagLater(home.folder, '1.10.0', { hasOtherPackages: true });
  await serve(home);
  addEvent(home, 'Before');
  expect(await club(home, 'update', '--to', LATER_VERSION)).toMatchObject({ code: 0, err: '' });
  expect(await versionAt(home.url)).toBe(LATER_VERSION);
  expect(await club(home, 'update', '--to', '1.10.0')).toMatchObject({ code: 0, err: '' });
  expect(await versionAt(home.url)).toBe('1.10.0');

  const other = checkOut(home.folder, '1.10.0', join(folder, 'other'));
  replaceIn(join(other, 'package.json'), '"version": "1.10.0"', '"version": "1.11.0"');
  expect(await club(home, 'update', '--to', other)).toMatchObject({ code: 0, err: '' });
  rmSync(other, { recursive: true });
  expect(await versionAt(home.url)).toBe('1.11.0');
  expect(await club(home, 'update', '--back')).toMatchObject({ code: 0, err: '' });
  expect(await versionAt(home.url)).toBe('1.10.0');
  expect(titlesIn(home)).toEqual(['Before']);
});

test.runIf(process.getuid?.() === 0)(
  'root updates what another user serves, who can write none of the code',
  async () => {
    const folder = await ownFolder();
    chmodSync(folder, 0o755);
    const home = await makeHome(folder);
    const user = { uid: 65_534, gid: 65_534 };
    const data = home.env.DATA_DIR ?? '';
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, user.uid, user.gid);
    await serve({ ...home, user });
    addEvent(home, 'Before');
    const later = unpackLater(join(folder, 'later'));
    // Nobody else may look where it lies.
    chmodSync(later, 0o700);
    expect(await club(home, 'update', '--to', later)).toMatchObject({ code: 0, err: '' });
    expect(await versionAt(home.url)).toBe(LATER_VERSION);
    addEvent(home, 'After');
    expect(await club(home, 'update', '--back')).toMatchObject({ code: 0, err: '' });
    expect(await versionAt(home.url)).toBe(OWN_VERSION);
    expect(titlesIn(home)).toEqual(['Before']);
    const ownersIn = (where: string) =>
      new Set(
        readdirSync(where, { recursive: true, encoding: 'utf8' }).map((path) => lstatSync(join(where, path)).uid),
      );
    expect([...ownersIn(data)]).toEqual([user.uid]);
    expect([...ownersIn(join(home.folder, 'versions'))]).toEqual([0]);
  },
);

test('a rehearsal opens each page as a visitor gets it, with the styles of the later version', async () => {
  const folder = await ownFolder();
  const home = await makeHome(folder);
  await (await serve(home)).kill('SIGTERM');
  const later = unpackLater(join(folder, 'later'));
  expect(await club(home, 'update', '--to', later, '--rehearse')).toMatchObject({ code: 0, err: '' });
  rmSync(join(later, `build/client/assets/site-${LATER_VERSION}.css`));
  const { code, err } = await club(home, 'update', '--to', later, '--rehearse');
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^Version 1\.9\.0 was rehearsed and is not right: \/home answers 500, and \d+ other/),
  ]);
});

test('on a socket that somebody else holds no request is refused', async () => {
  const folder = await ownFolder();
  const home = await makeHome(folder);
  const { port, shell, lines } = await supervise(home.env, home.folder);
  let site = await nextSite(lines);
  onTestFinished(() => {
    shell.kill('SIGKILL');
    process.kill(site, 'SIGKILL');
  });
  await said(lines, /^Clubroom is at/);
  const visitors = askConstantly(port);
  const later = unpackLater(join(folder, 'later'));
  expect(await club({ ...home, env: { ...home.env, PORT: String(port) } }, 'update', '--to', later)).toMatchObject({
    code: 0,
    err: '',
  });
  site = await nextSite(lines);
  const { answered, failed } = await visitors.stop();
  expect(await versionAt(`http://127.0.0.1:${port}`)).toBe(LATER_VERSION);
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(50);
});

test('copies on one Postgres are changed one after the other, and go back together', async () => {
  const database = await postgresDatabase();
  onTestFinished(() => database.close());
  const folder = await ownFolder();
  const settings = { DATABASE_URL: database.databaseUrl, SESSION_SECRET: 'a secret shared by all copies of it' };
  const one = await makeHome(folder, settings);
  const port = String(await freePort());
  const other: Home = {
    ...one,
    env: { ...one.env, PORT: port, DATA_DIR: join(folder, 'data-2') },
    url: `http://127.0.0.1:${port}`,
  };
  await serve(one);
  await serve(other);
  const add = (title: string) =>
    sql`insert into events (key, title) values (${title}, ${title})`.execute(database.db.query);
  await add('Before');
  const later = unpackLater(join(folder, 'later'));
  // Never both away.
  const seen: string[] = [];
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const found = await Promise.all([versionAt(one.url), versionAt(other.url)]);
      if (found.every((version) => version === '')) seen.push('both away');
      await after(50);
    }
  })();
  expect(await club(one, 'update', '--to', later)).toMatchObject({ code: 0, err: '' });
  isOver = true;
  await looking;
  expect(seen).toEqual([]);
  expect([await versionAt(one.url), await versionAt(other.url)]).toEqual([LATER_VERSION, LATER_VERSION]);
  const schemas = await sql<{ name: string }>`
    select schema_name as name from information_schema.schemata where schema_name like 'clubroom%'`.execute(
    database.db.query,
  );
  expect(schemas.rows).toEqual([]);
  await add('After');
  const back = await club(other, 'update', '--back');
  expect(back).toMatchObject({ code: 0, err: '' });
  expect(back.out).toContain('  events: 1 row');
  expect([await versionAt(one.url), await versionAt(other.url)]).toEqual([OWN_VERSION, OWN_VERSION]);
  const titles = await database.db.query.selectFrom('events').select('title').execute();
  expect(titles).toEqual([{ title: 'Before' }]);
  // What the later version has made is gone, so that it can make it again.
  expect(await club(one, 'update', '--to', later)).toMatchObject({ code: 0, err: '' });
});

test('on Postgres a role that may make no schema is told so', async () => {
  const database = await postgresDatabase();
  onTestFinished(() => database.close());
  const name = `poor_${crypto.randomUUID().slice(0, 8)}`;
  const url = new URL(database.databaseUrl ?? '');
  await sql
    .raw(`create role ${name} login password 'poor'; grant all on schema public to ${name};
    grant all on all tables in schema public to ${name}`)
    .execute(database.db.query);
  onTestFinished(async () => {
    await sql.raw(`drop owned by ${name}; drop role ${name}`).execute(database.db.query);
  });
  url.username = name;
  url.password = 'poor';
  const folder = await ownFolder();
  const home = await makeHome(folder, {
    DATABASE_URL: url.href,
    SESSION_SECRET: 'a secret shared by all copies of it',
  });
  await (await serve(home)).kill('SIGTERM');
  const later = unpackLater(join(folder, 'later'));
  expect(await club(home, 'update', '--to', later)).toMatchObject({
    code: 1,
    err: 'The role of DATABASE_URL may not make a schema for the rehearsal: grant create on the database to it.\n',
  });
});

/** What there is to see of how far an update is. */
const MOMENTS: [string, (home: Home) => boolean][] = [
  [
    'the new version is being copied',
    ({ folder }) => namesIn(join(folder, 'versions')).some((name) => name.endsWith('.unfinished')),
  ],
  ['it is ready', ({ folder }) => namesIn(join(folder, 'versions')).some((name) => /^1\.9\.0-\w+$/.test(name))],
  ['the data is being copied', (home) => copiesIn(home, 'rehearsal').length > 0],
  ['the copy is being migrated', (home) => copiesIn(home, 'rehearsal').includes('data')],
  [
    'the rehearsal is over',
    (home) => isChosen(home) || namesIn(home.env.DATA_DIR ?? '').every((name) => name !== 'rehearsal'),
  ],
  ['the version is changed', isChosen],
  ['the site before has ended', (home) => isChosen(home) && !namesIn(home.env.DATA_DIR ?? '').includes('serving.json')],
  ['the new version keeps the data of before', (home) => copiesIn(home).length > 0],
  ['the new version serves', (home) => servingVersion(home) === LATER_VERSION],
  ['the update is over', (home) => isChosen(home) && !readFileSync(currentOf(home), 'utf8').includes('"checking"')],
];

const currentOf = ({ folder }: Home) => join(folder, 'versions/current.json');

function isChosen(home: Home): boolean {
  return existsSync(currentOf(home)) && readFileSync(currentOf(home), 'utf8').includes(`"${LATER_VERSION}-`);
}

function servingVersion({ env }: Home): string {
  const file = join(env.DATA_DIR ?? '', 'serving.json');
  try {
    return /"version":"([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  } catch {
    // Nobody serves now.
    return '';
  }
}

describe.each([
  ['the update alone', false],
  ['the update and the site', true],
])('SIGKILL of %s', (_, withSite) => {
  test.each(MOMENTS)(
    'once %s: one of the two versions serves, whole, and an update works',
    async (moment, isReached) => {
      const folder = await ownFolder();
      const home = await makeHome(folder);
      const site = await serve(home);
      addEvent(home, 'Before');
      const later = unpackLater(join(folder, 'later'));
      const update = startClub(home, 'update', '--to', later);
      let isOver = false;
      update.process.on('close', () => (isOver = true));
      const begun = ['the rehearsal is over'].includes(moment) ? MOMENTS[3]?.[1] : undefined;
      while (begun && !begun(home) && !isOver) await after(2);
      while (!isReached(home) && !isOver) await after(2);
      if (update.process.pid && !isOver) process.kill(-update.process.pid, 'SIGKILL');
      await update.ended;
      if (withSite || site.process.exitCode !== null) {
        await site.kill('SIGKILL');
        await serve(home);
      }
      await expect.poll(() => versionAt(home.url), { timeout: 60_000 }).toMatch(/^1\./);
      const version = await versionAt(home.url);
      expect([OWN_VERSION, LATER_VERSION]).toContain(version);
      expect(titlesIn(home)).toEqual(['Before']);
      const again = await club(home, 'update', '--to', later);
      expect([again.code, again.err]).toEqual(
        version === LATER_VERSION
          ? [1, `${later} is version ${LATER_VERSION}, which is this version itself.\n`]
          : [0, ''],
      );
      if (servingVersion(home) !== LATER_VERSION) {
        await site.kill('SIGKILL');
        await serve(home);
      }
      expect(await versionAt(home.url)).toBe(LATER_VERSION);
      expect(titlesIn(home)).toEqual(['Before']);
      expect(statSync(join(home.folder, 'versions')).isDirectory()).toBe(true);
    },
  );
});
