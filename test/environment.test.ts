import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings, SETTING_NAMES } from '../app/config/settings.server.ts';

test('tests run in a locale, a zone and a home folder of their own', () => {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect([locale, timeZone]).toEqual(['de-DE', 'Pacific/Auckland']);
  expect(homedir().startsWith(tmpdir())).toBe(true);
});

test('no setting of the shell or of .env reaches them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clubroom-env-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, '.env'), SETTING_NAMES.map((name) => `${name}=of another club\n`).join(''));
  const settings = readSettings(process.env, folder);
  expect(settings).toEqual({
    ...readSettings({}, tmpdir()),
    configFile: settings.configFile,
    dataDir: settings.dataDir,
  });
  expect(settings.dataDir.startsWith(tmpdir())).toBe(true);
});

test('what else a shell holds stays outside, and what steers the runners comes along', () => {
  const { PATH } = process.env;
  const shell = {
    PATH,
    TMPDIR: tmpdir(),
    HOME: '/home/ada',
    TZ: 'Asia/Kolkata',
    LANG: 'tr_TR.UTF-8',
    LC_ALL: 'tr_TR.UTF-8',
    DATABASE_URL: 'postgres://club',
    PGHOST: 'db',
    AWS_PROFILE: 'club',
    GIT_DIR: '/x',
    NODE_ENV: 'development',
    FONTCONFIG_PATH: '/etc/fonts',
    XDG_CACHE_HOME: '/x',
    npm_config_omit: 'dev',
    CLUBROOM_RETRIES: '1',
  };
  const code = `await (await import('./test/environment.ts')).enterTestEnvironment(); console.log(JSON.stringify(process.env))`;
  const inside: Record<string, string> = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { env: shell, encoding: 'utf8' }),
  );
  const { CLUBROOM_TEST_FOLDER: folder = '/', ...rest } = inside;
  expect(
    Object.keys(rest)
      .filter((name) => !SETTING_NAMES.includes(name) && name !== 'CHROMIUM_PATH')
      .toSorted(),
  ).toEqual([
    ...['CLUBROOM_RETRIES', 'FONTCONFIG_FILE', 'HOME', 'LANG', 'NODE_COMPILE_CACHE', 'NODE_ENV', 'PATH', 'TMPDIR'],
    'TZ',
  ]);
  expect(rest.NODE_ENV).toBe('production');
  expect(rest).toMatchObject({ DATABASE_URL: '', LANG: 'de_DE.UTF-8', TZ: 'Pacific/Auckland', TMPDIR: folder });
  expect([rest.HOME, rest.DATA_DIR, rest.FONTCONFIG_FILE].every((path) => path?.startsWith(folder))).toBe(true);
});
