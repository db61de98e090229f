import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { food } from '../app/domain/food.ts';
import { removeRecords } from '../app/domain/record-changes/remove.ts';
import { addRecord } from '../app/domain/record-changes/save.ts';
import { admin } from '../test/actors.ts';
import { freshDatabase } from '../test/databases.ts';

const site = freshDatabase();
const DAY_MS = 86_400_000;

test('each line of the trash says how many days are left', async () => {
  for (const name of ['Tea', 'Cake']) {
    const { key } = await addRecord(site.db, admin, food, { name, section: 'Drink', price: 1 });
    await removeRecords(site.db, admin, food, [key]);
  }
  const removedAt = Date.now() - 11.5 * DAY_MS;
  await site.db.write(({ query }) =>
    query.updateTable('trash').set({ removed_at: removedAt }).where('title', '=', 'Cake').execute(),
  );
  const env = { ...process.env, DATA_DIR: site.dataDir };
  const { stdout } = spawnSync(process.execPath, ['cli/club.ts', 'trash'], { encoding: 'utf8', env });
  const lines = stdout.trimEnd().split('\n').toSorted();
  expect(lines.map((line) => /\([^)]*left\)$/.exec(line)?.[0] ?? line).toSorted()).toEqual([
    '(19 days left)',
    '(30 days left)',
  ]);
});
