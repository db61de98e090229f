import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { databases, type TestDatabase } from '../../test/databases.ts';
import { listTables, readDataVersion } from '../db/data-version.ts';
import { openStorage } from '../storage/open-storage.server.ts';
import { differingRows } from './differing-rows.ts';
import { goBack, type Back } from './go-back.ts';
import { copyBefore } from './take-backup.ts';

describe.each(databases)('an update that was undone, on %s', (_, open) => {
  let site: TestDatabase;
  let folder: string;
  let copy: string;
  beforeEach(async () => {
    site = await open();
    folder = await mkdtemp(join(site.dataDir, 'copies-'));
    copy = join(folder, 'before');
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await add('Before');
    await copyBefore(site.db, undefined, copy);
    await add('After');
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(folder, { recursive: true, force: true });
    await site.close();
  });

  const add = (title: string) =>
    site.db.write(({ query }) => sql`insert into events (key, title) values (${title}, ${title})`.execute(query));
  const titles = async () =>
    (await site.db.query.selectFrom('events').select('title').orderBy('title').execute()).map(({ title }) => title);
  const back = async (wanted: Partial<Back>) => {
    const storage = await openStorage({ storageUrl: undefined, dataDir: site.dataDir });
    const place = { dataDir: site.dataDir, storage, source: undefined };
    await goBack(site.db, { copy, evenIfSame: false, relations: [], ...wanted }, place);
  };
  const makeNewer = () =>
    site.db.write(async ({ query }) => {
      await sql`update app_state set value = '7.3.1' where name = 'version'`.execute(query);
      await sql`insert into migrations (name, ran_at) values ('999-later', 0)`.execute(query);
      await sql`create table novelties (key text primary key)`.execute(query);
    });
  const age = () => site.db.snapshot(async (at) => (await readDataVersion(at, site.db.dialect)).age);

  test('data of a newer version gives way to that of before, once; what it held is kept', async () => {
    await makeNewer();
    await back({ relations: ['novelties'] });
    expect([await age(), await titles()]).toEqual(['same', ['Before']]);
    expect(await site.db.snapshot((at) => listTables(at, site.db.dialect))).not.toContain('novelties');
    const [given = ''] = await readdir(join(site.dataDir, 'given-up'));
    expect(await differingRows(copy, join(site.dataDir, 'given-up', given))).toEqual({ events: 1 });
    await add('Later');
    await back({ evenIfSame: true });
    expect(await titles()).toEqual(['Before', 'Later']);
  });

  test('data that a newer version has left as it was stays, but where somebody goes back by hand', async () => {
    await site.db.write(({ query }) =>
      query.updateTable('app_state').set({ value: '7.3.1' }).where('name', '=', 'version').execute(),
    );
    await back({});
    expect([await age(), await titles()]).toEqual(['same', ['After', 'Before']]);
    await back({ evenIfSame: true });
    expect(await titles()).toEqual(['Before']);
  });
});
