import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isNewer } from '../app/db/data-version.ts';
import { migrations } from '../app/db/migrations/all.ts';
import { readReleases } from '../scripts/accessibility.mjs';
import { OWN_VERSION } from './update-homes.ts';

const KEPT = join(import.meta.dirname, 'versions');
const MOST_KB = 200;

/** The first two numbers: versions that share them start on each other's data. */
const lineOf = (version: string) => version.split('.').slice(0, 2).join('.');
const kept = readdirSync(KEPT, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

test('every migration belongs to a version: one more needs a new first or second number', () => {
  const same = kept.filter((name) => lineOf(name) === lineOf(OWN_VERSION));
  for (const name of same) {
    const statements = gunzipSync(readFileSync(join(KEPT, name, 'postgres.sql.gz'))).toString();
    const ran = [...statements.matchAll(/^INSERT INTO public\.migrations VALUES \('([^']+)'/gm)].map(([, one]) => one);
    expect([name, new Set(ran)]).toEqual([name, new Set(Object.keys(migrations))]);
  }
});

test('what is kept of versions is small, and of none that is still to come', () => {
  for (const name of kept) {
    for (const file of ['data.tar.gz', 'export.json', 'postgres.sql.gz'])
      expect(readFileSync(join(KEPT, name, file)).length / 1024).toBeLessThan(MOST_KB);
    // Those of before versions had numbers are named by their commit.
    expect([name, name.includes('.') && isNewer(name)]).toEqual([name, false]);
  }
});

test('the releases of CHANGELOG.md fall in order from this one', () => {
  const releases = readReleases();
  expect(releases[0]).toBe(OWN_VERSION);
  expect(releases).toEqual(releases.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })));
});
