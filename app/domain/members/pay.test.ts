import { describe, expect, test } from 'vitest';
import { member as visitor, treasurer } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { makeDue, runDue } from '../../../test/jobs.ts';
import { club } from '../../../test/outbox.ts';
import { load } from '../../../test/transfers.ts';
import { clubDay, dayPlus } from '../../time/club-day.ts';
import { NotAllowed, Rejected, Stale } from '../errors.ts';
import { findByCard } from './card-links.ts';
import { joinFromForm } from './join.ts';
import { viewMembers } from './list.ts';
import { cardRequests, requestCard } from './card-requests.ts';
import { addMember, markAsPaid, sendCard, undoPayments } from './pay.ts';
import { proposedUntil } from './years.ts';
import { renewals } from './renewal.ts';

const ZONE = club.clock.timeZone;
const TODAY = clubDay(ZONE);
const ANA = { name: 'Ana Ångström', email: 'ana@example.org', studentId: '1001', note: '' };
const CASH = { on: TODAY, until: dayPlus(TODAY, 200), how: 'cash', note: '' };
const everyone = { search: '', show: 'everyone', limit: 100 } as const;

test.each([
  ['2026-11-22', 9, '2027-08-31'],
  ['2027-07-01', 9, '2027-08-31'],
  ['2027-07-02', 9, '2028-08-31'],
  ['2027-08-31', 9, '2028-08-31'],
  ['2027-09-01', 9, '2028-08-31'],
  ['2028-01-10', 3, '2029-02-28'],
  ['2027-10-31', 1, '2027-12-31'],
  ['2027-11-01', 1, '2028-12-31'],
])('who pays on %s in a club whose year begins in month %i pays until %s', (day, month, until) => {
  expect(proposedUntil(day, month)).toBe(until);
});

