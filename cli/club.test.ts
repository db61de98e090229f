import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databases, type TestDatabase } from '../test/databases.ts';
import type { Change } from '../app/domain/topics.ts';
import { listenForChanges } from '../app/live/command-socket.ts';

const CLUB = join(import.meta.dirname, 'club.ts');

describe.each(databases)('npm run club on %s', (_, open) => {
  let site: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    site = await open();
    folder = await mkdtemp(join(tmpdir(), 'clubroom-'));
  });
  afterEach(async () => {
    await site.close();
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
    expect(out).toBe('event   1 added, 2 refused\n');
    expect(code).toBe(1);
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

  test('grants and revokes by e-mail, whatever its case', async () => {
    const admins = async () => {
      const rows = await site.db.query.selectFrom('users').select('uid').where('admin', '=', 1).execute();
      return rows.map(({ uid }) => uid);
    };
    await write('users.json', {
      user: { one: { email: 'Ada@Example.edu' }, two: { email: 'listed@example.edu', admin: true } },
    });
    await club('import', 'users.json');
    expect(await club('grant', 'ada@example.EDU')).toEqual({
      out: 'ada@example.EDU is an admin now.\n',
      err: '',
      code: 0,
    });
    expect((await admins()).toSorted()).toEqual(['one', 'two']);
    expect((await club('revoke', 'ADA@example.edu')).out).toBe('ADA@example.edu is not an admin any more.\n');
    const listed = await club('revoke', 'listed@example.edu');
    expect(listed.err).toContain('still in ADMIN_EMAILS');
    expect(listed.code).toBe(0);
    expect(await admins()).toEqual([]);

    const stranger = await club('grant', 'stranger@example.edu');
    expect(stranger.err).toContain('let them sign in once and grant again, or put the address in ADMIN_EMAILS');
    expect(stranger.code).toBe(1);
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
  [['grant'], 'EMAIL is missing.\nUsage: npm run club -- grant EMAIL\n'],
])('%j is answered with how it is meant', async (args, message) => {
  const { out, err, code } = await run(args, {}, tmpdir());
  expect(err.slice(0, message.length)).toBe(message);
  expect([out, code]).toEqual(['', 2]);
});

test.each(['export out.json', 'backup out', 'grant ada@example.edu', 'revoke ada@example.edu', 'trash'])(
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
  const child = spawn(process.execPath, [CLUB, ...args], { cwd, env: { PATH: process.env.PATH, ...settings } });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { out, err, code };
}
