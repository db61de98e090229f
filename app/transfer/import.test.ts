import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../test/databases.ts';
import { HTML_BLOW_UPS } from '../../test/property/blow-ups.ts';
import { dump, load } from '../../test/transfers.ts';
import { sanitizeAnyHtml } from '../html/sanitize-html.ts';
import { newKey } from '../domain/keys.ts';

const edges = await readFile(join(import.meta.dirname, '../../test/edges.json'));
const NOTHING = { added: 0, changed: 0, unchanged: 0, refused: 0, removed: 0 };

describe.each(databases)('import and export on %s', (_, open) => {
  const site = freshDatabase(open);

  test('import → export → import changes nothing, whatever the records are like', async () => {
    const first = await load(site.db, edges);
    expect(first.refused).toEqual([]);
    expect(first.summary).toMatchObject({
      event: { added: 10 },
      exec: { added: 3 },
      food: { added: 4 },
      dsc: { added: 3 },
      sponsor: { added: 2 },
      notice: { added: 1 },
      files: { added: 3 },
      form: { added: 3 },
      entry: { added: 6 },
      user: { added: 3 },
      others: { added: 5 },
    });
    const exported = await dump(site.db);

    for (const file of [edges, Buffer.from(exported)]) {
      const again = await load(site.db, file);
      for (const counts of Object.values(again.summary)) {
        expect(counts).toEqual({ ...NOTHING, unchanged: counts.unchanged });
      }
      expect(again.told).toEqual([]);
    }
    expect(await dump(site.db)).toBe(exported);

    const other = await open();
    try {
      await load(other.db, Buffer.from(exported));
      expect(await dump(other.db)).toBe(exported);
    } finally {
      await other.close();
    }
  });

  test('comes back with everything that it said, unknown fields included', async () => {
    await load(site.db, edges);
    const { event, food, form, entry, files, ...others } = JSON.parse(await dump(site.db));
    const full = JSON.parse(edges.toString()).event['-MfullEvent000000001'];
    expect(event['-MfullEvent000000001']).toEqual({
      ...full,
      gallery: [full.gallery[0], full.gallery[2]],
      resources: [full.resources['2'], full.resources['10']],
    });
    expect(event['-MnullEvent000000001']).toEqual({});
    expect(event['-MblankEvent00000001']).toEqual({
      title: '',
      presenter: '',
      description: '',
      location: '',
      formId: '',
      signupUrl: '',
      googleFormUrl: '',
      tentative: false,
      dscEvent: false,
      hiddenDate: false,
      customDate: '',
      datetime: { timeStartTimestamp: 0, timeEndTimestamp: -86_400_000 },
    });
    expect(Object.keys(food)).toEqual(['0', '2', '3', '4']);
    expect(food[2].price).toBe(1.25);
    expect(form.aB3dE5gH7j.closesAt).toBe(1_630_692_000_000);
    expect(
      form.aB3dE5gH7j.fields.map(({ type, options }: { type: string; options: unknown }) => [type, options]),
    ).toEqual([
      ['text', undefined],
      ['radio', ['Yes', 'No']],
      ['radio', ['One', 'Two']],
      ['checkbox', undefined],
      ['radio', ['Zero', 'One', '2']],
      ['radio', undefined],
      ['text', undefined],
    ]);
    expect(entry.noFormHere[0]).toEqual({ x: 'first' });
    expect(files.homeSlideshow.map(({ url }: { url: string }) => url)).toEqual([
      'https://files.example.com/slide-0.jpg',
      'https://files.example.com/slide-2.jpg',
    ]);
    expect(files.banner).toEqual({ text: 'Unknown beside the slideshow', list: [1, 2] });
    expect(others).toMatchObject({
      schemaVersion: 3,
      tags: ['a', null, { b: 1 }],
      settings: { theme: { dark: true } },
    });
  });

  test('a card comes back as it was written, however tangled, and is read when it is imported', async () => {
    const texts = ['<p onclick="x()">Fine</p>', '<div>'.repeat(20_000), ...Object.values(HTML_BLOW_UPS)];
    const dsc = Object.fromEntries(texts.map((text, at) => [`card-${at}`, { text, html: '<script>x()</script>' }]));
    expect(await load(site.db, { dsc })).toMatchObject({ refused: [], summary: { dsc: { added: texts.length } } });
    expect(JSON.parse(await dump(site.db)).dsc).toEqual(dsc);
    const stored = await site.db.query.selectFrom('dsc').select(['text', 'html']).execute();
    for (const { text, html } of stored) expect(html).toBe(sanitizeAnyHtml(text ?? ''));
    expect((await load(site.db, { dsc })).summary.dsc).toEqual({ ...NOTHING, unchanged: texts.length });
  });

  test('leaves the workings of objects alone', async () => {
    await load(site.db, edges);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    const { event } = JSON.parse(await dump(site.db));
    expect(Object.keys(event)).toEqual(expect.arrayContaining(['__proto__', 'constructor']));
  });

  test('notes when an entry was made: by its key, or else now', async () => {
    const now = Date.UTC(2026, 10, 20);
    const key = newKey(Date.UTC(2026, 8, 1));
    await load(
      site.db,
      { entry: { form: { [key]: {}, zzzzzzzzzzzzzzzzzzzz: {}, '--------------------': {}, 7: {} } } },
      { now },
    );
    const rows = await site.db.query.selectFrom('entries').select(['key', 'created_at']).execute();
    expect(Object.fromEntries(rows.map((row) => [row.key, row.created_at]))).toEqual({
      [key]: Date.UTC(2026, 8, 1),
      zzzzzzzzzzzzzzzzzzzz: now,
      '--------------------': now,
      7: now,
    });
  });

  test('writes and tells only what is different', async () => {
    const event = { title: 'Before', datetime: { timeStartTimestamp: 1 } };
    await load(site.db, { event: { a: event, b: event }, exec: { c: { name: 'Ada' } } });
    const { summary, told } = await load(site.db, {
      event: { a: event, b: { ...event, title: 'After' } },
      files: { homeSlideshow: [{ url: 'https://files.example.com/1.jpg' }] },
      entry: { form: { '-K': { name: 'Ada' } } },
    });
    expect(summary.event).toEqual({ ...NOTHING, changed: 1, unchanged: 1 });
    expect(told).toEqual([
      { topic: 'event', key: 'b' },
      { topic: 'files', key: 'homeSlideshow' },
      { topic: 'entry', key: 'form/-K' },
    ]);
    const rows = await site.db.query.selectFrom('events').select(['key', 'version']).orderBy('key').execute();
    expect(rows).toEqual([
      { key: 'a', version: 1 },
      { key: 'b', version: 2 },
    ]);
  });

  test('tells the key of a form that a public event has, and of no other', async () => {
    const fields = [{ name: 'abcdefghij', type: 'text', description: 'Your name' }];
    await load(site.db, {
      event: { a: { title: 'Talk', formId: 'ofTalk' }, b: { formId: 'ofDraft', publishAt: 'never' } },
    });
    const { told } = await load(site.db, { form: { ofTalk: { fields }, ofDraft: { fields }, ofNone: { fields } } });
    expect(told).toEqual([
      { topic: 'form', key: 'ofTalk' },
      { topic: 'form', key: '' },
    ]);
    expect((await load(site.db, { form: { ofTalk: {} } })).told).toEqual([{ topic: 'form', key: 'ofTalk' }]);
  });

  test('--replace leaves what the file has, and users only go where the file has users', async () => {
    await load(site.db, edges);
    const { summary, told } = await load(
      site.db,
      { event: { '0': { title: 'Numeric key' }, new: {} }, tags: ['a', null, { b: 1 }] },
      { replace: true },
    );
    expect(summary.event).toEqual({ ...NOTHING, added: 1, unchanged: 1, removed: 9 });
    expect(summary.user).toEqual(NOTHING);
    expect(told).toContainEqual({ topic: 'exec', key: '-Exec1' });
    const left = JSON.parse(await dump(site.db));
    expect(Object.keys(left)).toEqual(['event', 'user', 'tags']);
    expect(Object.keys(left.event).toSorted()).toEqual(['0', 'new']);

    await site.db.write(({ query }) =>
      query
        .insertInto('sessions')
        .values(['uid-admin', 'uid-plain'].map((uid) => ({ id_hash: uid, uid, created_at: 1, seen_at: 1 })))
        .execute(),
    );
    await load(site.db, { user: { 'uid-plain': { admin: true } } }, { replace: true });
    expect(await dump(site.db)).toBe('{\n"user":{\n"uid-plain":{"admin":true}\n}\n}\n');
    expect(await site.db.query.selectFrom('sessions').select('uid').execute()).toEqual([{ uid: 'uid-plain' }]);
  });

  test('keeps a user’s name and email that the file does not know', async () => {
    await load(site.db, { user: { someone: { email: 'someone@example.edu', name: 'Someone' } } });
    const { summary } = await load(site.db, { user: { someone: { admin: true } } });
    expect(summary.user).toEqual({ ...NOTHING, changed: 1 });
    const rows = await site.db.query.selectFrom('users').select(['admin', 'email', 'name']).execute();
    expect(rows).toEqual([{ admin: 1, email: 'someone@example.edu', name: 'Someone' }]);
  });

  test('takes an address as verified only where the file says so, and comes back as it went', async () => {
    const user = {
      exported: { email: 'one@example.edu', name: 'One', emailVerified: true },
      claimed: { email: 'two@example.edu' },
      odd: { email: 'three@example.edu', emailVerified: 'yes' },
      none: { emailVerified: true },
    };
    await load(site.db, { user });
    const rows = site.db.query.selectFrom('users').select(['uid', 'email', 'verified_email']).orderBy('uid');
    expect(await rows.execute()).toEqual([
      { uid: 'claimed', email: 'two@example.edu', verified_email: null },
      { uid: 'exported', email: 'one@example.edu', verified_email: 'one@example.edu' },
      { uid: 'none', email: null, verified_email: null },
      { uid: 'odd', email: 'three@example.edu', verified_email: null },
    ]);
    expect(JSON.parse(await dump(site.db)).user).toEqual(user);
    expect((await load(site.db, { user })).summary.user).toEqual({ ...NOTHING, unchanged: 4 });
    await load(site.db, { user: { exported: { email: 'mallory@example.edu' } } });
    expect((await rows.execute())[1]).toMatchObject({ email: 'one@example.edu', verified_email: 'one@example.edu' });
  });

  test('notes whom it made an admin, and whom no longer', async () => {
    await load(site.db, { user: { ada: { admin: true, name: 'Ada' }, max: { name: 'Max' } } });
    await load(site.db, { user: { ada: { admin: true, name: 'Ada' }, max: { admin: true } } });
    await load(site.db, { user: { ada: { admin: false } } });
    await load(site.db, { user: { ada: {} } }, { replace: true });
    const lines = await site.db.query
      .selectFrom('activity')
      .select(['verb', 'topic', 'title'])
      .orderBy('key')
      .execute();
    const said = ['granted Ada', 'granted Max', 'revoked Ada', 'revoked Max'];
    expect(lines.map(({ verb, topic, title }) => [topic, `${verb} ${title}`])).toEqual(
      said.map((text) => ['user', text]),
    );
  });

  test('notes which role it gave, where that is not an admin’s', async () => {
    await load(site.db, { user: { eve: { role: 'viewer', name: 'Eve' } } });
    await load(site.db, { user: { eve: { role: 'admin', name: 'Eve' } } });
    await load(site.db, { user: { eve: { role: 'editor', name: 'Eve' } } });
    await load(site.db, { user: { eve: { name: 'Eve', role: null } } });
    await load(site.db, { user: { max: { role: 'events', name: 'Max' } } });
    await load(site.db, { user: { ada: {} } }, { replace: true });
    const lines = await site.db.query.selectFrom('activity').select(['verb', 'title']).orderBy('key').execute();
    expect(lines.map(({ verb, title }) => `${verb} ${title}`)).toEqual([
      'gave a role to Eve (Viewer)',
      'granted Eve',
      'gave a role to Eve (Editor)',
      'took the role from Eve',
      'gave a role to Max (Events)',
      'took the role from Max',
    ]);
  });

  test('an address is signed up once for a form, by the last file, and pages hear of places', async () => {
    const file = (entry: object) => Buffer.from(JSON.stringify({ entry: { f: entry } }));
    const going = ($email: string, $since = 1) => ({ name: 'Sam', $state: 'going', $email, $since });
    const emails = async () =>
      (await site.db.query.selectFrom('entries').select(['key', 'email']).orderBy('key').execute()).map(
        ({ key, email }) => [key, email],
      );
    const first = await load(site.db, file({ a: going('one@example.edu'), b: going('TWO@example.edu') }));
    expect(first.told).toContainEqual({ topic: 'places', key: '' });
    await load(site.db, file({ a: going('two@example.edu'), b: going('one@example.edu') }));
    expect(await emails()).toEqual([
      ['a', 'two@example.edu'],
      ['b', 'one@example.edu'],
    ]);
    await load(site.db, file({ c: going('one@example.edu'), d: going('one@example.edu') }));
    expect(await emails()).toEqual([
      ['a', 'two@example.edu'],
      ['b', null],
      ['c', 'one@example.edu'],
      ['d', null],
    ]);
    expect((await load(site.db, file({ e: going('nobody') }))).refused).toEqual([
      'entry/f/e/$email: must be an email address',
    ]);
  });

  test('nobody signed up or came in the future', async () => {
    const later = Date.now() + 3 * 86_400_000;
    const names = ['$since', '$checkedIn'];
    const entry = Object.fromEntries(names.map((name) => [name.slice(1), { $state: 'going', [name]: later }]));
    expect((await load(site.db, { entry: { f: entry } })).refused).toEqual([
      'entry/f/since/$since: must not lie in the future',
      'entry/f/checkedIn/$checkedIn: must not lie in the future',
    ]);
  });

  test('of two counts, one of which is there already, each keeps its own figures', async () => {
    const known = { start: 5, signUps: 30, newPeople: 4, countedAt: 60, atDoor: 20, told: 2 };
    const other = { start: 7, signUps: 31, newPeople: 5, countedAt: 61, atDoor: 21, told: 3 };
    await load(site.db, { count: { a: known } });
    const { refused } = await load(site.db, { count: { a: { ...known, extra: 'x' }, b: other } });
    expect(refused).toEqual([]);
    expect(JSON.parse(await dump(site.db)).count).toEqual({ a: { ...known, extra: 'x' }, b: other });
  });

  test('an unknown collection may come back in another shape', async () => {
    for (const extras of [{ a: 1, b: 2 }, 'text', { c: 3 }, [1]]) {
      await load(site.db, { extras });
      expect(JSON.parse(await dump(site.db)).extras).toEqual(extras);
    }
  });

  test('an empty database is exported as an empty object, and an empty file changes nothing', async () => {
    expect(await dump(site.db)).toBe('{\n}\n');
    await load(site.db, edges);
    const before = await dump(site.db);
    await load(site.db, {});
    expect(await dump(site.db)).toBe(before);
  });
});
