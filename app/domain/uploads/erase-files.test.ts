import { describe, expect, test } from 'vitest';
import { admin, member } from '../../../test/actors.ts';
import type { Database } from '../../db/db.server.ts';
import type { Actor } from '../actor.ts';
import { committees } from '../committees/committee.ts';
import { eventSent } from '../../../test/event-inputs.ts';
import { club } from '../../../test/outbox.ts';
import { load } from '../../../test/transfers.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { insertEvents, eventRow } from '../../../test/event-rows.ts';
import { seedFile } from '../../../test/seed-file.ts';
import { dscCards } from '../dsc.ts';
import { openEventForEditing } from '../event-changes/editable-event.ts';
import { addEvent, updateEvent } from '../event-changes/save-event.ts';
import { NOTICE_KEY, valuesOfNotice } from '../notice/notice.ts';
import { saveNotice } from '../notice/save-notice.ts';
import { pages } from '../pages/page.ts';
import { changeText } from '../texts.ts';
import { execs } from '../execs.ts';
import { addRecord, updateRecord } from '../record-changes/save.ts';
import { SLIDESHOW_KEY, slideshow } from '../slideshow.ts';
import { removeRecords } from '../record-changes/remove.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { listTrash } from '../trash.ts';
import { findFile } from '../files/stored-file.ts';
import { eraseDueFiles, takeDownUnusedFiles } from './erase-files.ts';
import { StillUsed } from './check-upload.ts';
import { removeUpload } from './remove-upload.ts';
import { findShownFile } from './shown-file.ts';

const DAY_MS = 86_400_000;
const ZONE = club.clock.timeZone;
const NO_NOTICE = valuesOfNotice({ key: NOTICE_KEY, version: 0, text: '', url: '', from: null, until: null }, ZONE);

