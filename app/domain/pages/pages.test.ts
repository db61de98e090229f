import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { admin, member, treasurer } from '../../../test/actors.ts';
import { clubYears } from '../../../test/club-years.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { runDue } from '../../../test/jobs.ts';
import { seedFile } from '../../../test/seed-file.ts';
import { dump, load } from '../../../test/transfers.ts';
import { ADDRESSES } from '../../addresses.ts';
import { listActivity } from '../activity.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { NotAllowed, Rejected } from '../errors.ts';
import { removeRecords } from '../record-changes/remove.ts';
import { addRecord, updateRecord } from '../record-changes/save.ts';
import type { Change } from '../topics.ts';
import { eraseOldTrash, listTrash } from '../trash.ts';
import { findShownFile } from '../uploads/shown-file.ts';
import { slugFor } from '../records/slug.ts';
import { pages } from './page.ts';
import { pagePublications } from './publish-pages.ts';
import { findPage, findPagePreview, listPageAddresses, listPageLinks, viewPages } from './read-pages.ts';

const MENTORING = { title: 'Mentoring', slug: 'mentoring', text: 'Meet a mentor.', where: 'menu', publishAt: null };
const CLOCK = { timeZone: 'America/Toronto', locale: 'en' };
const HOUR = 3_600_000;

