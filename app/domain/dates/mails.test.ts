import { beforeEach, describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { claimNext, makeDue, runDue } from '../../../test/jobs.ts';
import { club } from '../../../test/outbox.ts';
import { NOON, statusAt } from '../../../test/site-status.ts';
import { DAY_MS } from '../../time/durations.ts';
import { addItem, listItems, updateItem } from '../handover/items.ts';
import { settle } from '../jobs/run.ts';
import { ensureJob } from '../jobs/queue.ts';
import { readMessage } from '../mail/mail.ts';
import { readRefusedSite } from '../users/refused-site.ts';
import { listThings } from './list-dates.ts';
import { queueDateMails } from './mails.ts';
import { dateWatch } from './date-watch.ts';
import type { SiteStatus } from './site-status.ts';

describe.each(databases)('mails before something ends on %s', (_, open) => {
  const site = freshDatabase(open);
  beforeEach(async () => {
    const email = 'ada@example.edu';
    const ada = { uid: 'ada', name: 'Ada', email, verified_email: email, admin: 1, extra: null, created_at: 1 };
    await site.db.write(({ query }) => query.insertInto('users').values(ada).execute());
    await site.db.write((tx) => ensureJob(tx, 'dates', 0));
  });

  const watchAt = (now: number, given: Partial<SiteStatus> = {}) => {
    const quiet = { publicUrl: 'http://localhost:3000', version: { number: '1.0.0', releasedOn: '2029-01-01' } };
    return dateWatch(
      site.db,
      async () => statusAt(now, { ...quiet, ...given }),
      () => club,
    );
  };
  const lookAt = async (now: number, given: Partial<SiteStatus> = {}) => {
    await makeDue(site.db);
    const claimed = await claimNext(site.db, watchAt(now, given), now);
    if (claimed) await settle(site.db, claimed, await claimed.work(new AbortController().signal), now);
  };
  const mails = async () => {
    const rows = await site.db.query.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('key').execute();
    return rows.map(({ recipient, message }) => `${recipient}: ${readMessage(message)?.subject}`);
  };
  const add = (more: object) => addItem(site.db, admin, { title: 'Domain', owner: '', ...more });
  const day = (offset: number) => new Date(NOON + offset * DAY_MS).toISOString().slice(0, 10);

  test('go 60, 30 and 7 days before to both owners, each once', async () => {
    await add({ owner: 'Ada', secondOwner: 'bob@example.org', endsOn: '2027-03-01' });
    const counts: [string, number][] = [];
    let before = 0;
    for (let now = NOON; now < NOON + 120 * DAY_MS; now += DAY_MS / 2) {
      await lookAt(now);
      const count = (await mails()).length;
      if (count > before) counts.push([new Date(now).toISOString().slice(0, 10), count - before]);
      before = count;
    }
    expect(counts).toEqual([
      ['2026-12-31', 2],
      ['2027-01-30', 2],
      ['2027-02-22', 2],
    ]);
    expect((await mails()).slice(0, 2).toSorted()).toEqual([
      'ada@example.edu: Ends on Mar 1, 2027: Domain',
      'bob@example.org: Ends on Mar 1, 2027: Domain',
    ]);
    const mail = await site.db.query.selectFrom('outbox').selectAll().limit(1).executeTakeFirstOrThrow();
    expect(mail.expires_at).toBe(Date.parse('2027-03-02T00:00-05:00'));
    expect(readMessage(mail.message)?.text).toContain('https://club.example.edu/admin/dates');
  });

  test('only the nearest after the site was down; a new end begins anew', async () => {
    const { key } = await add({ owner: 'Ada', endsOn: day(20) });
    await lookAt(NOON);
    await lookAt(NOON + DAY_MS);
    expect(await mails()).toHaveLength(1);
    const input = { title: 'Domain', owner: 'Ada', secondOwner: '', endsOn: day(25) };
    await updateItem(site.db, admin, { key, version: 0, input });
    await lookAt(NOON + DAY_MS);
    expect(await mails()).toHaveLength(2);
    expect((await listItems(site.db, admin))[0]).toMatchObject({ endsOn: day(25), version: 1 });
    // What has ended stands under ‘Needs attention’: nobody is written to.
    await lookAt(NOON + 26 * DAY_MS);
    expect(await mails()).toHaveLength(2);
  });

  test('somebody of a name alone, or nobody, gets none; whoever is chosen later does', async () => {
    const { key } = await add({ owner: 'Old Bob', endsOn: day(5) });
    await add({ title: 'Chat', endsOn: day(5) });
    await lookAt(NOON);
    expect(await mails()).toEqual([]);
    const input = { title: 'Domain', owner: 'Old Bob', secondOwner: 'Ada', endsOn: day(5) };
    await updateItem(site.db, admin, { key, version: 0, input });
    await lookAt(NOON);
    expect(await mails()).toHaveLength(1);
  });

  test('one person who is both owners gets one', async () => {
    await add({ owner: 'Ada', secondOwner: 'ada@example.edu', endsOn: day(5) });
    await lookAt(NOON);
    expect(await mails()).toHaveLength(1);
  });

  test('each goes once, also where a copy dies in its work and another takes it up', async () => {
    await add({ owner: 'Ada', endsOn: day(5) });
    const died = await claimNext(site.db, watchAt(NOON), NOON);
    const noteOutcome = await died?.work(new AbortController().signal);
    await lookAt(NOON);
    expect(await mails()).toHaveLength(1);
    // And the first was not dead after all.
    if (died && noteOutcome) await settle(site.db, died, noteOutcome, NOON);
    expect(await mails()).toHaveLength(1);
    await runDue(site.db, watchAt(NOON), NOON);
    expect(await mails()).toHaveLength(1);
  });

  test('of two copies that look at the same moment one writes', async () => {
    await add({ owner: 'Ada', endsOn: day(5) });
    const things = await listThings(site.db, statusAt());
    const write = () => site.db.write((tx) => queueDateMails(tx, club, things, NOON));
    await Promise.all([write(), write(), write()]);
    expect((await mails()).filter((mail) => mail.endsWith('Domain'))).toHaveLength(1);
  });

  test('what the identity provider says is noted until it says otherwise', async () => {
    await lookAt(NOON, { refusedAs: 'invalid_client' });
    await lookAt(NOON + DAY_MS, { refusedAs: undefined });
    expect(await readRefusedSite(site.db)).toMatchObject({ word: 'invalid_client' });
    await lookAt(NOON + 2 * DAY_MS, { refusedAs: null });
    expect(await readRefusedSite(site.db)).toBeUndefined();
  });

  test.each([
    [61, 0],
    [60, 1],
    [30, 1],
    [7, 1],
  ])('about a certificate %d days before its end: %d', async (left, count) => {
    const certificate = { host: 'club.example.edu', until: NOON + left * DAY_MS };
    await lookAt(NOON, { certificate, publicUrl: 'https://club.example.edu' });
    expect(await mails()).toHaveLength(count);
  });
});
