import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startApp } from '../app.ts';
import { postgresDatabase } from '../databases.ts';
import { listMigrations } from '../../app/db/data-version.ts';
import { currentName, migrations } from '../../app/db/migrations/all.ts';
import { ownFolder } from '../update-homes.ts';
import { dump } from '../transfers.ts';

/** Data that earlier versions have made, each in a folder of its name (test/versions/keep.mjs). */
const KEPT = join(import.meta.dirname, '../versions');
const versions = readdirSync(KEPT, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

const SECRET = 'a secret of thirty-two characters';

const PLACES: [string, (version: string) => Promise<NodeJS.ProcessEnv>][] = [
  ['SQLite', unpack],
  [
    'Postgres',
    async (version) => {
      const database = await postgresDatabase();
      onTestFinished(() => database.close());
      const client = new pg.Client({ connectionString: database.databaseUrl });
      await client.connect();
      await client.query('drop schema public cascade; create schema public');
      await client.query(gunzipSync(readFileSync(join(KEPT, version, 'postgres.sql.gz'))).toString());
      await client.end();
      return { ...(await unpack(version)), DATABASE_URL: database.databaseUrl, SESSION_SECRET: SECRET };
    },
  ],
];

async function unpack(version: string): Promise<NodeJS.ProcessEnv> {
  const DATA_DIR = await ownFolder();
  execFileSync('tar', ['-xzf', join(KEPT, version, 'data.tar.gz'), '-C', DATA_DIR]);
  return { DATA_DIR };
}

const recordsSchema = z.record(z.string(), z.unknown());

/** What is in `before` and not, or not so, in `after`: paths. */
function missing(before: unknown, after: unknown, path = ''): string[] {
  const [one, other] = [recordsSchema.safeParse(before), recordsSchema.safeParse(after)];
  if (!one.success || Array.isArray(before)) return JSON.stringify(before) === JSON.stringify(after) ? [] : [path];
  if (!other.success) return [path];
  return Object.entries(one.data).flatMap(([key, value]) => missing(value, other.data[key], `${path}/${key}`));
}

describe.each(versions)('data that %s has made', (version) => {
  test.each(PLACES)('is brought to this version with nothing lost, on %s', async (_, place) => {
    const env = await place(version);
    const app = await startApp({ env });
    onTestFinished(app.close);
    const ran = (await app.site.db.snapshot(listMigrations)).map(currentName);
    expect(ran.toSorted()).toEqual(Object.keys(migrations));
    const before: unknown = JSON.parse(readFileSync(join(KEPT, version, 'export.json'), 'utf8'));
    const after: unknown = JSON.parse(await dump(app.site.db));
    expect(missing(before, after)).toEqual([]);
    expect(Object.keys(recordsSchema.parse(before)).length).toBeGreaterThan(5);
    for (const path of ['/home', '/events', '/team', '/links'])
      expect([path, (await app.get(path)).status]).toEqual([path, 200]);
    const isMigrated = Object.keys(migrations).length > countIn(version);
    expect(existsSync(join(env.DATA_DIR ?? '', 'before-updates'))).toBe(isMigrated);
  });
});

/** How many migrations that version had. */
function countIn(version: string): number {
  const statements = gunzipSync(readFileSync(join(KEPT, version, 'postgres.sql.gz'))).toString();
  return [...statements.matchAll(/^INSERT INTO public\.migrations /gm)].length;
}
