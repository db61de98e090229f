import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withoutChecksum } from '../scripts/lock-checksums.mjs';

const names = z.record(z.string(), z.string());
const { dependencies, devDependencies, optionalDependencies, allowScripts } = z
  .object({
    dependencies: names,
    devDependencies: names,
    optionalDependencies: names,
    allowScripts: z.record(z.string(), z.literal(true)),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const locked = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  link: z.boolean().optional(),
  os: z.union([z.string(), z.array(z.string())]).optional(),
});
const { packages } = z
  .object({ packages: z.record(z.string(), locked) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const installed = Object.entries(packages).filter(([path]) => path !== '');

test('every direct dependency is pinned to one version, the one in the lock file', () => {
  const direct = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(direct.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  expect(direct.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)).toEqual([]);
});

test('only packages that are named may run a script as they are installed', () => {
  const running = installed
    .filter(([, { hasInstallScript, os = 'linux' }]) => hasInstallScript && /linux|darwin/.test(String(os)))
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  const unnamed = running.filter((name) => !(name in allowScripts) && !/linux-(arm|ia32|ppc64)$/.test(name));
  expect(unnamed).toEqual([]);
  expect(Object.keys(allowScripts).filter((name) => !running.includes(name))).toEqual([]);
});

test('every package comes from the registry, and with its checksum, on whatever system it is installed', () => {
  expect(installed.filter(([, { resolved }]) => resolved && !resolved.startsWith('https://registry.'))).toEqual([]);
  expect(withoutChecksum(packages)).toEqual([]);
  const stubs = installed.filter(([, { integrity }]) => !integrity);
  expect(
    stubs.filter(([path, { dev, optional, os }]) => !dev || !optional || String(os) !== 'none' || existsSync(path)),
  ).toEqual([]);
});

describe('an entry of the lock file without a checksum', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clubroom-lock-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const wants = { name: 'club', version: '1.0.0', optionalDependencies: { 'nothing-of-the-kind': '1.0.0' } };

  function locked(entry?: object): string {
    const file = join(folder, 'package-lock.json');
    const found = { '': wants, ...(entry && { 'node_modules/nothing-of-the-kind': entry }) };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(wants));
    writeFileSync(file, JSON.stringify({ ...wants, lockfileVersion: 3, requires: true, packages: found }));
    return file;
  }

  test('is found, unless it is for no system', () => {
    const path = 'node_modules/nothing-of-the-kind';
    for (const os of [undefined, [], ['linux'], ['darwin']])
      expect(withoutChecksum({ [path]: { os } })).toEqual([path]);
    expect(withoutChecksum({ [path]: { os: ['none'] }, [`${path}-2`]: { integrity: 'sha512-…' } })).toEqual([]);
  });

  test('is added where the registry lacks a package, and npm installs nothing for it', () => {
    const file = locked();
    execFileSync(process.execPath, ['scripts/lock-stubs.mjs', file]);
    expect(readFileSync(file, 'utf8')).toContain('node_modules/nothing-of-the-kind');
    execFileSync('npm', ['ci', '--offline', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
    expect(existsSync(join(folder, 'node_modules/nothing-of-the-kind'))).toBe(false);
    execFileSync(process.execPath, ['scripts/lock-stubs.mjs', '--drop', file]);
    expect(readFileSync(file, 'utf8')).not.toContain('node_modules/nothing-of-the-kind');
  });
});
