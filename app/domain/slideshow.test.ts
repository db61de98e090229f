import { describe, expect, test } from 'vitest';
import { admin, member } from '../../test/actors.ts';
import { databases, freshDatabase } from '../../test/databases.ts';
import { seedFile } from '../../test/seed-file.ts';
import { listActivity } from './activity.ts';
import { NotAllowed, Rejected, Stale } from './errors.ts';
import { updateRecord } from './record-changes/save.ts';
import { SLIDESHOW_KEY, findSlideshow, slideshow } from './slideshow.ts';
import type { Change } from './topics.ts';
import { findFile } from './files/stored-file.ts';

describe.each(databases)('the slideshow on %s', (_, open) => {
  const site = freshDatabase(open);

  test('is replaced in the given order; what is in it no more is erased; told and noted', async () => {
    const { db } = site;
    const [one, two, three] = [await seedFile(db), await seedFile(db), await seedFile(db)];
    const told: Change[] = [];
    db.onCommit((changes) => {
      told.push(...changes);
    });
    expect(
      await updateRecord(db, admin, slideshow, { key: SLIDESHOW_KEY, version: 0, input: { files: [two, one] } }),
    ).toEqual({
      version: 1,
    });
    expect((await findSlideshow(db)).files).toEqual([two, one]);
    expect(
      await updateRecord(db, admin, slideshow, { key: SLIDESHOW_KEY, version: 1, input: { files: [three, two] } }),
    ).toEqual({
      version: 2,
    });
    expect((await findSlideshow(db)).files).toEqual([three, two]);
    expect(await findFile(db, one.guid)).toBeUndefined();
    expect(await db.query.selectFrom('file_deletions').select('path').execute()).toEqual([{ path: one.path }]);
    expect(told).toEqual([1, 2].map(() => ({ topic: 'files', key: SLIDESHOW_KEY })));
    expect(await listActivity(db, admin, 5)).toMatchObject([1, 2].map(() => ({ verb: 'updated', topic: 'files' })));
  });

  test('a slide on another host stays as it was imported; nothing but uploads is added', async () => {
    const { db } = site;
    const imported = { name: '', url: 'https://pictures.example.org/1.jpg', credit: 'Ada' };
    const value = JSON.stringify([imported]);
    await db.write(({ query }) =>
      query.insertInto('files_settings').values({ key: SLIDESHOW_KEY, value, version: 4, updated_at: 0 }).execute(),
    );
    const slide = await seedFile(db);
    await updateRecord(db, admin, slideshow, {
      key: SLIDESHOW_KEY,
      version: 4,
      input: { files: [slide, { ...imported, credit: 'Max' }] },
    });
    expect((await findSlideshow(db)).files).toEqual([slide, imported]);
    const document = await seedFile(db, 'minutes.pdf');
    for (const file of [
      { name: 'x.jpg', url: 'https://elsewhere.example.org/x.jpg' },
      { name: 'x.jpg', url: 'javascript:alert(1)' },
      { name: 'x.jpg', url: '/files/2026/1/1/0f8fad5b-d9cb-469f-a165-70867728950e/x.jpg' },
      document,
    ]) {
      const saving = updateRecord(db, admin, slideshow, { key: SLIDESHOW_KEY, version: 5, input: { files: [file] } });
      await expect(saving).rejects.toThrow(Rejected);
    }
    expect((await findSlideshow(db)).files).toEqual([slide, imported]);
  });

  test('a save over another one is told what is there now, and changes nothing', async () => {
    const { db } = site;
    const [mine, theirs] = [await seedFile(db), await seedFile(db)];
    const saves = [theirs, mine].map((file) =>
      updateRecord(db, admin, slideshow, { key: SLIDESHOW_KEY, version: 0, input: { files: [file] } }),
    );
    const results = await Promise.allSettled(saves);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toBeInstanceOf(Stale);
    expect(refused?.reason.current).toEqual(await findSlideshow(db));
    expect((await findSlideshow(db)).files).toHaveLength(1);
  });

  test.each([
    ['no list', { files: 'none' }],
    ['an unknown key', { files: [], more: 1 }],
    ['too many', { files: Array.from({ length: 201 }, () => ({ name: 'a', url: '/files/a' })) }],
    ['nothing', null],
  ])('%s is refused', async (_kind, input) => {
    await expect(updateRecord(site.db, admin, slideshow, { key: SLIDESHOW_KEY, version: 0, input })).rejects.toThrow(
      Rejected,
    );
    expect(await findSlideshow(site.db)).toEqual({ key: SLIDESHOW_KEY, files: [], version: 0 });
  });

  test('only admins replace it', async () => {
    for (const actor of [null, member]) {
      const saving = updateRecord(site.db, actor, slideshow, { key: SLIDESHOW_KEY, version: 0, input: { files: [] } });
      await expect(saving).rejects.toThrow(NotAllowed);
    }
  });
});
