import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { noteErasure } from '../app/db/erasures.ts';
import { startApp, type RunningApp } from './app.ts';
import { seedAdmin, sendAs } from './people.ts';
import { withoutProgress } from './progress.ts';

let app: RunningApp;
let folder: string;
let temporary: string;
let elsewhere: string;
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), 'clubroom-folder-'));
  await symlink(resolve('content'), join(elsewhere, 'content'));
  app = await startApp({ sample: true });
});
afterAll(async () => {
  await app.close();
  await rm(elsewhere, { recursive: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-backups-'));
  temporary = await mkdtemp(join(tmpdir(), 'clubroom-elsewhere-'));
});
afterEach(async () => {
  for (const one of [folder, temporary]) await rm(one, { recursive: true, force: true });
});

/** On a machine that knows nothing of the site, and has settings of another one. */
const ELSEWHERE = {
  DATA_DIR: '/nowhere',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  SMTP_URL: 'smtp://127.0.0.1:1',
  CLUB_CONFIG: '/nowhere/club.json',
};

function start([name = '', ...args]: string[], env: NodeJS.ProcessEnv) {
  // As in a folder whose version lies below versions/: the guide is its own, styles are the program's.
  const cwd = name === 'drill' ? elsewhere : undefined;
  return spawn(process.execPath, [resolve('cli/club.ts'), name, ...args], { cwd, env: { ...process.env, ...env } });
}

async function club(args: string[], env: NodeJS.ProcessEnv) {
  const child = start(args, env);
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err: withoutProgress(err), code: Number((await closed)[0]) };
}

const backUp = (name = 'backup') => club(['backup', join(folder, name)], { DATA_DIR: app.dataDir });
const drill = (name = 'backup', env: NodeJS.ProcessEnv = {}) =>
  club(['drill', join(folder, name)], { ...ELSEWHERE, TMPDIR: temporary, ...env });
const codeIn = (out: string) => /^Code: ([2-9A-Z]{4}-[2-9A-Z]{4})$/m.exec(out)?.[1] ?? '';

test('a backup becomes a site elsewhere, and the code that it ends with counts once', async () => {
  // Somebody was erased just before: restoring takes that note away.
  await app.site.db.write((tx) => noteErasure(tx));
  expect(await backUp()).toMatchObject({ err: '', code: 0 });
  const { out, err, code } = await drill();
  expect([err, code]).toEqual(['', 0]);
  expect(out).toMatch(
    /^The backup of \d{4}-\d\d-\d\d \d\d:\d\d UTC became a site in \d+ seconds?\.\n\d+ pages opened, [\d,]+ records and \d+ files compared\.\nCode: /,
  );
  expect(await readdir(temporary)).toEqual([]);
  const manifest = JSON.parse(await readFile(join(folder, 'backup/manifest.json'), 'utf8'));
  const { app_state: _notes, ...records } = manifest.tables;
  const rows = Object.values<{ rows: number }>(records).reduce((sum, table) => sum + table.rows, 0);
  expect(out).toContain(`${rows.toLocaleString('en-US')} records and ${manifest.files.count} files compared`);

  const admin = await seedAdmin(app);
  const save = async (typed: string) => sendAs(app, admin, '/admin/dates/drills.data', { code: typed });
  expect(await save('7KQM-X2BD')).toMatchObject({
    status: 422,
    text: expect.stringContaining('This code is not from a backup'),
  });
  expect(await save(codeIn(out))).toMatchObject({ status: 200 });
  expect(await save(codeIn(out))).toMatchObject({ status: 422, text: expect.stringContaining('already been used') });
  const page = await (await app.get('/admin/dates', { headers: { cookie: admin.cookie } })).text();
  expect(page.replaceAll('<!-- -->', '')).toMatch(/Last practised on [^<]* by Ada Admin, in 1 min\./);
});

test(
  'a damaged backup, one without a configuration that can be read, and no backup end without a code',
  { tags: 'long' },
  async () => {
    await backUp();
    await appendFile(join(folder, 'backup/tables/events.ndjson'), '\n');
    expect(await drill()).toMatchObject({
      out: '',
      err: expect.stringContaining('tables/events.ndjson is not as it was when the backup was taken'),
      code: 1,
    });
    await backUp('other');
    await writeFile(join(folder, 'other/club.config.ts'), 'export default {\n  club: {}\n  chat: {},\n};\n');
    expect(await drill('other')).toMatchObject({ out: '', err: expect.stringContaining('line 3'), code: 1 });
    expect(await drill('none')).toMatchObject({ out: '', err: expect.stringMatching(/^There is no folder /), code: 1 });
    expect(await readdir(temporary)).toEqual([]);
  },
);

test('what cannot be practised with is said before anything is restored', { tags: 'long' }, async () => {
  await backUp();
  const manifest = join(folder, 'backup/manifest.json');
  const whole = await readFile(manifest, 'utf8');
  const changed = async (change: (text: string) => string) => {
    await writeFile(manifest, change(whole));
    return drill();
  };
  const large = await changed((text) => text.replace(/("files": \{\s*"count": \d+,\s*"bytes": )\d+/, '$1 9e14'));
  expect(large).toMatchObject({
    out: '',
    err: expect.stringMatching(/^There is no room to practise: .* TMPDIR/m),
    code: 1,
  });
  const newer = await changed((text) => text.replace(/"version": "[^"]+"/, '"version": "99.0.0"'));
  expect(newer).toMatchObject({ out: '', err: expect.stringContaining('newer version of Clubroom (99.0.0)'), code: 1 });
  await writeFile(manifest, whole);
  const nowhere = await drill('backup', { TMPDIR: '/nowhere' });
  expect(nowhere).toMatchObject({ out: '', err: expect.stringContaining('/nowhere, cannot be used: ENOENT'), code: 1 });
  expect(await club(['drill'], ELSEWHERE)).toMatchObject({
    out: '',
    err: expect.stringContaining('BACKUP is missing.'),
  });
  expect(await readdir(temporary)).toEqual([]);
});

test('a drill that is stopped leaves nothing', { tags: 'long' }, async () => {
  await backUp();
  const child = start(['drill', join(folder, 'backup')], { ...ELSEWHERE, TMPDIR: temporary });
  const [out, err, closed] = [text(child.stdout), text(child.stderr), once(child, 'close')];
  await expect.poll(() => readdir(temporary), { interval: 5, timeout: 30_000 }).toHaveLength(1);
  child.kill('SIGTERM');
  expect([await out, (await closed)[0]]).toEqual(['', 1]);
  expect(await err).toMatch(/The drill was stopped, and nothing is left of it\.\n$/);
  expect(await readdir(temporary)).toEqual([]);
});
