import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases, freshDatabase } from '../test/databases.ts';
import type { UserRow } from '../app/db/tables.ts';
import type { Change } from '../app/domain/topics.ts';
import { listenForChanges } from '../app/live/changes-socket.ts';

const CLUB = join(import.meta.dirname, 'club.ts');

describeOnDatabases('npm run club', (open) => {
  const site = freshDatabase(open);
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clubroom-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const club = (...args: string[]) =>
    run(
      args,
      {
        DATA_DIR: site.dataDir,
        DATABASE_URL: site.databaseUrl,
        SESSION_SECRET: 'a secret of thirty-two characters',
        ADMIN_EMAILS: 'listed@example.edu',
      },
      folder,
    );
  const write = (name: string, content: unknown) => writeFile(join(folder, name), JSON.stringify(content));

  test('imports beside a serving site, which knows of it when the command returns', async () => {
    const told: Change[] = [];
    const server = await listenForChanges(site.dataDir, (changes) => {
      told.push(...changes);
    });
    await write('club.json', { event: { a: { title: 'A' }, b: { title: 'B' } }, 'odd collection': { x: 1 } });
    const first = await club('import', 'club.json');
    expect(first).toEqual({ out: 'event   2 added\nothers  1 added\n', err: '', code: 0 });
    // Postgres tells by itself, without the socket.
    const changes = site.databaseUrl ? [] : ['a', 'b'].map((key) => ({ topic: 'event', key }));
    expect(told).toEqual(changes);
    const rows = await site.db.query.selectFrom('events').select(['key', 'title']).orderBy('key').execute();
    expect(rows.map(({ title }) => title)).toEqual(['A', 'B']);

    const second = await club('import', 'club.json');
    expect(second.out).toBe('event   2 unchanged\nothers  1 unchanged\n');
    expect(told).toEqual(changes);
    await server.close();
  });

  test('reports bad records, imports the rest, and ends with 1', async () => {
    await write('club.json', {
      event: { '-Kxyz': { datetime: { timeStartTimestamp: 'soon' } }, good: {}, 'a\u001bb': {} },
    });
    const { out, err, code } = await club('import', 'club.json');
    expect(err.split('\n')).toEqual([
      'event/-Kxyz/datetime/timeStartTimestamp: must be a number',
      'event/a\\u001bb: has a key with one of . # $ [ ] / or a control character',
      '',
    ]);
    expect(out).toBe('event   2 added, 2 refused\n');
    expect(code).toBe(1);
  });

  test('names a collection that is nearly one of ours, and keeps it as it is', async () => {
    await write('club.json', { events: { a: { title: 'A' }, b: {} }, news: { c: {} } });
    const { out, err, code } = await club('import', 'club.json');
    expect([out, err, code]).toEqual(['others  3 added\n', "'events' is kept as it is: `event`?\n", 0]);
  });

  test('says in one line why a file cannot be imported, and changes nothing', async () => {
    await writeFile(join(folder, 'broken.json'), '{"event":{"a":{}},\n"exec":{"b":{}');
    expect(await club('import', 'broken.json', '--replace')).toEqual({
      out: '',
      err: 'broken.json cannot be imported, and nothing was changed: it is not JSON: line 2, character 15.\n',
      code: 1,
    });
    const missing = await club('import', 'missing.json');
    expect(missing.err).toBe('missing.json cannot be imported, and nothing was changed: there is no such file.\n');
    expect(missing.code).toBe(1);
    expect(await site.db.query.selectFrom('events').select('key').execute()).toEqual([]);
  });

  test('exports what can be imported again, with files beside it', async () => {
    const guid = '0f0e0d0c-0b0a-4908-8706-050403020100';
    await mkdir(join(folder, 'files/2021/9/3', guid), { recursive: true });
    await writeFile(join(folder, 'files/2021/9/3', guid, 'notes.txt'), 'Notes');
    const resource = { path: `2021/9/3/${guid}`, name: 'notes.txt', url: 'https://files.example.com/notes' };
    await write('club.json', { event: { a: { title: 'A', resources: [resource] } } });
    await club('import', 'club.json', '--files', 'files');
    expect(await readFile(join(site.dataDir, 'files', resource.path, 'notes.txt'), 'utf8')).toBe('Notes');

    const { out, code } = await club('export', 'out.json');
    expect(out).toBe(`Exported 1 record to ${join(folder, 'out.json')}\n`);
    expect(code).toBe(0);
    const exported = await readFile(join(folder, 'out.json'), 'utf8');
    expect(JSON.parse(exported).event.a.resources[0].url).toBe(`/files/2021/9/3/${guid}/notes.txt`);
    expect((await stat(join(folder, 'out.json'))).mode & 0o777).toBe(0o600);

    expect((await club('import', 'out.json')).out).toBe('event   1 unchanged\n');
    await club('export', 'again.json');
    expect(await readFile(join(folder, 'again.json'), 'utf8')).toBe(exported);
  });

  test('an export that has no place to go says so in one line', async () => {
    const nowhere = await club('export', 'nowhere/out.json');
    expect(nowhere).toEqual({ out: '', err: `There is no folder ${join(folder, 'nowhere')}\n`, code: 1 });
    await write('taken.json', {});
    const below = await club('export', 'taken.json/out.json');
    expect(below).toEqual({ out: '', err: `There is no folder ${join(folder, 'taken.json')}\n`, code: 1 });
    await mkdir(join(folder, 'a-folder'));
    const onto = await club('export', 'a-folder');
    expect(onto).toEqual({ out: '', err: `${join(folder, 'a-folder')} is a folder: name a file in it\n`, code: 1 });
  });

  test('says how many of the files that are named were found, and ends with 1 where none was', async () => {
    const guid = '0f0e0d0c-0b0a-4908-8706-050403020100';
    await mkdir(join(folder, 'files/2021/9/3', guid), { recursive: true });
    await mkdir(join(folder, 'elsewhere'));
    await writeFile(join(folder, 'files/2021/9/3', guid, 'notes.txt'), 'Notes');
    const resource = (name: string) => ({ path: `2021/9/3/${guid}`, name, url: `https://files.example.com/${name}` });
    const resources = [resource('notes.txt'), resource('lost.txt'), resource('notes.txt')];
    await write('club.json', { event: { a: { title: 'A', resources } } });

    const some = await club('import', 'club.json', '--files', 'files');
    expect([some.out, some.err, some.code]).toEqual([
      `event   1 added\n1 of 2 files were found in ${join(folder, 'files')}\n`,
      '',
      0,
    ]);
    const none = await club('import', 'club.json', '--files', 'elsewhere');
    expect(none.err).toBe(
      `0 of 2 files were found in ${join(folder, 'elsewhere')}: is it the folder that holds ${resource('').path}?\n`,
    );
    expect(none.code).toBe(1);
    await write('club.json', { event: { b: { title: 'B' } } });
    expect((await club('import', 'club.json', '--files', 'elsewhere')).out).toBe('event   1 added\n');
  });

  test.runIf(existsSync('/dev/full'))('says that the disk is full, and what to do', async () => {
    await symlink('/dev/full', join(folder, 'out.json.unfinished'));
    const { out, err, code } = await club('export', 'out.json');
    expect([out, err, code]).toEqual([
      '',
      'The disk is full: there is no room for what this command writes. Make room, and run it again.\n',
      1,
    ]);
  });

  const admins = async () => {
    const rows = await site.db.query.selectFrom('users').select('uid').where('admin', '=', 1).orderBy('uid').execute();
    return rows.map(({ uid }) => uid);
  };
  const plant = (...users: ({ uid: string } & Partial<UserRow>)[]) =>
    site.db.write(({ query }) =>
      query
        .insertInto('users')
        .values(users.map((user) => ({ extra: null, created_at: Date.UTC(2026, 0, 5), ...user })))
        .execute(),
    );
  const verified = (email: string) => ({ email, verified_email: email });

  test('grants and revokes by email, whatever its case', async () => {
    await plant(
      { uid: 'one', ...verified('Ada@Example.edu') },
      { uid: 'two', ...verified('listed@example.edu'), admin: 1 },
    );
    expect(await club('grant', 'ada@example.EDU')).toEqual({
      out: 'ada@example.EDU is an admin now.\n',
      err: '',
      code: 0,
    });
    expect(await admins()).toEqual(['one', 'two']);
    expect((await club('revoke', 'ADA@example.edu')).out).toBe('ADA@example.edu is no longer an admin.\n');
    const listed = await club('revoke', 'listed@example.edu');
    expect(listed.err).toContain('still in ADMIN_EMAILS');
    expect(listed.code).toBe(0);
    expect(await admins()).toEqual([]);

    const stranger = await club('grant', 'stranger@example.edu');
    expect(stranger.err).toContain('let them sign in once and grant again, or put the address in ADMIN_EMAILS');
    expect(stranger.code).toBe(1);
    const log = await site.db.query
      .selectFrom('activity')
      .select(['who', 'verb', 'topic', 'title'])
      .orderBy('at')
      .execute();
    const line = { who: 'the person who runs the site', topic: 'user' };
    expect(log).toEqual([
      { ...line, verb: 'granted', title: 'Ada@Example.edu' },
      { ...line, verb: 'revoked', title: 'Ada@Example.edu' },
      { ...line, verb: 'revoked', title: 'listed@example.edu' },
    ]);
  });

  test('makes nobody an admin who only claims an address, and says who does and how to choose', async () => {
    await plant(
      { uid: 'mallory', name: 'Ada\u001b[2J', email: 'ada@example.edu' },
      { uid: 'kelvin', ...verified('Ad\u00e0@example.edu') },
    );
    const refused = await club('grant', 'ada@example.edu');
    expect([refused.code, refused.out, await admins()]).toEqual([1, '', []]);
    expect(refused.err.split('\n')).toEqual([
      expect.stringMatching(/^Nobody with the verified email ada@example.edu has signed in yet: .*ADMIN_EMAILS\.$/),
      'Accounts with this email, which their identity provider has not verified:',
      'mallory  Ada [2J  ada@example.edu (not verified), since 2026-01-05',
      'Nobody became an admin. If you know who it is: npm run club -- grant --account KEY',
      '',
    ]);
    await plant({ uid: 'ada', name: 'Ada', ...verified('ada@example.edu') });
    expect((await club('grant', 'ada@example.edu')).out).toBe('ada@example.edu is an admin now.\n');
    expect(await admins()).toEqual(['ada']);
  });

  test('asks which of several is meant: without a terminal nobody is, until one is named by its key', async () => {
    const ada = { name: 'Ada', ...verified('ada@example.edu') };
    await plant({ uid: '-one', ...ada }, { uid: 'two', ...ada });
    const refused = await club('grant', 'ada@example.edu');
    expect([refused.code, refused.out, await admins()]).toEqual([1, '', []]);
    expect(refused.err).toMatch(/^2 accounts have the verified email ada@example.edu:\n-one .*\ntwo .*\nNobody became/);
    expect((await club('grant', '--account', '-one')).out).toBe('Ada is an admin now.\n');
    expect(await admins()).toEqual(['-one']);
    expect((await club('grant', '--account', 'three')).err).toBe('There is no account with the key three.\n');
    expect((await club('revoke', '--account', '-one')).out).toBe('Ada is no longer an admin.\n');
    expect(await admins()).toEqual([]);
  });

  test('takes the right from whoever held it, by each address that stood for them', async () => {
    await plant(
      { uid: 'changed', admin: 1, granted_to: 'ada@example.edu', ...verified('ada@elsewhere.example') },
      { uid: 'no-longer', admin: 1, email: 'ada@example.edu', verified_email: null },
      { uid: 'other', admin: 1, ...verified('max@example.edu') },
    );
    expect((await club('revoke', 'ada@example.edu')).out).toMatch(
      /^ada@example.edu is no longer an admin\.\nchanged .*\nno-longer /,
    );
    expect(await admins()).toEqual(['other']);
    expect((await club('revoke', 'ada@example.edu')).code).toBe(1);
  });

  test('gives roles, and warns where no admin is left', async () => {
    await plant(
      { uid: 'ada', admin: 1, ...verified('ada@example.edu') },
      { uid: 'max', ...verified('max@example.edu') },
    );
    expect((await club('grant', 'max@example.edu', '--role', 'editor')).out).toBe(
      'max@example.edu has the role Editor now.\n',
    );
    expect((await club('admins')).out).toMatch(/^ada .*05\nmax .*, Editor\n/);
    expect((await club('grant', 'max@example.edu', '--role', 'treasurer')).out).toBe(
      'max@example.edu has the role Treasurer now.\n',
    );
    expect((await club('grant', '--account', 'max', '--role=events')).out).toBe(
      'max@example.edu has the role Events now.\n',
    );
    const last = await club('grant', 'ada@example.edu', '--role', 'viewer');
    expect([last.code, last.err]).toEqual([0, expect.stringContaining('Nobody is an admin now.')]);
    expect((await club('revoke', 'max@example.edu')).out).toBe('max@example.edu no longer has a role.\n');
    const users = await site.db.query.selectFrom('users').select(['uid', 'admin', 'role']).orderBy('uid').execute();
    expect(users).toEqual([
      { uid: 'ada', admin: 0, role: 'viewer' },
      { uid: 'max', admin: 0, role: null },
    ]);
    expect((await club('grant', 'max@example.edu', '--role', 'king')).err).toContain('A role is one of admin, editor');
  });

  test('gives the role Committee with its committees, and never without one that there is', async () => {
    await plant({ uid: 'max', ...verified('max@example.edu') });
    const committees = [
      { key: '-games', name: 'Games', name_key: 'games' },
      { key: 'talks', name: 'Talks', name_key: 'talks' },
    ].map((row) => ({ ...row, may_publish: 1, version: 1, updated_at: 0 }));
    await site.db.write(({ query }) => query.insertInto('committees').values(committees).execute());
    const given = async () =>
      (await site.db.query.selectFrom('users').select(['role', 'committees']).execute()).map((row) => [
        row.role,
        row.committees,
      ]);
    const before = await given();
    const grant = (...args: string[]) => club('grant', 'max@example.edu', '--role', ...args);
    expect((await grant('committee')).err).toContain('The role committee needs --committee KEY, once for each.');
    expect((await grant('committee', '--committee')).err).toContain('KEY is missing.');
    expect((await grant('editor', '--committee', 'talks')).err).toContain('--committee is for --role committee alone.');
    const unknown = await grant('committee', '--committee', 'talks', '--committee', 'film');
    expect([unknown.code, unknown.out]).toEqual([1, '']);
    expect(await given()).toEqual(before);
    expect((await grant('committee', '--committee', '-games', '--committee=talks')).out).toBe(
      'max@example.edu has the role Committee now.\n',
    );
    expect(await given()).toEqual([['committee', JSON.stringify(['-games', 'talks'])]]);
  });

  test('lists who is an admin, and who will be', async () => {
    expect((await club('admins')).out).toBe(
      'Nobody is an admin.\nlisted@example.edu is in ADMIN_EMAILS: an admin from its next sign-in on.\n',
    );
    await plant(
      { uid: 'a', admin: 1, name: 'Ada', ...verified('listed@example.edu') },
      { uid: 'maxine', admin: 1, name: 'Maxine', email: 'max@example.edu', created_at: Date.UTC(2026, 0, 6) },
      { uid: 'none', admin: 1, created_at: Date.UTC(2026, 0, 7) },
      { uid: 'member', admin: 0, name: 'Member', ...verified('member@example.edu') },
    );
    expect((await club('admins')).out.split('\n')).toEqual([
      'a       Ada        listed@example.edu, since 2026-01-05',
      'maxine  Maxine     max@example.edu (not verified), since 2026-01-06',
      'none    (no name)  (no email), since 2026-01-07',
      '',
    ]);
  });
});

