import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../test/databases.ts';
import { club } from '../../test/outbox.ts';
import { listMails } from '../../test/sign-ups.ts';
import { dump, load } from '../../test/transfers.ts';

const HOUR = 3_600_000;

/** A file of one event with so many places, one who goes and two who wait. */
function fileOf(places: number | undefined, start = Date.now() + 48 * HOUR) {
  const entry = ($state: string, name: string, $since: number) => ({
    $state,
    $since,
    $email: `${name}@example.edu`,
    name,
    email: `${name}@example.edu`,
  });
  return {
    event: { talk: { title: 'Talk', formId: 'form', datetime: { timeStartTimestamp: start } } },
    form: { form: { asksPerson: true, ...(places !== undefined && { places }) } },
    entry: { form: { a: entry('going', 'ana', 1), b: entry('waiting', 'ben', 2), c: entry('waiting', 'cleo', 3) } },
  };
}

describe.each(databases)('an import, on %s', (_, open) => {
  const site = freshDatabase(open);

  const take = (content: object, options = {}) =>
    load(site.db, content, { club: () => Promise.resolve(club), ...options });
  const states = async () => {
    const rows = await site.db.query.selectFrom('entries').select('state').orderBy('key').execute();
    return rows.map(({ state }) => state);
  };

  test.each([
    ['adds places', 2, ['going', 'going', 'waiting'], ['ben: A place is yours: Talk']],
    [
      'takes the limit away',
      undefined,
      ['going', 'going', 'going'],
      ['ben', 'cleo'].map((who) => `${who}: A place is yours: Talk`),
    ],
    ['says nothing new', 1, ['going', 'waiting', 'waiting'], []],
  ])(
    'that %s moves up whom it makes room for, longest waiting first, and writes to them',
    async (_what, places, after, mails) => {
      await take(fileOf(1));
      await take({ form: fileOf(places).form });
      expect(await states()).toEqual(after);
      expect(await listMails(site.db)).toEqual(mails);
    },
  );

  test.each([{ replace: false }, { replace: true }])(
    'of a whole file moves up once all of it is in, %o',
    async (options) => {
      await take(fileOf(1));
      await take(fileOf(2), options);
      expect(await states()).toEqual(['going', 'going', 'waiting']);
      expect(await listMails(site.db)).toEqual(['ben: A place is yours: Talk']);
    },
  );

  test.each([{ replace: false }, { replace: true }])(
    'of what is there already moves nobody up, though there is room, %o',
    async (options) => {
      const file = fileOf(3);
      await take(file);
      await take(file, options);
      await take(JSON.parse(await dump(site.db)), options);
      expect(await states()).toEqual(['going', 'waiting', 'waiting']);
      expect(await listMails(site.db)).toEqual([]);
    },
  );

  test('moves up where an event that was cancelled takes place after all', async () => {
    const { event, ...file } = fileOf(3);
    const cancelled = { talk: { ...event.talk, cancelled: true } };
    await take({ ...file, event: cancelled });
    await take({ ...file, event });
    expect(await states()).toEqual(['going', 'going', 'going']);
  });

  test('moves up, too, where it names the event alone', async () => {
    const { event, ...file } = fileOf(2);
    await take({ ...file, event: { talk: { ...event.talk, cancelled: true } } });
    await take({ event });
    expect(await states()).toEqual(['going', 'going', 'waiting']);
    expect(await listMails(site.db)).toEqual(['ben: A place is yours: Talk']);
  });

  test('that cancels a sign-up makes its place free, and that takes one away too', async () => {
    const file = fileOf(1);
    await take(file);
    await take({ entry: { form: { a: { ...file.entry.form.a, $state: 'cancelled' } } } });
    expect(await states()).toEqual(['cancelled', 'going', 'waiting']);
    await take({ ...file, entry: { form: { c: file.entry.form.c } } }, { replace: true });
    expect(await states()).toEqual(['going']);
  });

  test('moves nobody up once the event has begun, nor in what is new here', async () => {
    const begun = fileOf(1, Date.now() - HOUR);
    await take(begun);
    await take({ form: fileOf(3).form });
    expect(await states()).toEqual(['going', 'waiting', 'waiting']);
    await take({}, { replace: true });
    await take(fileOf(3));
    expect(await states()).toEqual(['going', 'waiting', 'waiting']);
    expect(await listMails(site.db)).toEqual([]);
    expect(JSON.parse(await dump(site.db)).entry).toEqual(fileOf(3).entry);
  });

  test('keeps who has not confirmed their address, and what the form says of that, and an export gives both back', async () => {
    const { form, ...file } = fileOf(1);
    const entry = { $state: 'unconfirmed', $email: 'dora@example.edu', $since: 4, name: 'Dora' };
    const entries = { d: { ...entry, $state: 'cancelled', $since: 3 }, e: entry, f: { ...entry, name: 'Somebody' } };
    await take({ ...file, form: { form: { ...form.form, confirms: true } }, entry: { form: entries } });
    expect(JSON.parse(await dump(site.db))).toMatchObject({
      form: { form: { confirms: true } },
      entry: { form: entries },
    });
    // A second time, over what is there.
    await take({ entry: { form: entries } });
    expect(JSON.parse(await dump(site.db)).entry.form).toEqual(entries);
    expect(await listMails(site.db)).toEqual([]);
  });

  test('that has one address twice in a form reports it, and changes nothing the second time', async () => {
    const { entry, ...file } = fileOf(2);
    const twice = { ...file, entry: { form: { ...entry.form, c: { ...entry.form.c, $email: ' ANA@example.edu' } } } };
    const reported = ['entry/form/c/$email: is left out: the entry ‘a’ has this address too'];
    expect((await take(twice)).refused).toEqual(reported);
    const after = await dump(site.db);
    expect(JSON.parse(after).entry.form).toMatchObject({ a: { $email: 'ana@example.edu' } });
    expect((await take(twice)).refused).toEqual(reported);
    expect(await dump(site.db)).toBe(after);
  });

  test('reports an address that comes again after hundreds of others', async () => {
    const { entry, ...file } = fileOf(2);
    const others = Array.from({ length: 300 }, (_none, at) => [
      `b${at}`,
      { ...entry.form.c, $email: `visitor-${at}@example.edu` },
    ]);
    const form = { a: entry.form.a, ...Object.fromEntries(others), z: { ...entry.form.c, $email: 'ana@example.edu' } };
    const { refused } = await take({ ...file, entry: { form } });
    expect(refused).toEqual(['entry/form/z/$email: is left out: the entry ‘a’ has this address too']);
  });
});
