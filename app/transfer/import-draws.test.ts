import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { plantTalk } from '../../test/cast.ts';
import { databases, type TestDatabase } from '../../test/databases.ts';
import { runDue } from '../../test/jobs.ts';
import { club } from '../../test/outbox.ts';
import { listMails, signUpRow } from '../../test/sign-ups.ts';
import { dump, load } from '../../test/transfers.ts';
import type { Database } from '../db/db.server.ts';
import { requireAnyEvent } from '../domain/events/with-drafts.ts';
import { drawJobs } from '../domain/sign-ups/draw/draw.ts';
import { fingerprintOf } from '../domain/sign-ups/draw/order.ts';
import { viewDraw } from '../domain/sign-ups/draw/view.ts';
import { DAY_MS, HOUR_MS } from '../time/durations.ts';

const people = [
  ['ana', 'AAAA2222'],
  ['ben', 'BBBB3333'],
  ['cleo', 'CCCC4444'],
].map(([key = '', ticket = '']) => signUpRow('form', key, { state: 'entered', ticket }));

describe.each(databases)('a draw and the file of an export, on %s', (_, open) => {
  let site: TestDatabase;
  let other: TestDatabase;
  beforeEach(async () => {
    [site, other] = await Promise.all([open(), open()]);
  });
  afterEach(() => Promise.all([site.close(), other.close()]));

  const plant = (closes: number) => plantTalk(site.db, { form: { draw: 1, places: 2, closes }, people });
  /** First its secret is made. */
  const work = async (db: Database) => {
    const handler = drawJobs(() => club);
    await runDue(db, handler);
    await runDue(db, handler);
  };
  const view = async (db: Database) => (await viewDraw(db, await requireAnyEvent(db, 'talk')))?.view;
  const read = async (db: Database) => JSON.parse(await dump(db));
  const states = async (db: Database) => {
    const rows = await db.query.selectFrom('entries').select(['key', 'state', 'ticket']).orderBy('key').execute();
    return rows.map((row) => ({ ...row }));
  };

  test('with a ticket that is no text closes sign-up, and the rest is taken', async () => {
    const form = { places: 1, closes: Date.now() + HOUR_MS, draw: true, drawnTickets: [{ toString: 1, valueOf: 1 }] };
    const { refused } = await load(site.db, { form: { form }, event: { talk: { title: 'Talk' } } });
    expect(refused).toEqual(['form/form/drawnTickets/0: must be a text: sign-up closes now']);
    expect(await read(site.db)).toMatchObject({ event: { talk: { title: 'Talk' } } });
  });

  test('before it holds no secret, and each ticket', async () => {
    await plant(Date.now() + HOUR_MS);
    await work(site.db);
    const { draw_secret: secret } = await site.db.query
      .selectFrom('forms')
      .select('draw_secret')
      .executeTakeFirstOrThrow();
    const file = await read(site.db);
    expect(JSON.stringify(file)).not.toContain(secret);
    expect(file).toMatchObject({
      form: { form: { draw: true, places: 2 } },
      entry: { form: { ana: { $state: 'entered', $ticket: 'AAAA2222' } } },
    });
    expect(file).not.toHaveProperty('form.form.drawn');
    await load(other.db, file);
    expect(await states(other.db)).toEqual(await states(site.db));
    // Read back here it keeps the secret whose fingerprint people saw.
    await load(site.db, file, { replace: true });
    expect((await view(site.db))?.hash).toBe(fingerprintOf(secret ?? ''));
  });

  test('after it has the secret, and is not drawn again anywhere', async () => {
    await plant(Date.now() - 1);
    await work(site.db);
    const drawn = await view(site.db);
    const file = await read(site.db);
    const { hash, secret } = drawn ?? {};
    expect(file).toMatchObject({ form: { form: { drawn: { hash, secret, at: expect.any(Number) } } } });
    await load(other.db, file);
    await work(other.db);
    expect(await view(other.db)).toEqual(drawn);
    expect(await states(other.db)).toEqual(await states(site.db));
    expect(await listMails(other.db)).toEqual([]);
    expect(await read(other.db)).toEqual(file);
  });

  test('of the contract’s fields alone is as good', async () => {
    await plant(Date.now() - 1);
    await work(site.db);
    const file = await read(site.db);
    delete file.form.form.drawnPlaces;
    delete file.form.form.drawnTickets;
    await load(other.db, file);
    expect(await view(other.db)).toEqual(await view(site.db));
  });

  test('of before the draw leaves everybody where it put them', async () => {
    await plant(Date.now() + HOUR_MS);
    const file = await read(site.db);
    await site.db.write(({ query }) => query.updateTable('forms').set({ closes: 1 }).execute());
    await work(site.db);
    const [drawn, after] = [await view(site.db), await states(site.db)];
    await load(site.db, file);
    await work(site.db);
    expect(await view(site.db)).toEqual(drawn);
    expect(await states(site.db)).toEqual(after);
  });

  test('with another secret than the one whose fingerprint people saw changes none of it', async () => {
    await plant(Date.now() + HOUR_MS);
    await work(site.db);
    const before = await view(site.db);
    const file = await read(site.db);
    const secret = 'a'.repeat(64);
    file.form.form.drawn = { hash: fingerprintOf(secret), secret, at: Date.now() };
    await load(site.db, file, { replace: true });
    expect(before).toMatchObject({ state: 'open', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await view(site.db)).toEqual(before);
    await site.db.write(({ query }) => query.updateTable('forms').set({ closes: 1 }).execute());
    await work(site.db);
    expect(await view(site.db)).toMatchObject({ state: 'drawn', hash: before?.hash });
  });

  test.each([
    [
      'another secret than its fingerprint',
      { hash: 'f'.repeat(64) },
      'form/form/drawn/hash: is not the SHA-256 of the secret',
    ],
    ['no secret', { secret: 'short' }, 'form/form/drawn/secret: must be 64 hex digits in small letters'],
    ['no time', { at: null }, 'form/form/drawn/at: is missing'],
  ])('with %s is not drawn anew: sign-up is closed', async (_what, given, said) => {
    const secret = 'a'.repeat(64);
    const drawn = { hash: fingerprintOf(secret), secret, at: 5, ...given };
    const form = { asksPerson: true, draw: true, places: 2, closes: 5, drawn };
    const { refused } = await load(site.db, { form: { form } });
    expect(refused).toEqual([`${said}: sign-up closes now`]);
    const [row] = await site.db.query.selectFrom('forms').selectAll().execute();
    expect(row).toMatchObject({ draw: null, drawn_at: null, places: 2 });
    expect(row?.closes).toBeGreaterThan(5);
  });

  test.each([
    ['places', { closes: Date.now() + DAY_MS }],
    ['an end', { places: 2 }],
    ['ten minutes', { places: 2, opens: 1_000_000, closes: 1_300_000 }],
  ])('without %s leaves the draw out, and closes sign-up', async (_what, given) => {
    const { refused } = await load(site.db, { form: { form: { asksPerson: true, draw: true, ...given } } });
    expect(refused).toEqual([expect.stringMatching(/^form\/form\/draw: needs places/)]);
    expect(await read(site.db)).toMatchObject({
      form: { form: { asksPerson: true, ...given, closes: expect.any(Number) } },
    });
    const { closes } = (await read(site.db)).form.form;
    expect(closes).toBeLessThanOrEqual(Date.now());
    expect(await read(site.db)).not.toHaveProperty('form.form.draw');
  });

  test('of tickets that are doubled, missing or none: each who is in it has one', async () => {
    const entry = (name: string, $ticket?: string) => ({
      $state: 'entered',
      $email: `${name}@example.edu`,
      name,
      email: `${name}@example.edu`,
      ...($ticket !== undefined && { $ticket }),
    });
    const file = {
      form: { form: { asksPerson: true, draw: true, places: 2, closes: Date.now() + DAY_MS } },
      entry: {
        form: {
          a: entry('ana', 'AAAA2222'),
          b: entry('ben', 'AAAA2222'),
          c: entry('cleo'),
          d: entry('dan', '<script>'),
        },
      },
    };
    const { refused } = await load(site.db, file);
    expect(refused).toEqual(['entry/form/d/$ticket: must be eight letters and digits']);
    const tickets = (await states(site.db)).map(({ ticket }) => ticket);
    expect(tickets).toHaveLength(4);
    expect(new Set(tickets).size).toBe(4);
    await load(site.db, file);
    expect((await states(site.db)).map(({ ticket }) => ticket)).toEqual(tickets);
  });
});