test.each([
  [[], 'Usage:\n  npm run club -- import FILE'],
  [['dance'], "There is no command 'dance'.\nUsage:"],
  [['__proto__'], "There is no command '__proto__'.\nUsage:"],
  [['import'], 'FILE is missing.\nUsage: npm run club -- import FILE [--replace] [--files DIR]\n'],
  [['import', 'a.json', 'b.json'], "'b.json' is one argument too many.\nUsage:"],
  [['import', 'a.json', '--files'], "Option '--files <value>' argument missing\nUsage:"],
  [['import', 'a.json', '--files', 'nowhere'], 'There is no folder '],
  [['export', 'a.json', '--replace'], "Unknown option '--replace'.\nUsage: npm run club -- export FILE\n"],
  [
    ['grant'],
    'EMAIL is missing.\nUsage: npm run club -- grant EMAIL | --account KEY [--role admin|editor|events|viewer|treasurer|committee] [--committee KEY]\n',
  ],
  [['revoke', '--account'], 'KEY is missing.\nUsage: npm run club -- revoke EMAIL | --account KEY\n'],
  [['admins', 'all'], "'all' is one argument too many.\nUsage: npm run club -- admins\n"],
])('%j is answered with how it is meant', async (args, message) => {
  const { out, err, code } = await run(args, {}, tmpdir());
  expect(err.slice(0, message.length)).toBe(message);
  expect([out, code]).toEqual(['', 2]);
});

test.each(['export out.json', 'backup out', 'grant ada@example.edu', 'revoke ada@example.edu', 'admins', 'trash'])(
  '%s in a folder where no site is says so, and makes none',
  async (typed) => {
    const folder = await mkdtemp(join(tmpdir(), 'clubroom-'));
    const dataDir = join(folder, 'elsewhere');
    const { out, err, code } = await run(typed.split(' '), { DATA_DIR: dataDir }, folder);
    expect([out, err, code]).toEqual(['', expect.stringMatching(/^There is no club in \/.*\/elsewhere: .+\n$/), 1]);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  },
);

async function run(args: string[], settings: Record<string, string | undefined>, cwd: string) {
  const child = spawn(process.execPath, [CLUB, ...args], { cwd, env: { ...process.env, ...settings } });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { out, err, code };
}
