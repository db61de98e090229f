import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { food, listFood } from '../app/domain/food.ts';
import { removeRecords } from '../app/domain/record-changes/remove.ts';
import { addRecord } from '../app/domain/record-changes/save.ts';
import type { Change } from '../app/domain/topics.ts';
import { listenForChanges } from '../app/live/changes-socket.ts';
import { admin } from '../test/actors.ts';
import { describeOnDatabases, freshDatabase } from '../test/databases.ts';

describeOnDatabases('npm run club -- trash', (open) => {
  const site = freshDatabase(open);

  async function club(...args: string[]) {
    const env = {
      ...process.env,
      DATA_DIR: site.dataDir,
      SESSION_SECRET: 'a secret of thirty-two characters',
      ...(site.databaseUrl && { DATABASE_URL: site.databaseUrl }),
    };
    const child = spawn(process.execPath, [join(import.meta.dirname, 'club.ts'), 'trash', ...args], { env });
    const code = new Promise<number | null>((resolve) => child.on('close', resolve));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { out, err, code: await code };
  }

  test('lists what was removed and brings it back, which a serving site is told', async () => {
    expect(await club()).toEqual({ out: 'The trash is empty.\n', err: '', code: 0 });
    const { key } = await addRecord(site.db, admin, food, { name: 'Tea \u001b[2J', section: 'Drink', price: 1 });
    await removeRecords(site.db, admin, food, [key]);
    const { out } = await club();
    expect(out).toMatch(/^\S{20} {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}food {3}Tea {2}\[2J {2}\(removed by Ada\)\n$/);

    const told: Change[] = [];
    const server = await listenForChanges(site.dataDir, (changes) => {
      told.push(...changes);
    });
    const trashKey = out.slice(0, 20);
    expect(await club('restore', trashKey)).toEqual({ out: 'Restored the food ‘Tea  [2J’.\n', err: '', code: 0 });
    // Postgres tells by itself, without the socket.
    expect(told).toEqual(site.databaseUrl ? [] : [{ topic: 'food', key }]);
    await server.close();
    expect(await listFood(site.db)).toHaveLength(1);

    const again = await club('restore', trashKey);
    expect(again).toEqual({ out: '', err: `There is nothing in the trash with the key ${trashKey}\n`, code: 1 });
  });

  test.each([
    [['restore'], 'KEY is missing.'],
    [['restore', 'a', 'b'], "'b' is one argument too many."],
    [['burn'], "'burn' is not a command of the trash: use restore KEY, or nothing to list it."],
  ])('%j is answered with how it is meant', async (args, message) => {
    const { err, code } = await club(...args);
    expect(err).toBe(`${message}\nUsage: npm run club -- trash [restore KEY]\n`);
    expect(code).toBe(2);
  });
});
