import { randomUUID } from 'node:crypto';
import { club } from './outbox.ts';
import { describe, expect, test } from 'vitest';
import type { Database } from '../app/db/db.server.ts';
import { listActivity } from '../app/domain/activity.ts';
import { committees } from '../app/domain/committees/committee.ts';
import { removeCommittees } from '../app/domain/committees/remove-committees.ts';
import { dscCards } from '../app/domain/dsc.ts';
import { Stale } from '../app/domain/errors.ts';
import { addEvent, updateEvent } from '../app/domain/event-changes/save-event.ts';
import { removeEvents } from '../app/domain/event-changes/remove-events.ts';
import { removeKinds } from '../app/domain/event-changes/remove-kinds.ts';
import { execs } from '../app/domain/execs.ts';
import { food } from '../app/domain/food.ts';
import { kinds } from '../app/domain/kinds/kind.ts';
import { pages } from '../app/domain/pages/page.ts';
import { removeRecords } from '../app/domain/record-changes/remove.ts';
import { addRecord, updateRecord } from '../app/domain/record-changes/save.ts';
import { SLIDESHOW_KEY, slideshow } from '../app/domain/slideshow.ts';
import { sponsors } from '../app/domain/sponsors/sponsor.ts';
import { restoreFromTrash } from '../app/domain/bring-back.ts';
import { listTrash } from '../app/domain/trash.ts';
import { admin } from './actors.ts';
import { databases, freshDatabase } from './databases.ts';
import { eventSent, fieldSent } from './event-inputs.ts';
import { seedFile } from './seed-file.ts';

const EXEC = { name: '', title: 'Treasurer', description: '', isCurrentExec: true, image: null };
const SPONSOR = { alt: 'A logo', url: '', tier: '', from: '', until: '' };
const FORM = { hasForm: true, fields: [fieldSent('Name')] };

interface Noun {
  topic: string;
  /** No two have the same name. */
  hasOwnName?: true;
  tables: ('execs' | 'food' | 'dsc' | 'pages' | 'sponsors' | 'kinds' | 'committees' | 'events' | 'forms')[];
  add: (db: Database, title: string, options?: { once: string }) => Promise<{ key: string }>;
  save: (db: Database, update: { key: string; version: number; title: string }) => Promise<{ version: number }>;
  remove: (db: Database, keys: string[]) => Promise<void>;
}

const card = (title: string) => ({ title, text: '', img: null, imgAlt: '', position: 1 });
const page = (title: string, slug = title.toLowerCase()) => ({
  title,
  slug,
  text: '',
  where: 'menu',
  publishAt: null,
});
const nouns: [string, Noun][] = [
  [
    'an executive',
    {
      topic: 'exec',
      tables: ['execs'],
      add: (db, name, options) => addRecord(db, admin, execs, { ...EXEC, name }, options),
      save: (db, { title: name, ...update }) => updateRecord(db, admin, execs, { ...update, input: { ...EXEC, name } }),
      remove: (db, keys) => removeRecords(db, admin, execs, keys),
    },
  ],
  [
    'a food item',
    {
      topic: 'food',
      tables: ['food'],
      add: (db, name, options) => addRecord(db, admin, food, { name, section: 'Drink', price: 1 }, options),
      save: (db, { title: name, ...update }) =>
        updateRecord(db, admin, food, { ...update, input: { name, section: 'Drink', price: 2 } }),
      remove: (db, keys) => removeRecords(db, admin, food, keys),
    },
  ],
  [
    'a card',
    {
      topic: 'dsc',
      tables: ['dsc'],
      add: async (db, title, options) =>
        addRecord(db, admin, dscCards, { ...card(title), img: options ? null : await seedFile(db) }, options),
      save: async (db, { title, ...update }) =>
        updateRecord(db, admin, dscCards, { ...update, input: { ...card(title), img: await seedFile(db) } }),
      remove: (db, keys) => removeRecords(db, admin, dscCards, keys),
    },
  ],
  [
    'a page',
    {
      topic: 'page',
      tables: ['pages'],
      add: (db, title, options) => addRecord(db, admin, pages, page(title, options?.once), options),
      save: async (db, { title, ...update }) => {
        const text = `![A picture](${(await seedFile(db)).url})`;
        return updateRecord(db, admin, pages, { ...update, input: { ...page(title), text } });
      },
      remove: (db, keys) => removeRecords(db, admin, pages, keys),
    },
  ],
  [
    'a sponsor',
    {
      topic: 'sponsor',
      tables: ['sponsors'],
      add: async (db, name, options) =>
        addRecord(db, admin, sponsors, { ...SPONSOR, name, logo: options ? null : await seedFile(db) }, options),
      save: async (db, { title: name, ...update }) =>
        updateRecord(db, admin, sponsors, { ...update, input: { ...SPONSOR, name, logo: await seedFile(db) } }),
      remove: (db, keys) => removeRecords(db, admin, sponsors, keys),
    },
  ],
  [
    'a kind',
    {
      topic: 'kind',
      tables: ['kinds'],
      add: (db, name, options) => addRecord(db, admin, kinds, { name, colour: 'red' }, options),
      save: (db, { title: name, ...update }) =>
        updateRecord(db, admin, kinds, { ...update, input: { name, colour: 'teal' } }),
      remove: (db, keys) => removeKinds(db, admin, keys),
    },
  ],
  [
    'a committee',
    {
      topic: 'committee',
      hasOwnName: true,
      tables: ['committees'],
      add: (db, name, options) => addRecord(db, admin, committees, { name, mayPublish: true }, options),
      save: (db, { title: name, ...update }) =>
        updateRecord(db, admin, committees, { ...update, input: { name, mayPublish: false } }),
      remove: (db, keys) => removeCommittees(db, admin, keys),
    },
  ],
  [
    'an event and its form',
    {
      topic: 'event',
      tables: ['events', 'forms'],
      add: (db, title, options) => addEvent(db, admin, eventSent({ title, ...FORM }), club, options),
      save: (db, { title, ...update }) =>
        updateEvent(
          db,
          admin,
          { ...update, input: eventSent({ title, hasForm: true, fields: [fieldSent(title)] }) },
          club,
        ),
      remove: (db, keys) => removeEvents(db, admin, keys, club),
    },
  ],
];

