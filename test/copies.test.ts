import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startApp } from './app.ts';
import { postgresDatabase } from './databases.ts';
import { openStream } from './event-stream.ts';
import { plantAdmin } from './people.ts';
import { startProcess } from './process.ts';

test('copies of the site on one Postgres tell their streams and caches what the others committed', async () => {
  const database = await postgresDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'clubroom-copy-'));
  const env = {
    DATABASE_URL: database.databaseUrl ?? '',
    SESSION_SECRET: 'a secret shared by all copies of it',
    CLUB_EMPTY: '1',
  };
  const one = await startApp({ env });
  const other = await startProcess({ ...env, DATA_DIR: dataDir });
  try {
    const empty = await fetch(`${other.url}/api/food`);
    expect(await empty.json()).toEqual([]);
    const admin = await plantAdmin(one);
    const stream = await openStream({ ...one, get: (path, init) => fetch(other.url + path, init) }, admin.cookie);
    await one.site.db.write(async ({ query, changed }) => {
      const item = { key: 'tea', name: 'Tea', section: 'Drink', price: 1, extra: null, version: 0, updated_at: 0 };
      await query.insertInto('food').values(item).execute();
      changed('food', 'tea');
    });
    expect(await stream.next()).toEqual({ event: 'change', data: { topic: 'food', key: 'tea' } });
    expect(await (await fetch(`${other.url}/api/food`)).json()).toMatchObject([{ $key: 'tea' }]);
    await stream.close();
  } finally {
    other.process.kill('SIGTERM');
    await once(other.process, 'exit');
    await one.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
