import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clubroom-setup-'));
  cpSync('scripts', join(folder, 'scripts'), { recursive: true });
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: {} }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Installs as npm start does, with this program in npm's place. */
function install(npm: string, version = process.versions.node) {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\ntouch "${join(folder, 'began')}"\n${npm}\n`);
  chmodSync(join(bin, 'npm'), 0o755);
  const code = `
    Object.defineProperty(process.versions, 'node', { value: '${version}' });
    const { ensureInstalled } = await import('./scripts/setup.mjs');
    await ensureInstalled();`;
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, env });
  return { status, said: stderr.toString() };
}

test('a Node that is too old is said before anything is installed', () => {
  const { status, said } = install('exit 0', '18.20.4');
  expect(said).toBe('clubroom: Clubroom needs Node 20 or newer, and this is 18.20.4.\n');
  expect(status).toBe(1);
  expect(existsSync(join(folder, 'began'))).toBe(false);
});

test('an npm that the system has ended for want of memory is told so', () => {
  const { status, said } = install('kill -9 $$');
  expect(said).toMatch(/^clubroom: npm ci was killed by the system, .*: it takes about 1 GB\. .*\n$/);
  expect(status).toBe(1);
});

test('an npm that fails has said why', () => {
  const { status, said } = install('echo no such package >&2; exit 3');
  expect(said).toBe(
    'no such package\nclubroom: npm ci ended with code 3: see its message above, then run the same command again.\n',
  );
  expect(status).toBe(1);
});

const LOCKED = {
  '': {},
  'node_modules/one': { integrity: 'sha512-one' },
  'node_modules/two': { integrity: 'sha512-two' },
};

test.each([
  ['what npm ci has installed by hand is not installed again', LOCKED, false],
  ['packages of another lock file are', { 'node_modules/one': { integrity: 'sha512-one' } }, true],
])('%s', (_, installed, isInstalling) => {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: LOCKED }));
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  expect(install('exit 0').status).toBe(0);
  expect(existsSync(join(folder, 'began'))).toBe(isInstalling);
});

test('a list of packages that was cut off by a full disk counts for nothing', () => {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: LOCKED }));
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{"packages":{"node_mod');
  expect(install('exit 0').status).toBe(0);
  expect(existsSync(join(folder, 'began'))).toBe(true);
});