describe.each(databases)('erasing unused files on %s', (_, open) => {
  const site = freshDatabase(open);

  const stored = async () => (await site.db.query.selectFrom('files').select('guid').execute()).map(({ guid }) => guid);
  const exec = { name: 'Grace', title: 'Treasurer', description: '', isCurrentExec: true };

  test('what a record names stays, wherever it is named; the rest goes', async () => {
    const { db } = site;
    const files = await Promise.all(Array.from({ length: 8 }, () => seedFile(db)));
    const [portrait, card, slide, poster, picture, handout, one, other] = files;
    await addRecord(db, admin, execs, { ...exec, image: portrait });
    await addRecord(db, admin, dscCards, { title: 'Circles', text: '', img: card, imgAlt: '', position: 1 });
    await updateRecord(db, admin, slideshow, { key: SLIDESHOW_KEY, version: 0, input: { files: [slide] } });
    await insertEvents(
      db,
      eventRow('a', {
        image: JSON.stringify(poster),
        gallery: JSON.stringify([picture]),
        // An import may write a guid in capitals.
        resources: JSON.stringify([{ ...handout, url: handout?.url.toUpperCase().replace('/FILES/', '/files/') }]),
      }),
    );
    expect(await takeDownUnusedFiles(db)).toBe(2);
    const left = await stored();
    expect(left.toSorted()).toEqual(
      files
        .slice(0, 6)
        .flatMap(({ guid }) => guid)
        .toSorted(),
    );
    const erased: string[] = [];
    await eraseDueFiles(db, async (path) => {
      erased.push(path);
    });
    expect(erased.toSorted()).toEqual([one?.path ?? '', other?.path ?? ''].toSorted());
    expect(await takeDownUnusedFiles(db)).toBe(0);
  });

  test('what came within a day stays: its form may still be open', async () => {
    const { guid } = await seedFile(site.db);
    const uploaded = Date.UTC(2026, 2, 7);
    expect(await takeDownUnusedFiles(site.db, uploaded + DAY_MS - 1)).toBe(0);
    expect(await stored()).toEqual([guid]);
    expect(await takeDownUnusedFiles(site.db, uploaded + DAY_MS + 1)).toBe(1);
  });

  test('a file whose record was saved without it is erased', async () => {
    const image = await seedFile(site.db);
    const { key } = await addRecord(site.db, admin, execs, { ...exec, image });
    await updateRecord(site.db, admin, execs, { key, version: 0, input: { ...exec, image: null } });
    expect(await stored()).toEqual([]);
    const erased: string[] = [];
    await eraseDueFiles(site.db, async (path) => {
      erased.push(path);
    });
    expect(erased).toEqual([image.path]);
  });

  test('a folder that cannot be erased stays in the queue, and keeps no other from being erased', async () => {
    const images = await Promise.all(Array.from({ length: 3 }, () => seedFile(site.db)));
    expect(await takeDownUnusedFiles(site.db)).toBe(3);
    const erased: string[] = [];
    const erase = async (path: string) => {
      if (path === images[0]?.path) throw new Error('not allowed');
      erased.push(path);
    };
    const now = Date.now();
    await expect(eraseDueFiles(site.db, erase, now)).rejects.toThrow('not allowed');
    expect(erased.toSorted()).toEqual(
      images
        .slice(1)
        .flatMap(({ path }) => path)
        .toSorted(),
    );
    expect(await eraseDueFiles(site.db, async () => undefined, now)).toBe(1);
  });

  test('saving a file and taking it down at the same moment leaves no record without its file', async () => {
    const images = await Promise.all(Array.from({ length: 12 }, () => seedFile(site.db)));
    const saves = images.map((image) => addRecord(site.db, admin, execs, { ...exec, image }).catch(() => undefined));
    await Promise.all([takeDownUnusedFiles(site.db), ...saves, takeDownUnusedFiles(site.db)]);
    const left = await stored();
    const rows = await site.db.query.selectFrom('execs').select('image').execute();
    const named = rows.map(({ image }) => JSON.parse(image ?? '{}').guid);
    expect(named.filter((guid) => !left.includes(guid))).toEqual([]);
  });

  test('a record that a copy of the version before has saved keeps its file', async () => {
    const [image, late] = [await seedFile(site.db), await seedFile(site.db)];
    const row = { name: 'Grace', title: null, description: null, is_current: 1, extra: null, version: 0 };
    await site.db.write(({ query }) =>
      query
        .insertInto('execs')
        .values({ ...row, key: 'a', image: JSON.stringify(image), updated_at: Date.now() })
        .execute(),
    );
    expect(await takeDownUnusedFiles(site.db)).toBe(1);
    expect(await stored()).toEqual([image.guid]);
    expect(await findFile(site.db, late.guid)).toBeUndefined();
  });

  const pageOf = (text: string, slug = 'mentors') => {
    return { title: 'Mentors', slug, text, where: 'nowhere' as const, publishAt: null };
  };
  const addPage = async (text: string, slug?: string) =>
    (await addRecord(site.db, admin, pages, pageOf(text, slug))).key;
  const isShown = async (guid: string) => {
    const found = await findShownFile(site.db, guid);
    return found && !found.isHidden;
  };

  test('what a text no longer names is hidden and stays as long as the trash does; naming it again brings it back', async () => {
    const { db } = site;
    const [one, two] = [await seedFile(db, 'one.jpg'), await seedFile(db, 'two.jpg')];
    const key = await addPage(`![One](${one.url}) ![Two](${two.url})`);
    const dropped = Date.now();
    await updateRecord(db, admin, pages, { key, version: 0, input: pageOf('Overwritten') });
    expect([await isShown(one.guid), await isShown(two.guid)]).toEqual([false, false]);
    expect(await takeDownUnusedFiles(db, dropped + 29 * DAY_MS)).toBe(0);
    await updateRecord(db, admin, pages, { key, version: 1, input: pageOf(`![One](${one.url})`) });
    expect([await isShown(one.guid), await isShown(two.guid)]).toEqual([true, false]);
    expect(await takeDownUnusedFiles(db, dropped + 31 * DAY_MS)).toBe(1);
    expect([await isShown(one.guid), await isShown(two.guid)]).toEqual([true, undefined]);
    // Who threw it away on purpose gets what they wanted.
    await updateRecord(db, admin, pages, { key, version: 2, input: pageOf('') });
    await removeUpload(db, admin, async () => undefined, one.guid);
    expect(await isShown(one.guid)).toBeUndefined();
  });

  test('what a text dropped is erased by nobody who may not change texts, in no event of theirs either', async () => {
    const { db } = site;
    const committee = (await addRecord(db, admin, committees, { name: 'Games', mayPublish: true })).key;
    const cora: Actor = { ...member, role: 'committee', committees: [committee] };
    const { url, name, guid } = await seedFile(db, 'one.jpg');
    const text = `![One](${url})`;
    const page = await addPage(text);
    await updateRecord(db, admin, pages, { key: page, version: 0, input: pageOf('') });
    await expect(removeUpload(db, cora, async () => undefined, guid)).rejects.toThrow(StillUsed);

    const dropped = { name, url, guid };
    const { key } = await addEvent(db, cora, eventSent({ committee, gallery: [dropped] }), club);
    await updateEvent(db, cora, { key, version: 0, input: eventSent({ committee }) }, club);
    const { key: other } = await addRecord(db, admin, execs, { ...exec, image: dropped });
    await updateRecord(db, admin, execs, { key: other, version: 0, input: { ...exec, image: null } });
    expect(await stored()).toEqual([guid]);
    await updateRecord(db, admin, pages, { key: page, version: 1, input: pageOf(text) });
    expect(await isShown(guid)).toBe(true);
  });

  test('so it is of every text: of an event, a card, the notice, the club’s own; and of an import', async () => {
    const { db } = site;
    const files = await Promise.all(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'].map((name) => seedFile(db, name)));
    const shown = () => Promise.all(files.map(({ guid }) => isShown(guid)));
    const [a, b, c, d, e] = files.map(({ url }) => `https://club.example.edu${url}`);
    const page = await addPage(`${a} ${b} ${c} ${d} ${e}`);
    const { key: talk } = await addEvent(db, admin, eventSent({ recap: `[Photos](${a})` }), club);
    const card = { title: 'Circles', text: `<img src="${b}" alt="">`, img: null, imgAlt: '', position: 1 };
    const { key: cardKey } = await addRecord(db, admin, dscCards, card);
    await saveNotice(db, admin, ZONE, { version: 0, input: { ...NO_NOTICE, text: 'Look', url: files[2]?.url ?? '' } });
    const texts = { texts: [{ path: 'p', label: 'P', text: '' }], read: ({ text }: { text: string }) => ({ text }) };
    await changeText(db, admin, texts, { path: 'p', version: 0, text: d ?? '' });
    await load(db, { exec: { ada: { name: 'Ada', description: e } } });
    await updateRecord(db, admin, pages, { key: page, version: 0, input: pageOf('') });
    expect(await shown()).toEqual([true, true, true, true, true]);

    const { input, version } = await openEventForEditing(db, admin, talk, club);
    await updateEvent(db, admin, { key: talk, version, input: { ...input, recap: '' } }, club);
    await updateRecord(db, admin, dscCards, { key: cardKey, version: 0, input: { ...card, text: '' } });
    await saveNotice(db, admin, ZONE, { version: 1, input: { ...NO_NOTICE, text: '', url: '' } });
    await changeText(db, admin, texts, { path: 'p', version: 1, text: null });
    await load(db, { exec: { ada: { name: 'Ada' } } });
    expect(await shown()).toEqual([false, false, false, false, false]);
    expect(await takeDownUnusedFiles(db, Date.now() + 29 * DAY_MS)).toBe(0);
    expect(await takeDownUnusedFiles(db, Date.now() + 31 * DAY_MS)).toBe(5);
  });

  test('two who drop it at once, from two pages and on two copies, leave it for as long; one who names it meanwhile shows it', async () => {
    const copy = await site.copy();
    for (let round = 0; round < 10; round++) {
      const file = await seedFile(site.db, 'one.jpg');
      const text = `![One](${file.url})`;
      const [one, other] = [await addPage(text, `one-${round}`), await addPage(text, `other-${round}`)];
      const drop = (db: Database, key: string, slug: string) =>
        updateRecord(db, admin, pages, { key, version: 0, input: pageOf('', slug) });
      const name = round % 2 === 0 ? [] : [addRecord(copy, admin, pages, pageOf(text, `third-${round}`))];
      await Promise.all([drop(site.db, one, `one-${round}`), drop(copy, other, `other-${round}`), ...name]);
      expect(await isShown(file.guid)).toBe(round % 2 === 1);
      await takeDownUnusedFiles(site.db);
      expect(await findFile(site.db, file.guid)).toBeDefined();
    }
  });

  test('a file is in use for as long as a record is there that names it', async () => {
    const image = await seedFile(site.db);
    const uses = async () =>
      (await site.db.query.selectFrom('file_uses').selectAll().execute()).map(
        (use) => `${use.topic} ${use.record_key}`,
      );
    const { key } = await addRecord(site.db, admin, execs, { ...exec, image });
    const { key: other } = await addRecord(site.db, admin, execs, { ...exec, image });
    expect((await uses()).toSorted()).toEqual([`exec ${key}`, `exec ${other}`].toSorted());
    await removeRecords(site.db, admin, execs, [key, other]);
    expect([await uses(), await stored()]).toEqual([[], []]);
    for (const trashed of await listTrash(site.db)) await restoreFromTrash(site.db, trashed.key);
    expect((await uses()).toSorted()).toEqual([`exec ${key}`, `exec ${other}`].toSorted());
    expect(await takeDownUnusedFiles(site.db)).toBe(0);
    await updateRecord(site.db, admin, execs, { key, version: 1, input: { ...exec, image: null } });
    expect([await uses(), await stored()]).toEqual([[`exec ${other}`], [image.guid]]);
  });
});