describe.each(databases)('on %s', (_, open) => {
  const site = freshDatabase(open);

  const rowsOf = ({ tables }: Noun) =>
    Promise.all(tables.map((table) => site.db.query.selectFrom(table).selectAll().execute()));
  /** Rows without what counts the saves: a restored record has one more. */
  const contentOf = async (noun: Noun) =>
    (await rowsOf(noun)).map((rows) => rows.map(({ version: _version, updated_at: _at, ...row }) => row));
  const log = async () =>
    (await listActivity(site.db, admin, 20)).map(({ who, verb, title }) => `${who} ${verb} ${title}`).toReversed();

  test.each(nouns)('%s: a stale save is told, and nothing is overwritten', async (_name, noun) => {
    const { key } = await noun.add(site.db, 'First');
    const saves = await Promise.allSettled(
      ['Mine', 'Theirs'].map((title) => noun.save(site.db, { key, version: 0, title })),
    );
    expect(saves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const before = await rowsOf(noun);
    const late = noun.save(site.db, { key, version: 0, title: 'Late' });
    await expect(late).rejects.toThrow(Stale);
    await expect(late).rejects.toMatchObject({ current: { version: 1 } });
    expect(await rowsOf(noun)).toEqual(before);
  });

  test.each(nouns)('%s: what is removed comes back as it was, and the log says who did what', async (_name, noun) => {
    const { key } = await noun.add(site.db, 'First');
    await noun.save(site.db, { key, version: 0, title: 'Second' });
    const before = await contentOf(noun);
    await noun.remove(site.db, [key]);
    expect((await rowsOf(noun)).flat()).toEqual([]);
    const [trashed] = await listTrash(site.db);
    expect(trashed).toMatchObject({ topic: noun.topic, recordKey: key, title: 'Second', removedBy: 'Ada' });
    await restoreFromTrash(site.db, trashed?.key ?? '');
    expect(await contentOf(noun)).toEqual(before);
    expect(await log()).toEqual([
      'Ada added First',
      'Ada updated Second',
      'Ada removed Second',
      expect.stringMatching(/ restored Second$/),
    ]);
  });

  test.each(nouns)('%s: what one dialog sends is added once, however often it arrives', async (_name, noun) => {
    const once = { once: randomUUID() };
    const [one, two] = await Promise.all([noun.add(site.db, 'First', once), noun.add(site.db, 'First', once)]);
    expect([two, await noun.add(site.db, 'First', once)]).toEqual([one, one]);
    await expect(noun.add(site.db, 'Changed', once)).rejects.toThrow('created already, as it was before');
    expect(await log()).toEqual(['Ada added First']);
    expect((await rowsOf(noun)).map((rows) => rows.length)).toEqual(noun.tables.map(() => 1));
    const another = await noun.add(site.db, noun.hasOwnName ? 'Second' : 'First', { once: randomUUID() });
    expect(another).not.toEqual(one);
  });

  test('the slideshow: a stale save is told, and the log says who saved it', async () => {
    const [one, two] = [await seedFile(site.db), await seedFile(site.db)];
    await updateRecord(site.db, admin, slideshow, { key: SLIDESHOW_KEY, version: 0, input: { files: [one] } });
    const late = updateRecord(site.db, admin, slideshow, { key: SLIDESHOW_KEY, version: 0, input: { files: [two] } });
    await expect(late).rejects.toThrow(Stale);
    await expect(late).rejects.toMatchObject({ current: { version: 1, files: [{ guid: one.guid }] } });
    expect(await log()).toEqual(['Ada updated Homepage slideshow']);
  });
});