describe.each(databases)('pages on %s', (_, open) => {
  const site = freshDatabase(open);
  let told: Change[];
  beforeEach(async () => {
    told = [];
    site.db.onCommit((changes) => {
      told.push(...changes);
    });
  });

  const add = async (given: object = {}) => (await addRecord(site.db, admin, pages, { ...MENTORING, ...given })).key;
  const save = (key: string, version: number, given: object = {}) =>
    updateRecord(site.db, admin, pages, { key, version, input: { ...MENTORING, ...given } });
  const remove = (...keys: string[]) => removeRecords(site.db, admin, pages, keys);
  const bringBack = async (at = 0) => restoreFromTrash(site.db, (await listTrash(site.db))[at]?.key ?? '');
  const found = (slug: string) => findPage(site.db, slug);

  test('a page is found at its address, and where it was put', async () => {
    await add();
    await add({ title: 'Rules', slug: '/rules', where: 'footer' });
    await add({ title: 'Thanks', slug: 'thanks', where: 'nowhere' });
    expect(await found('mentoring')).toMatchObject({ kind: 'page', page: { title: 'Mentoring', slug: 'mentoring' } });
    expect(await found('Mentoring')).toEqual({ kind: 'moved', to: 'mentoring' });
    expect(await found('other')).toBeUndefined();
    expect(await listPageLinks(site.db)).toEqual({
      menu: [{ path: '/mentoring', title: 'Mentoring' }],
      footer: [{ path: '/rules', title: 'Rules' }],
    });
    expect((await listPageAddresses(site.db)).map(({ path }) => path)).toEqual(['/mentoring', '/rules', '/thanks']);
  });

  test('only who may change content changes one', async () => {
    for (const actor of [member, treasurer, null])
      await expect(addRecord(site.db, actor, pages, MENTORING)).rejects.toThrow(NotAllowed);
  });

  const REFUSED = {
    'This address is one of the site’s own. Please choose another': [
      ...['team', 'events', 'admin', 'services', 'membership', 'sign-ups', 'api', 'healthz', 'assets', 'dev'],
      ...['go', 'subscribe', 'unsubscribe'],
    ],
    'An address has small letters, digits and single hyphens, such as new-members': [
      ...['..', '.', 'a/b', 'a--b', '-a', 'a-', 'Team', 'über', '🎲', 'a b', 'a%20b'],
    ],
    'Please enter an address': ['', '/', ' '],
    'An address can have 100 characters at most': ['x'.repeat(101), 'x'.repeat(300)],
  };
  const refused = Object.entries(REFUSED).flatMap(([said, slugs]) => slugs.map((slug) => [slug, said] as const));

  test.each(refused)('the address ‘%s’ is refused at its field: %s', async (slug, said) => {
    await expect(add({ slug })).rejects.toMatchObject({ fields: { slug: said } });
    expect(await site.db.query.selectFrom('pages').selectAll().execute()).toEqual([]);
  });

  test('every address of the product is refused, whatever is switched off', async () => {
    const firsts = Object.keys(ADDRESSES).map((address) => address.split('/')[1] ?? '');
    for (const slug of new Set(firsts)) await expect(add({ slug })).rejects.toThrow(Rejected);
  });

  test.each([
    ['no title', { title: ' ' }, { title: 'Please enter a title' }],
    ['a title of 300 letters', { title: 'x'.repeat(300) }, { title: 'A title can have 200 characters at most' }],
    [
      'more text than anyone reads',
      { text: 'x'.repeat(200_001) },
      { text: 'A text can have 200,000 characters at most' },
    ],
    ['another place', { where: 'top' }, { where: 'Please choose where it is linked' }],
    [
      'a time that has passed',
      { publishAt: 1 },
      { publishAt: 'This time has passed. Please choose a later one, or ‘Published’ above' },
    ],
    ['no time', { publishAt: Number.NaN }, { publishAt: 'Please enter a date and a time' }],
  ])('%s is refused', async (_what, given, fields) => {
    await expect(add(given)).rejects.toMatchObject({ fields });
  });

  test('an address that another page has is refused, whoever was first', async () => {
    const tries = await Promise.allSettled(['One', 'Two'].map((title) => add({ title })));
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(add()).rejects.toMatchObject({ fields: { slug: 'Another page has this address already' } });
    const key = await add({ slug: 'other' });
    await expect(save(key, 0)).rejects.toMatchObject({ fields: { slug: 'Another page has this address already' } });
  });

  test('a changed address leads on from every one before, while nobody takes it', async () => {
    const key = await add();
    await save(key, 0, { slug: 'mentors' });
    await save(key, 1, { slug: 'find-a-mentor' });
    for (const slug of ['mentoring', 'mentors', 'MENTORS'])
      expect(await found(slug)).toEqual({ kind: 'moved', to: 'find-a-mentor' });
    const taker = await add({ title: 'Another' });
    expect(await found('mentoring')).toMatchObject({ kind: 'page', page: { title: 'Another' } });
    await remove(taker);
    expect(await found('mentoring')).toEqual({ kind: 'moved', to: 'find-a-mentor' });
    await save(key, 2, { slug: 'mentors' });
    expect(await found('mentors')).toMatchObject({ kind: 'page' });
    expect(await found('find-a-mentor')).toEqual({ kind: 'moved', to: 'mentors' });
  });

  test('what is no longer public is known as such at all its addresses: a removed page, and one that is a draft again', async () => {
    const key = await add();
    await save(key, 0, { slug: 'mentors' });
    const both = async () => [await found('mentors'), await found('mentoring')];
    const gone = [{ kind: 'gone' }, { kind: 'gone' }];
    await remove(key);
    expect(await both()).toEqual(gone);
    expect(await bringBack()).toEqual({ topic: 'page', title: 'Mentoring' });
    expect(await found('mentoring')).toEqual({ kind: 'moved', to: 'mentors' });
    await save(key, 2, { slug: 'mentors', publishAt: 'never' });
    expect(await both()).toEqual(gone);
    await save(key, 3, { slug: 'secret', publishAt: 'never' });
    expect([...(await both()), await found('secret')]).toEqual([...gone, undefined]);
    await save(key, 4, { slug: 'mentor' });
    expect(await both()).toEqual([
      { kind: 'moved', to: 'mentor' },
      { kind: 'moved', to: 'mentor' },
    ]);
  });

  test('nobody knows its addresses any more once the trash has forgotten a page', async () => {
    const key = await add();
    const kept = await add({ slug: 'rules' });
    await save(kept, 0, { slug: 'our-rules' });
    await remove(key);
    await eraseOldTrash(site.db, clubYears, Date.now() + 31 * 24 * HOUR);
    expect(await found('mentoring')).toBeUndefined();
    expect(await found('rules')).toEqual({ kind: 'moved', to: 'our-rules' });
  });

  test('one that comes back to a taken address gets another, and that is said', async () => {
    const keys = [await add()];
    await remove(keys[0] ?? '');
    await add({ title: 'Second' });
    expect((await bringBack()).note).toBe('Its address is now /mentoring-2: another page has its old one.');
    expect(await found('mentoring-2')).toMatchObject({ kind: 'page', page: { title: 'Mentoring' } });
    const long = `${'x'.repeat(99)}y`;
    for (let at = 0; at < 2; at++) {
      await remove(await add({ slug: long }));
      await add({ slug: long });
      const { note } = await bringBack();
      expect(note).toContain(`/${'x'.repeat(98)}-${at + 2}:`);
      const taken = await found(long);
      if (taken?.kind === 'page') await remove(taken.page.key);
      await site.db.write(({ query }) => query.deleteFrom('trash').execute());
    }
  });

  test('a draft is nobody’s but officers’ and its link’s, and told of to officers alone', async () => {
    const key = await add({ publishAt: 'never' });
    await save(key, 0, { publishAt: 'never', text: 'More' });
    expect(await found('mentoring')).toBeUndefined();
    expect(await listPageLinks(site.db)).toEqual({ menu: [], footer: [] });
    expect(await listPageAddresses(site.db)).toEqual([]);
    const [row] = await viewPages(site.db, admin, CLOCK);
    expect(row).toMatchObject({ visibility: 'Draft', previewToken: expect.stringMatching(/^[0-9a-f]{48}$/) });
    expect((await viewPages(site.db, treasurer, CLOCK))[0]).toMatchObject({ previewToken: null });
    const token = row?.previewToken ?? '';
    expect(await findPagePreview(site.db, 'mentoring', token)).toMatchObject({ text: 'More' });
    expect(await findPagePreview(site.db, 'mentoring', token.slice(1))).toBeUndefined();
    await remove(key);
    expect(await found('mentoring')).toBeUndefined();
    await bringBack();
    expect(new Set(told.map(({ topic }) => topic))).toEqual(new Set(['draft']));
    await save(key, 2);
    expect(told.at(-1)).toEqual({ topic: 'page', key });
    expect(await findPagePreview(site.db, 'mentoring', token)).toBeUndefined();
    await save(key, 3, { publishAt: 'never' });
    expect(told.at(-1)).toEqual({ topic: 'page', key });
    const verbs = (await listActivity(site.db, admin, 10)).map(({ verb }) => verb);
    expect(verbs).toEqual(['updated', 'published', 'restored', 'removed', 'updated', 'added']);
  });

  test('a timed one is published at its moment, once', async () => {
    const at = Date.now() + HOUR;
    const key = await add({ publishAt: at });
    expect((await viewPages(site.db, admin, CLOCK))[0]?.visibility).toMatch(/^Publishes /);
    await runDue(site.db, pagePublications, at - 1);
    expect(await found('mentoring')).toBeUndefined();
    await runDue(site.db, pagePublications, at);
    await runDue(site.db, pagePublications, at + HOUR);
    expect(await found('mentoring')).toMatchObject({ kind: 'page', page: { version: 1, publishAt: null } });
    expect(told.at(-1)).toEqual({ topic: 'page', key });
    await save(key, 1, { slug: 'mentors' });
    expect(await found('mentoring')).toEqual({ kind: 'moved', to: 'mentors' });
    expect((await listActivity(site.db, admin, 2))[1]).toMatchObject({ who: 'the site', verb: 'published' });
    const draft = await add({ slug: 'draft', publishAt: 'never' });
    await runDue(site.db, pagePublications, Date.parse('9999-12-30'));
    expect((await viewPages(site.db, admin, CLOCK)).find((page) => page.key === draft)?.visibility).toBe('Draft');
  });

  test('pictures that its text names are the page’s: hidden with a draft, kept with the trash, hidden once dropped', async () => {
    const [one, two] = [await seedFile(site.db, 'one.jpg'), await seedFile(site.db, 'two.jpg')];
    const text = `![A mentor](${one.url})\n\n[Slides](https://club.example.edu${two.url})`;
    const key = await add({ text, publishAt: 'never' });
    const hidden = async () => (await findShownFile(site.db, one.guid))?.isHidden;
    expect(await hidden()).toBe(true);
    await save(key, 0, { text });
    expect(await hidden()).toBe(false);
    await remove(key);
    expect(await hidden()).toBeUndefined();
    await bringBack();
    expect(await hidden()).toBe(false);
    await save(key, 2, { text: `![A mentor](${one.url})` });
    const isTwoHidden = async () => (await findShownFile(site.db, two.guid))?.isHidden;
    expect(await isTwoHidden()).toBe(true);
    await save(key, 3, { text });
    expect(await isTwoHidden()).toBe(false);
    expect(await site.db.query.selectFrom('file_deletions').select('path').execute()).toEqual([]);
  });

  test('import and export: what came in comes out, and what is wrong is reported', async () => {
    const page = {
      one: { title: 'One', slug: 'one', text: '# One', where: 'menu', theme: 'dark' },
      two: { title: 'Two', slug: 'two', text: 'Two', where: 'nowhere', publishAt: 'never' },
      three: { title: 'Three', slug: 'three', text: '', where: 'footer', publishAt: 4_000_000_000_000 },
    };
    await load(site.db, { page });
    expect(JSON.parse(await dump(site.db)).page).toEqual(page);
    const wrong = {
      eight: { title: 'Eight', slug: 'eight', text: 'x'.repeat(200_001) },
      nine: { title: 'x'.repeat(300), slug: 'nine' },
      four: { title: 'Four', slug: 'one' },
      five: { title: 'Five', slug: 'events' },
      six: { title: 'Six', slug: '../six' },
      seven: { title: 'Seven', slug: 'seven', where: 'everywhere' },
    };
    const { refused, summary } = await load(site.db, { page: { ...page, ...wrong } });
    for (const key of ['four', 'five', 'six', 'seven', 'eight', 'nine'])
      expect(refused).toContainEqual(expect.stringMatching(new RegExp(`^page/${key}\\b`)));
    expect(summary.page).toMatchObject({ added: 4, changed: 0, unchanged: 3, refused: 6 });
    expect(JSON.parse(await dump(site.db)).page).toEqual({
      ...page,
      eight: { title: 'Eight', slug: 'eight' },
      five: { title: 'Five' },
      six: { title: 'Six' },
      seven: { title: 'Seven', slug: 'seven' },
    });
    await load(site.db, { page: { one: { ...page.one, slug: 'first' } } });
    expect(await found('one')).toEqual({ kind: 'moved', to: 'first' });
    await load(site.db, { page: { two: page.two } }, { replace: true });
    await eraseOldTrash(site.db, clubYears);
    expect([await found('first'), await found('one')]).toEqual([undefined, undefined]);
    expect(told.filter(({ key }) => key === 'two')).toEqual([{ topic: 'draft', key: 'two' }]);
  });
});

test('what the product begins an address with is no page’s: screens, in development too, and files beside them', async () => {
  vi.stubEnv('MODE', 'development');
  const { default: routes } = await import('../../routes.ts');
  vi.unstubAllEnvs();
  const screens = routes.flatMap(({ path = '' }) => (path.startsWith(':') ? [] : [path.split('/')[0] ?? '']));
  expect(screens).toEqual(expect.arrayContaining(['home', 'admin', 'dev']));
  const files = await readdir('public');
  expect(files).toContain('images');
  const { slug } = pages.fields;
  const isSlug = (first: string) => /^[a-z0-9-]+$/.test(first);
  const open = [...screens, ...files].filter((first) => isSlug(first) && slug.input.safeParse(first).success);
  expect(open).toEqual([]);
});

test.each([
  ['Mentoring programme', 'mentoring-programme'],
  ['  Über uns & mehr! ', 'uber-uns-mehr'],
  ['🎲', ''],
  ['x'.repeat(200), 'x'.repeat(60)],
])('%s is proposed as %s', (title, slug) => {
  expect(slugFor(title)).toBe(slug);
});
