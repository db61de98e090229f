import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

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

test('every package comes from the registry, and what is installed here with its checksum', () => {
  expect(installed.filter(([, { resolved }]) => resolved && !resolved.startsWith('https://registry.'))).toEqual([]);
  const unchecked = installed.filter(([path, { integrity, os }]) => !integrity && (!os || existsSync(path)));
  expect(unchecked.map(([path]) => path)).toEqual([]);
});