describe.each(databases)('payments of members on %s', (_, open) => {
  const site = freshDatabase(open);

  const add = (input: object = {}) => addMember(site.db, treasurer, ZONE, { ...ANA, ...input });
  const pay = (key: string, version: number, input: object = {}) =>
    markAsPaid(site.db, treasurer, club, [{ key, version }], { ...CASH, ...input });
  const rows = async (query: object = {}) =>
    (await viewMembers(site.db, treasurer, club.clock, { ...everyone, ...query })).rows;
  const mails = async () =>
    (await site.db.query.selectFrom('outbox').selectAll().orderBy('created_at').execute()).map((row) => ({
      ...row,
      subject: String(JSON.parse(row.message).subject),
    }));
  const subjects = async () => (await mails()).map(({ subject }) => subject).toSorted();
  const CARD = `Your membership card: ${club.name}`;

  test('a first payment is noted, sends the card, and is taken back at once', async () => {
    const { key } = await add();
    expect(await rows()).toMatchObject([{ since: TODAY, status: 'Not paid' }]);
    const paid = await pay(key, 0);
    expect(paid).toEqual({ noted: [{ key, version: 1, at: 0 }] });
    expect(await rows()).toMatchObject([{ payments: [CASH], paidState: 'paid' }]);
    expect(await subjects()).toEqual([CARD]);
    await undoPayments(site.db, treasurer, paid.noted);
    expect(await rows()).toMatchObject([{ payments: [], status: 'Not paid' }]);
  });

  test('of several that are undone all are, or none', async () => {
    const [one, two] = [await add(), await add({ email: 'two@example.edu' })];
    const seen = [one, two].map(({ key }) => ({ key, version: 0 }));
    const { noted } = await markAsPaid(site.db, treasurer, club, seen, CASH);
    expect(noted).toHaveLength(2);
    await pay(two.key, 1, { until: dayPlus(TODAY, 300) });
    await expect(undoPayments(site.db, treasurer, noted)).rejects.toThrow('Nothing was saved');
    expect((await rows()).map(({ payments }) => payments.length).toSorted((a, b) => a - b)).toEqual([1, 2]);
    await undoPayments(site.db, treasurer, [...noted.slice(0, 1), { key: two.key, version: 2, at: 0 }]);
    expect((await rows()).map(({ payments }) => payments.length).toSorted((a, b) => a - b)).toEqual([0, 1]);
  });

  test('a second payment sends no second card, and the latest day counts', async () => {
    const { key } = await add();
    await pay(key, 0);
    await pay(key, 1, { until: dayPlus(TODAY, 100) });
    expect(await subjects()).toEqual([CARD]);
    expect((await rows())[0]?.payments).toHaveLength(2);
    const { paid_until } = await site.db.query.selectFrom('members').selectAll().executeTakeFirstOrThrow();
    expect(paid_until).toBe(CASH.until);
  });

  test('two treasurers at two tables never mark twice', async () => {
    const { key } = await add();
    const both = await Promise.allSettled([pay(key, 0), pay(key, 0)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(pay(key, 0)).rejects.toThrow(Stale);
    await expect(pay(key, 1)).rejects.toMatchObject({
      fields: { until: 'This membership is already paid until then' },
    });
    expect((await rows())[0]?.payments).toHaveLength(1);
  });

  test('several are marked together, or none of them', async () => {
    const [one, two] = [await add(), await add({ name: 'Ben', email: 'ben@example.org' })];
    const seen = [one, two].map(({ key }) => ({ key, version: 0 }));
    await pay(two.key, 0, { until: dayPlus(TODAY, 10) });
    await expect(markAsPaid(site.db, treasurer, club, seen, CASH)).rejects.toThrow(Rejected);
    expect((await rows({ search: 'ana' }))[0]?.payments).toEqual([]);
    const now = [
      { key: one.key, version: 0 },
      { key: two.key, version: 1 },
    ];
    await markAsPaid(site.db, treasurer, club, now, CASH);
    expect((await rows()).map(({ paidState }) => paidState)).toEqual(['paid', 'paid']);
  });

  test.each([
    ['until before on', { until: dayPlus(TODAY, -1) }, 'until'],
    ['30 February', { until: '2027-02-30' }, 'until'],
    ['no day', { on: '' }, 'on'],
    ['a way that is none', { how: 'gold' }, 'how'],
    ['a note of a book', { note: 'x'.repeat(501) }, 'note'],
  ])('%s is refused at its field', async (_what, input, field) => {
    const { key } = await add();
    await expect(pay(key, 0, input)).rejects.toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  test('who may not handle members does nothing, and reads nothing', async () => {
    const { key } = await add();
    for (const actor of [visitor, null]) {
      await expect(markAsPaid(site.db, actor, club, [{ key, version: 0 }], CASH)).rejects.toThrow(NotAllowed);
      await expect(undoPayments(site.db, actor, [{ key, version: 0, at: 0 }])).rejects.toThrow(NotAllowed);
      await expect(sendCard(site.db, actor, club, key)).rejects.toThrow(NotAllowed);
      await expect(viewMembers(site.db, actor, club.clock, everyone)).rejects.toThrow(NotAllowed);
    }
  });

  test('words are found in any order, without accents, in names, addresses and student IDs', async () => {
    await add();
    await add({ name: 'Ben 100%_', email: 'ben@example.org', studentId: '1002' });
    const found = async (search: string) => (await rows({ search })).map(({ name }) => name);
    expect(await found('angstrom ana')).toEqual(['Ana Ångström']);
    expect(await found('1002 BEN')).toEqual(['Ben 100%_']);
    expect(await found('%_')).toEqual(['Ben 100%_']);
    expect(await found('ben@ ana')).toEqual([]);
    expect(await found(String.raw`\ `)).toEqual([]);
  });

  test('figures and filter go by the club’s day; days of grace stand as lapsed', async () => {
    const [paid, lapsed] = [await add(), await add({ name: 'Ben', email: 'ben@example.org', studentId: '1001' })];
    await add({ name: 'Cleo', email: 'cleo@example.org', studentId: '' });
    await pay(paid.key, 0, { until: TODAY });
    await pay(lapsed.key, 0, { on: dayPlus(TODAY, -30), until: dayPlus(TODAY, -1) });
    const { counts, rows: all } = await viewMembers(site.db, treasurer, club.clock, everyone);
    expect(counts).toEqual({ paid: 1, unpaid: 1, lapsed: 1 });
    expect(all.map(({ sameId }) => sameId)).toEqual([['Ben'], ['Ana Ångström'], []]);
    const named = async (show: string) => (await rows({ show })).map(({ name }) => name);
    expect(await named('paid')).toEqual(['Ana Ångström']);
    expect(await named('unpaid')).toEqual(['Cleo']);
    expect(await named('lapsed')).toEqual(['Ben']);
    const tomorrow = Date.now() + 86_400_000;
    const then = await viewMembers(site.db, treasurer, club.clock, everyone, tomorrow);
    expect(then.counts).toEqual({ paid: 0, unpaid: 1, lapsed: 2 });
  });

  test('30 days before the end it is written to once, and not to who has paid beyond it', async () => {
    const [ana, ben] = [await add(), await add({ name: 'Ben', email: 'ben@example.org' })];
    const until = dayPlus(TODAY, 60);
    await pay(ana.key, 0, { until });
    await pay(ben.key, 0, { until });
    await pay(ben.key, 1, { until: dayPlus(TODAY, 400) });
    const ends = async () => (await mails()).filter(({ subject }) => subject.startsWith('Your membership ends on'));
    const day = (days: number) => Date.now() + days * 86_400_000;
    await runDue(
      site.db,
      renewals(() => club),
      day(28),
    );
    expect(await ends()).toEqual([]);
    // The site was down at the moment itself.
    await runDue(
      site.db,
      renewals(() => club),
      day(45),
    );
    await makeDue(site.db);
    await runDue(
      site.db,
      renewals(() => club),
      day(46),
    );
    expect((await ends()).map(({ recipient }) => recipient)).toEqual(['ana@example.org']);
  });

  test('after its last day nobody is written to about its end', async () => {
    const { key } = await add();
    await pay(key, 0, { until: dayPlus(TODAY, 5) });
    await runDue(
      site.db,
      renewals(() => club),
      Date.now() + 7 * 86_400_000,
    );
    expect(await subjects()).toEqual([CARD]);
  });

  test('an import mails nothing, and is written to at the moment that is still to come', async () => {
    const paid = (until: string) => [{ ...CASH, on: '2026-01-01', until }];
    await load(site.db, {
      member: {
        soon: { ...ANA, payments: paid(dayPlus(TODAY, 10)) },
        'later one': { name: 'Ben', email: 'ben@example.org', payments: paid(dayPlus(TODAY, 60)) },
      },
    });
    await runDue(
      site.db,
      renewals(() => club),
      Date.now(),
    );
    expect(await mails()).toEqual([]);
    await runDue(
      site.db,
      renewals(() => club),
      Date.now() + 31 * 86_400_000,
    );
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ben@example.org']);
  });

  test.each([
    ['America/Vancouver', '2026-08-01T23:59:00-07:00', true],
    ['America/Vancouver', '2026-08-02T00:00:00-07:00', false],
    ['Pacific/Kiritimati', '2026-08-01T23:59:00+14:00', true],
    ['Pacific/Kiritimati', '2026-08-02T00:00:00+14:00', false],
    ['Pacific/Pago_Pago', '2026-08-01T23:59:00-11:00', true],
    ['Pacific/Pago_Pago', '2026-08-02T00:00:00-11:00', false],
  ])('in %s, a payment that is imported at %s is written about once its day has come: %s', async (timeZone, at, is) => {
    const there = { ...club, clock: { ...club.clock, timeZone } };
    const payments = [{ ...CASH, on: '2026-01-01', until: '2026-09-01' }];
    const now = Date.parse(at);
    await load(site.db, { member: { ana: { ...ANA, payments } } }, { now, club: async () => there });
    const handler = renewals(() => there);
    await runDue(site.db, handler, now);
    expect(await mails()).toEqual([]);
    await runDue(site.db, handler, now + 60_000);
    expect(await mails()).toHaveLength(is ? 1 : 0);
  });

  test('whoever asks for a card by an address of nobody causes nothing, and a card’s link is stored as a digest', async () => {
    const { key } = await add();
    const send = () =>
      runDue(
        site.db,
        cardRequests(() => club),
      );
    for (const nobody of ['nobody@example.org', 'ana@', '\0@example.org']) await requestCard(site.db, nobody);
    await send();
    expect(await mails()).toEqual([]);
    await requestCard(site.db, ' ANA@example.org');
    expect(await mails()).toEqual([]);
    await send();
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipient: 'ana@example.org', subject: CARD });
    expect((await findByCard(site.db, mail?.secret ?? ''))?.key).toBe(key);
    const links = await site.db.query.selectFrom('member_links').selectAll().execute();
    expect(JSON.stringify(links)).not.toContain(mail?.secret);
    expect(await findByCard(site.db, 'guess')).toBeUndefined();
  });

  test('a membership sign-up makes a member who has not paid, and changes nothing of a known one but what is empty', async () => {
    const join = (key: string, answers: Record<string, string>) =>
      site.db.write((tx) => joinFromForm(tx, { key, answers, timeZone: ZONE }));
    await join('one', { name: 'Zoe', email: 'Zoe@example.org', student_id: '' });
    expect(await rows()).toMatchObject([{ name: 'Zoe', status: 'Not paid', since: TODAY }]);
    await join('two', { name: 'Mallory', email: 'zoe@example.org', student_id: '77' });
    await join('three', { name: 'Mallory', email: ' ZOE@example.org ', student_id: '78' });
    await join('four', { name: 'No address', email: '' });
    expect(await rows()).toMatchObject([{ name: 'Zoe', email: 'Zoe@example.org', studentId: '77', version: 1 }]);
    await Promise.all(['five', 'six'].map((key) => join(key, { name: key, email: 'same@example.org' })));
    expect(await rows({ search: 'same' })).toHaveLength(1);
  });
});
