import { describe, expect, test } from 'vitest';
import { admin, member } from '../../test/actors.ts';
import { clubYears } from '../../test/club-years.ts';
import { databases, freshDatabase } from '../../test/databases.ts';
import { seedFile } from '../../test/seed-file.ts';
import { listActivity } from './activity.ts';
import { NotAllowed, NotFound, Rejected } from './errors.ts';
import { execs, listExecs } from './execs.ts';
import { removeRecords } from './record-changes/remove.ts';
import { addRecord, updateRecord } from './record-changes/save.ts';
import { newLink } from './sign-ups/links.ts';
import type { Change } from './topics.ts';
import { eraseDueFiles } from './uploads/erase-files.ts';
import { findFile } from './files/stored-file.ts';
import { bringBack, restoreFromTrash } from './bring-back.ts';
import { eraseOldTrash, listTrash, viewTrash, moveToTrash } from './trash.ts';
import { NO_MONEY } from '../transfer/collections/bill.ts';

const GRACE = { name: 'Grace', title: 'Treasurer', description: '', isCurrentExec: true };
const DAY_MS = 86_400_000;

const NOT_THERE = { checked_in: null, check_ins: null, asked_for: null, coming_for: null, ticket: null, ...NO_MONEY };

describe.each(databases)('the trash on %s', (_, open) => {
  const site = freshDatabase(open);

  async function removedExec() {
    const image = await seedFile(site.db);
    const { key } = await addRecord(site.db, admin, execs, { ...GRACE, image });
    await removeRecords(site.db, admin, execs, [key, 'gone already']);
    const [trashed] = await listTrash(site.db);
    if (!trashed) throw new Error('Nothing is in the trash');
    return { key, image, trashed };
  }

  test('a removed record is gone with its file, and listed in the trash', async () => {
    const { key, image, trashed } = await removedExec();
    expect(await listExecs(site.db, true)).toEqual([]);
    expect(await findFile(site.db, image.guid)).toBeUndefined();
    expect(trashed).toMatchObject({ topic: 'exec', recordKey: key, title: 'Grace', removedBy: 'Ada' });
    expect(await site.db.query.selectFrom('file_deletions').select('path').execute()).toEqual([]);
  });

  test('what is restored is as it was, with its file, and told', async () => {
    const { key, image, trashed } = await removedExec();
    const told: Change[] = [];
    site.db.onCommit((changes) => {
      told.push(...changes);
    });
    expect(await restoreFromTrash(site.db, trashed.key)).toEqual({ topic: 'exec', title: 'Grace' });
    expect(await listExecs(site.db, true)).toMatchObject([{ ...GRACE, image, key, version: 1 }]);
    expect(await findFile(site.db, image.guid)).toMatchObject({ path: image.path, width: 800 });
    expect(told).toEqual([{ topic: 'exec', key }]);
    expect(await listTrash(site.db)).toEqual([]);
    expect((await listActivity(site.db, admin, 1))[0]).toMatchObject({ verb: 'restored', title: 'Grace' });
  });

  test('the links of sign-ups that were removed with their event last as long as they can be brought back', async () => {
    const entry = { form_id: 'f', key: 'k', answers: '{}', state: 'going' as const, since: 1, created_at: 1 };
    await site.db.write(async (tx) => {
      await newLink(tx, 'f', 'k');
      await newLink(tx, 'f', 'another');
      await moveToTrash(tx, admin, {
        topic: 'event',
        recordKey: 'e',
        title: 'Talk',
        files: [],
        rows: { entries: [{ ...entry, email: 'sam@example.edu', ...NOT_THERE }] },
      });
    });
    const links = () => site.db.query.selectFrom('sign_up_links').select('entry_key').orderBy('entry_key').execute();
    expect(await links()).toHaveLength(2);
    await eraseOldTrash(site.db, clubYears, Date.now() + 31 * DAY_MS);
    expect(await links()).toEqual([{ entry_key: 'another' }]);
  });

  describe('a file that two records share', () => {
    async function twoWithOneImage() {
      const image = await seedFile(site.db);
      const add = async (name: string) => (await addRecord(site.db, admin, execs, { ...GRACE, name, image })).key;
      return { image, keys: [await add('Grace'), await add('Ada')] as const };
    }
    const restoreRecord = async (key: string) => {
      const trashed = (await listTrash(site.db)).find(({ recordKey }) => recordKey === key);
      await restoreFromTrash(site.db, trashed?.key ?? '');
    };
    const erased = async (now: number) => {
      const paths: string[] = [];
      const erase = async (path: string) => {
        paths.push(path);
      };
      await eraseDueFiles(site.db, erase, now);
      return paths;
    };

    test('comes back with either of them, removed at once or one after the other', async () => {
      for (const isAtOnce of [true, false]) {
        const { image, keys } = await twoWithOneImage();
        for (const removed of isAtOnce ? [keys] : keys.map((key) => [key])) {
          await removeRecords(site.db, admin, execs, [...removed]);
        }
        for (const key of keys) {
          await restoreRecord(key);
          expect(await findFile(site.db, image.guid)).toMatchObject({ path: image.path });
          await removeRecords(site.db, admin, execs, [key]);
        }
      }
    });

    test('is not erased while one of them can be brought back', async () => {
      const { image, keys } = await twoWithOneImage();
      await removeRecords(site.db, admin, execs, [keys[0]]);
      await updateRecord(site.db, admin, execs, { key: keys[1], version: 0, input: { ...GRACE, image: null } });
      expect(await erased(Date.now())).toEqual([]);
      await restoreRecord(keys[0]);
      expect(await findFile(site.db, image.guid)).toMatchObject({ path: image.path });
      await removeRecords(site.db, admin, execs, [keys[0]]);
      const later = Date.now() + 31 * DAY_MS;
      await eraseOldTrash(site.db, clubYears, later);
      expect(await erased(later)).toEqual([image.path]);
    });

    test('stays where the other one has it still', async () => {
      const { image, keys } = await twoWithOneImage();
      await removeRecords(site.db, admin, execs, [keys[0]]);
      const later = Date.now() + 31 * DAY_MS;
      await eraseOldTrash(site.db, clubYears, later);
      expect(await erased(later)).toEqual([]);
      expect(await findFile(site.db, image.guid)).toMatchObject({ path: image.path });
    });
  });

  test('an admin sees it with the end of its thirty days, and brings it back under their own name', async () => {
    const { key, trashed } = await removedExec();
    const { removals, total } = await viewTrash(site.db, admin, 1);
    expect({ removals, total }).toEqual({
      removals: [{ ...trashed, retainedUntil: trashed.removedAt + 30 * DAY_MS }],
      total: 1,
    });
    expect(await bringBack(site.db, admin, trashed.key)).toEqual({ topic: 'exec', title: 'Grace' });
    expect((await listExecs(site.db, true)).map((exec) => exec.key)).toEqual([key]);
    expect((await listActivity(site.db, admin, 1))[0]).toMatchObject({ verb: 'restored', who: 'Ada' });
    await expect(bringBack(site.db, admin, trashed.key)).rejects.toThrow(NotFound);
  });

  test('nobody else sees it or brings anything back', async () => {
    const { trashed } = await removedExec();
    for (const actor of [null, member]) {
      await expect(viewTrash(site.db, actor)).rejects.toThrow(NotAllowed);
      await expect(bringBack(site.db, actor, trashed.key)).rejects.toThrow(NotAllowed);
    }
    expect(await listTrash(site.db)).toHaveLength(1);
  });

  test('nothing is restored twice, over a new record, or under an unknown key', async () => {
    const { key, trashed } = await removedExec();
    await expect(restoreFromTrash(site.db, 'unknown')).rejects.toThrow(NotFound);
    const again = { key, name: 'New', title: null, description: null, is_current: 1, image: null, extra: null };
    await site.db.write((tx) =>
      tx.query
        .insertInto('execs')
        .values({ ...again, version: 0, updated_at: 0 })
        .execute(),
    );
    await expect(restoreFromTrash(site.db, trashed.key)).rejects.toThrow(Rejected);
    expect(await listTrash(site.db)).toHaveLength(1);
    await site.db.write((tx) => tx.query.deleteFrom('execs').where('key', '=', key).execute());
    await restoreFromTrash(site.db, trashed.key);
    await expect(restoreFromTrash(site.db, trashed.key)).rejects.toThrow(NotFound);
  });

  test('an event comes back with its form, labels and entries', async () => {
    const asksNobody = {
      asks_person: null,
      places: null,
      waitlist: null,
      opens: null,
      closes: null,
      remind_hours: null,
      confirms: null,
      audience: null,
      members_until: null,
      ask_again_hours: null,
      pass_on: null,
      draw: null,
      draw_secret: null,
      drawn_at: null,
      drawn: null,
      keep_until: null,
      released_at: null,
      price: null,
      member_price: null,
      how_to_pay: null,
      pay_within_days: null,
      give_up_unpaid: null,
    };
    const form = {
      id: 'abcdefghij',
      fields: '[]',
      calendar_sequence: 7,
      responses_days: 90,
      extra: null,
      version: 2,
      updated_at: 5,
      ...asksNobody,
    };
    const entries = Array.from({ length: 450 }, (_unused, at) => ({
      form_id: form.id,
      key: `entry-${at}`,
      answers: '{"q":"Naïve ‘yes’"}',
      created_at: 1_700_000_000_000 + at,
      state: null,
      email: null,
      since: null,
      ...NOT_THERE,
    }));
    const labels = [{ form_id: form.id, name: 'q', description: 'Why?' }];
    const rows = { forms: [form], entries, form_labels: labels };
    await site.db.write((tx) =>
      moveToTrash(tx, admin, { topic: 'event', recordKey: 'e', title: 'Talk', rows, files: [] }),
    );
    const [trashed] = await listTrash(site.db);
    await restoreFromTrash(site.db, trashed?.key ?? '');
    expect(await site.db.query.selectFrom('forms').selectAll().execute()).toEqual([{ ...form, version: 3 }]);
    expect(await site.db.query.selectFrom('form_labels').selectAll().execute()).toEqual(labels);
    const stored = await site.db.query.selectFrom('entries').selectAll().orderBy('created_at').execute();
    expect(stored).toEqual(entries);
  });

  test('after 30 days record and file are erased for good', async () => {
    const { image, trashed } = await removedExec();
    const { removedAt } = trashed;
    const erased: string[] = [];
    const erase = async (path: string) => {
      erased.push(path);
    };
    expect(await eraseOldTrash(site.db, clubYears, removedAt + 30 * DAY_MS)).toBe(0);
    await eraseDueFiles(site.db, erase, removedAt + 30 * DAY_MS);
    expect([erased, (await listTrash(site.db)).length]).toEqual([[], 1]);
    expect(await eraseOldTrash(site.db, clubYears, removedAt + 30 * DAY_MS + 1)).toBe(1);
    await eraseDueFiles(site.db, erase, removedAt + 30 * DAY_MS + 1);
    expect(erased).toEqual([image.path]);
    expect(await listTrash(site.db)).toEqual([]);
    await eraseDueFiles(site.db, erase, removedAt + 300 * DAY_MS);
    expect(erased).toEqual([image.path]);
  });

  test('what cannot be erased stays in the queue', async () => {
    const image = await seedFile(site.db);
    await site.db.write((tx) => tx.query.deleteFrom('files').where('guid', '=', image.guid).execute());
    await site.db.write((tx) =>
      tx.query.insertInto('file_deletions').values({ path: image.path, due_at: 0 }).execute(),
    );
    const failing = () => Promise.reject(new Error('The storage is gone'));
    await expect(eraseDueFiles(site.db, failing)).rejects.toThrow('The storage is gone');
    const erased: string[] = [];
    const later = Date.now() + DAY_MS;
    await eraseDueFiles(
      site.db,
      async (path) => {
        erased.push(path);
      },
      later,
    );
    expect(erased).toEqual([image.path]);
  });
});
