import { beforeEach, describe, expect, test } from 'vitest';
import { admin, member } from '../../test/actors.ts';
import { databases, freshDatabase } from '../../test/databases.ts';
import { seedFile } from '../../test/seed-file.ts';
import { listActivity } from './activity.ts';
import { NotAllowed, NotFound, Rejected, Stale } from './errors.ts';
import { execs, listExecs, viewExecCards, viewExecYears } from './execs.ts';
import { removeRecords } from './record-changes/remove.ts';
import { addRecord, updateRecord } from './record-changes/save.ts';
import type { Change } from './topics.ts';

const GRACE = { name: 'Grace', title: 'Treasurer', description: 'Counts.', isCurrentExec: true, image: null };

describe.each(databases)('executives on %s', (_, open) => {
  const site = freshDatabase(open);
  let told: Change[];
  beforeEach(async () => {
    told = [];
    site.db.onCommit((changes) => {
      told.push(...changes);
    });
  });

  const storedGuids = async () =>
    (await site.db.query.selectFrom('files').select('guid').execute()).map((row) => row.guid);
  const queue = () => site.db.query.selectFrom('file_deletions').select('path').execute();

  test('an added executive is listed, told and noted', async () => {
    const { key } = await addRecord(site.db, admin, execs, { ...GRACE, name: '  Grace ' });
    expect(await listExecs(site.db, true)).toMatchObject([{ ...GRACE, key, version: 0 }]);
    expect(told).toEqual([{ topic: 'exec', key }]);
    const [line] = await listActivity(site.db, admin, 10);
    expect(line).toMatchObject({ who: 'Ada', verb: 'added', topic: 'exec', recordKey: key, title: 'Grace' });
  });

  test('unticking the flag moves someone to the previous executives', async () => {
    const { key } = await addRecord(site.db, admin, execs, GRACE);
    const { version } = await updateRecord(site.db, admin, execs, {
      key,
      version: 0,
      input: { ...GRACE, isCurrentExec: false },
    });
    expect(version).toBe(1);
    expect(await listExecs(site.db, true)).toEqual([]);
    expect((await listExecs(site.db, false)).map(({ name }) => name)).toEqual(['Grace']);
  });

  test('the path of a new image comes from the list of stored files, whatever the form says', async () => {
    const file = await seedFile(site.db);
    const image = { ...file, path: '../../secret', url: 'https://elsewhere.example.com/x.jpg', name: 'other.jpg' };
    const { key } = await addRecord(site.db, admin, execs, { ...GRACE, image });
    const [exec] = await listExecs(site.db, true);
    expect(exec?.image).toEqual(file);
    expect(key).toBe(exec?.key);
  });

  test.each([
    ['no upload', { name: 'x.jpg', url: '/files/2026/1/1/0f0e0d0c-0b0a-4908-8706-050403020100/x.jpg' }],
    ['on another host', { name: 'x.jpg', url: 'https://elsewhere.example.com/x.jpg' }],
    ['a script', { name: 'x', url: 'javascript:alert(1)' }],
  ])('a file that is %s is refused', async (_what, image) => {
    const saving = addRecord(site.db, admin, execs, { ...GRACE, image });
    await expect(saving).rejects.toThrow(Rejected);
    await expect(saving).rejects.toHaveProperty('fields.image', expect.stringContaining(image.name));
    expect(await listExecs(site.db, true)).toEqual([]);
  });

  test('a document is no portrait', async () => {
    const image = await seedFile(site.db, 'charter.pdf');
    await expect(addRecord(site.db, admin, execs, { ...GRACE, image })).rejects.toHaveProperty('fields.image');
  });

  test('an image on another host that an import brought stays, with whatever else it said', async () => {
    const image = { name: 'g.jpg', url: 'https://files.example.com/g.jpg', rotated: true };
    const row = {
      key: 'imported',
      name: 'Grace',
      title: 'Treasurer',
      description: null,
      is_current: 1,
      extra: '{"x":1}',
    };
    const versioned = { ...row, image: JSON.stringify(image), version: 4, updated_at: 0 };
    await site.db.write((tx) => tx.query.insertInto('execs').values(versioned).execute());
    await updateRecord(site.db, admin, execs, { key: 'imported', version: 4, input: { ...GRACE, image } });
    const stored = await site.db.query.selectFrom('execs').select(['image', 'extra']).executeTakeFirstOrThrow();
    expect([JSON.parse(stored.image ?? ''), stored.extra]).toEqual([image, '{"x":1}']);
  });

  test('an image that is replaced is listed no more and queued for erasing; an unchanged one is not', async () => {
    const [first, second] = [await seedFile(site.db), await seedFile(site.db)];
    const { key } = await addRecord(site.db, admin, execs, { ...GRACE, image: first });
    await updateRecord(site.db, admin, execs, { key, version: 0, input: { ...GRACE, name: 'G.', image: first } });
    expect(await queue()).toEqual([]);
    await updateRecord(site.db, admin, execs, { key, version: 1, input: { ...GRACE, image: second } });
    expect(await storedGuids()).toEqual([second.guid]);
    expect(await queue()).toEqual([{ path: first.path }]);
  });

  test('an image that someone else’s record names too stays', async () => {
    const image = await seedFile(site.db);
    const { key } = await addRecord(site.db, admin, execs, { ...GRACE, image });
    await addRecord(site.db, admin, execs, { ...GRACE, name: 'Twin', image });
    await updateRecord(site.db, admin, execs, { key, version: 0, input: GRACE });
    expect(await storedGuids()).toEqual([image.guid]);
    expect(await queue()).toEqual([]);
  });

  test('a save over another save is refused with the record as it is now', async () => {
    const { key } = await addRecord(site.db, admin, execs, GRACE);
    await updateRecord(site.db, admin, execs, { key, version: 0, input: { ...GRACE, description: 'First.' } });
    const second = updateRecord(site.db, admin, execs, {
      key,
      version: 0,
      input: { ...GRACE, description: 'Second.' },
    });
    await expect(second).rejects.toThrow(Stale);
    await expect(second).rejects.toHaveProperty(
      'current',
      expect.objectContaining({ description: 'First.', version: 1 }),
    );
    expect((await listExecs(site.db, true))[0]?.description).toBe('First.');
  });

  test('of two saves at the same moment one is refused', async () => {
    const { key } = await addRecord(site.db, admin, execs, GRACE);
    const save = (description: string) =>
      updateRecord(site.db, admin, execs, { key, version: 0, input: { ...GRACE, description } });
    const results = await Promise.allSettled([save('One.'), save('Two.')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await listExecs(site.db, true))[0]?.version).toBe(1);
  });

  test.each([
    ['a missing name', { ...GRACE, name: ' ' }, 'name'],
    ['a name that is too long', { ...GRACE, name: 'x'.repeat(201) }, 'name'],
    ['a name of the wrong type', { ...GRACE, name: 7 }, 'name'],
    ['an unknown title', { ...GRACE, title: 'Emperor' }, 'title'],
    ['a description that is too long', { ...GRACE, description: 'x'.repeat(5001) }, 'description'],
    ['a text for a flag', { ...GRACE, isCurrentExec: 'yes' }, 'isCurrentExec'],
    ['a text for a file', { ...GRACE, image: 'x.jpg' }, 'image'],
    ['an unknown key', { ...GRACE, admin: true }, ''],
    ['nothing', undefined, ''],
  ])('%s is refused at its field, and nothing is stored', async (_what, input, field) => {
    const saving = addRecord(site.db, admin, execs, input);
    await expect(saving).rejects.toThrow(Rejected);
    await expect(saving).rejects.toHaveProperty('fields', expect.objectContaining({ [field]: expect.any(String) }));
    expect(await listExecs(site.db, true)).toEqual([]);
    expect(told).toEqual([]);
  });

  test('only admins write', async () => {
    const { key } = await addRecord(site.db, admin, execs, GRACE);
    for (const actor of [null, member]) {
      await expect(addRecord(site.db, actor, execs, GRACE)).rejects.toThrow(NotAllowed);
      await expect(updateRecord(site.db, actor, execs, { key, version: 0, input: GRACE })).rejects.toThrow(NotAllowed);
      await expect(removeRecords(site.db, actor, execs, [key])).rejects.toThrow(NotAllowed);
      await expect(listActivity(site.db, actor, 1)).rejects.toThrow(NotAllowed);
    }
    expect(await listExecs(site.db, true)).toHaveLength(1);
  });

  test('what has been removed cannot be saved', async () => {
    const { key } = await addRecord(site.db, admin, execs, GRACE);
    await removeRecords(site.db, admin, execs, [key]);
    await expect(updateRecord(site.db, admin, execs, { key, version: 0, input: GRACE })).rejects.toThrow(NotFound);
  });

  test('an executive without a name is called something', async () => {
    await site.db.write(({ query }) =>
      query.insertInto('execs').values({ key: 'a', version: 1, updated_at: 0 }).execute(),
    );
    const cards = await viewExecCards(site.db, await listExecs(site.db, true));
    expect(cards).toMatchObject([{ name: 'Unnamed', title: 'Executive' }]);
  });

  test('an end before the beginning is refused, and what is no month', async () => {
    const term = (since: unknown, until: unknown) => addRecord(site.db, admin, execs, { ...GRACE, since, until });
    await expect(term('2026-04', '2025-09')).rejects.toMatchObject({ fields: { until: expect.any(String) } });
    for (const wrong of ['2026', '2026-13', 'April', 7]) {
      await expect(term(wrong, '')).rejects.toMatchObject({ fields: { since: expect.any(String) } });
    }
    await term('2025-09', '2026-04');
    expect(await listExecs(site.db, true)).toMatchObject([{ since: '2025-09', until: '2026-04' }]);
  });

  test('previous executives stand under the academic year that holds their end', async () => {
    const years = async (startsIn?: number) => {
      const found = await viewExecYears(site.db, await listExecs(site.db, false), startsIn);
      return found.map(({ name, execs: cards }) => [name, ...cards.map((card) => card.name).toSorted()]);
    };
    const add = (name: string, until: string) =>
      addRecord(site.db, admin, execs, { ...GRACE, name, until, isCurrentExec: false });
    await add('Old', '');
    expect(await years()).toEqual([]);
    await add('Spring', '2026-04');
    await add('August', '2025-08');
    await add('September', '2025-09');
    expect(await years()).toEqual([
      ['2025–2026', 'September', 'Spring'],
      ['2024–2025', 'August'],
      ['Earlier', 'Old'],
    ]);
    expect(await years(4)).toEqual([
      ['2026–2027', 'Spring'],
      ['2025–2026', 'August', 'September'],
      ['Earlier', 'Old'],
    ]);
  });
});
