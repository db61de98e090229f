import { describe, expect, test } from 'vitest';
import { admin, member } from '../../test/actors.ts';
import { databases, freshDatabase } from '../../test/databases.ts';
import { seedFile } from '../../test/seed-file.ts';
import { HTML_BLOW_UPS } from '../../test/property/blow-ups.ts';
import { listActivity } from './activity.ts';
import { dscCards, listDscCards, renderCardsAnew, viewDscCards } from './dsc.ts';
import { NotAllowed, NotFound, Rejected, Stale } from './errors.ts';
import { removeRecords } from './record-changes/remove.ts';
import { addRecord, updateRecord } from './record-changes/save.ts';
import { restoreFromTrash } from './bring-back.ts';
import { listTrash } from './trash.ts';
import { findFile } from './files/stored-file.ts';

const CIRCLES = { title: 'Circles', text: '<p>One book</p><script>x</script>', img: null, imgAlt: '', position: 2 };

describe.each(databases)('content cards on %s', (_, open) => {
  const site = freshDatabase(open);

  test('a card is kept as it was typed, shown harmlessly, and comes in the order of its position', async () => {
    const img = await seedFile(site.db);
    const { key } = await addRecord(site.db, admin, dscCards, { ...CIRCLES, img });
    await addRecord(site.db, admin, dscCards, { ...CIRCLES, title: 'Jams', position: -1 });
    const [first, second] = await viewDscCards(site.db);
    expect(first).toMatchObject({ title: 'Jams', image: null });
    expect(second).toMatchObject({ key, ...CIRCLES, img, version: 0, html: '<p>One book</p>' });
    expect(second?.image).toMatchObject({ src: img.url, width: 800 });
  });

  test('an update replaces the image, which is gone then; a stale one changes nothing', async () => {
    const { db } = site;
    const [before, after] = [await seedFile(db), await seedFile(db)];
    const { key } = await addRecord(db, admin, dscCards, { ...CIRCLES, img: before });
    const input = { ...CIRCLES, title: 'Study circles', img: after };
    expect(await updateRecord(db, admin, dscCards, { key, version: 0, input })).toEqual({ version: 1 });
    expect(await findFile(db, before.guid)).toBeUndefined();
    await expect(updateRecord(db, admin, dscCards, { key, version: 0, input: CIRCLES })).rejects.toThrow(Stale);
    expect(await listDscCards(db)).toMatchObject([{ title: 'Study circles', img: after, version: 1 }]);
    await expect(updateRecord(db, admin, dscCards, { key: 'none', version: 0, input })).rejects.toThrow(NotFound);
  });

  test('a removed card can be restored with its image', async () => {
    const { db } = site;
    const img = await seedFile(db);
    const { key } = await addRecord(db, admin, dscCards, { ...CIRCLES, img });
    await removeRecords(db, admin, dscCards, [key]);
    expect(await listDscCards(db)).toEqual([]);
    expect(await findFile(db, img.guid)).toBeUndefined();
    const [trashed] = await listTrash(db);
    await restoreFromTrash(db, trashed?.key ?? '');
    expect(await listDscCards(db)).toMatchObject([{ key, ...CIRCLES, img }]);
    expect(await findFile(db, img.guid)).toBeDefined();
    const verbs = (await listActivity(db, admin, 9)).map(({ verb }) => verb);
    expect(verbs).toEqual(['restored', 'removed', 'added']);
  });

  test.each([
    ['title', 'empty', '  '],
    ['title', 'too long', 'x'.repeat(201)],
    ['text', 'too long', 'x'.repeat(50_001)],
    ['text', 'too tangled', HTML_BLOW_UPS['blocks in many b, closed in the wrong order']],
    ['position', 'no whole number', 1.5],
    ['position', 'no number', '3'],
    ['position', 'too large', 1e12],
    ['imgAlt', 'no text', 7],
    ['img', 'no upload', { name: 'x.jpg', url: 'javascript:alert(1)' }],
  ])('%s: %s is said at its field', async (field, _kind, wrong) => {
    const adding = addRecord(site.db, admin, dscCards, { ...CIRCLES, [field]: wrong });
    await expect(adding).rejects.toThrow(Rejected);
    await expect(adding).rejects.toMatchObject({ fields: { [field]: expect.any(String) } });
    expect(await listDscCards(site.db)).toEqual([]);
  });

  test('a card that an older version saved is shown, harmlessly, and read once only', async () => {
    const { db } = site;
    const bad = Object.values(HTML_BLOW_UPS);
    for (const [at, text] of ['<p onclick="x()">Fine</p>', ...bad].entries()) {
      await addRecord(db, admin, dscCards, { ...CIRCLES, text: '', position: at });
      await db.write((tx) =>
        tx.query.updateTable('dsc').set({ text, html: null }).where('position', '=', at).execute(),
      );
    }
    const shown = await viewDscCards(db);
    expect(shown[0]?.html).toBe('<p>Fine</p>');
    expect(shown.map(({ text }) => text).slice(1)).toEqual(bad);
    await renderCardsAnew(db);
    const rows = await db.query.selectFrom('dsc').select('html').orderBy('position').execute();
    expect(rows.map(({ html }) => html)).toEqual(shown.map(({ html }) => html));
    await db.write((tx) => tx.query.updateTable('dsc').set({ html: '<p>As it was made</p>' }).execute());
    expect((await viewDscCards(db))[3]?.html).toBe('<p>As it was made</p>');
  });

  test('what another version made of a text, or of the text before, does not stay; pages are told', async () => {
    const { db } = site;
    const { key } = await addRecord(db, admin, dscCards, CIRCLES);
    await addRecord(db, admin, dscCards, { ...CIRCLES, position: 3 });
    const html = '<p>Before</p><script>x</script>';
    await db.write((tx) => tx.query.updateTable('dsc').set({ html }).where('key', '=', key).execute());
    const told: string[] = [];
    db.onCommit((changes) => {
      told.push(...changes.map((change) => `${change.topic} ${change.key}`));
    });
    await renderCardsAnew(db);
    expect((await viewDscCards(db)).map((card) => card.html)).toEqual(['<p>One book</p>', '<p>One book</p>']);
    expect(told).toEqual([`dsc ${key}`]);
  });

  test('only admins write', async () => {
    for (const actor of [null, member]) {
      await expect(addRecord(site.db, actor, dscCards, CIRCLES)).rejects.toThrow(NotAllowed);
      const update = { key: 'a', version: 0, input: CIRCLES };
      await expect(updateRecord(site.db, actor, dscCards, update)).rejects.toThrow(NotAllowed);
      await expect(removeRecords(site.db, actor, dscCards, ['a'])).rejects.toThrow(NotAllowed);
    }
  });
});
