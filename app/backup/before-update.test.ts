import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/databases.ts';
import { makeOlder } from '../../test/older-data.ts';
import { keepBeforeUpdate } from './before-update.ts';

const site = freshDatabase();

test('without room for the copy the start is refused with its figures', async () => {
  await makeOlder(site.db);
  const place = { dataDir: site.dataDir, source: undefined, freeIn: async () => 10_240 };
  const keeping = keepBeforeUpdate(site.db, { age: 'older', version: undefined }, place);
  await expect(keeping).rejects.toThrow(
    /^There is no room for a copy of the data from before this update: it takes about \d+ MB, and 1 MB are free in .*before-updates\. Nothing was changed: make room, and start again\.$/,
  );
  expect(await readdir(join(site.dataDir, 'before-updates'))).toEqual([]);
});
