import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { admin, member as visitor, treasurer } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { club } from '../../../test/outbox.ts';
import { dump, load } from '../../../test/transfers.ts';
import { exportRecords } from '../../transfer/export.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { NotAllowed, Rejected } from '../errors.ts';
import { listJobs } from '../jobs/queue.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import { viewPersonalData } from '../personal-data/view-personal-data.ts';
import { removeRecords } from '../record-changes/remove.ts';
import { addRecord, updateRecord } from '../record-changes/save.ts';
import { eraseExpired } from '../retention/erase-expired.ts';
import { listTrash } from '../trash.ts';
import { requestCard } from './card-requests.ts';
import { members } from './member.ts';
import { countsAsMember, paidText } from './membership.ts';

const ANA = { name: 'Ana', email: 'Ana@Example.org', studentId: '1001', note: '' };
const PAID = { on: '2026-09-01', until: '2027-08-31', how: 'cash', note: 'at the stall' };
const looking = {
  email: 'ana@example.org',
  club: { email: 'club@example.org', institution: 'Example', locale: 'en', currency: 'USD' },
};

describe('how somebody stands', () => {
  const english = { locale: 'en' };
  test.each([
    ['', '2026-11-22', 'Not paid', false],
    ['2027-08-31', '2027-08-31', 'Paid until Aug 31, 2027', true],
    ['2027-08-31', '2027-09-01', 'Lapsed Aug 31, 2027', true],
    ['2027-08-31', '2027-09-14', 'Lapsed Aug 31, 2027', true],
    ['2027-08-31', '2027-09-15', 'Lapsed Aug 31, 2027', false],
  ])('paid until ‘%s’, on %s: %s', (until, today, text, counts) => {
    expect(paidText(until, today, english)).toBe(text);
    expect(countsAsMember(until, today, {})).toBe(counts);
  });

  test('without days of grace membership ends with its last day', () => {
    expect(countsAsMember('2027-08-31', '2027-09-01', { graceDays: 0 })).toBe(false);
  });
});

describe.each(databases)('the record of a member on %s', (_, open) => {
  const site = freshDatabase(open);

  const add = (input: object) => addRecord(site.db, admin, members, { ...ANA, ...input });
  const names = async () =>
    (await site.db.query.selectFrom('members').select('name').orderBy('name').execute()).map(({ name }) => name);

  test('there is one for each address, whatever case and spaces', async () => {
    const { key } = await add({});
    const again = add({ name: 'Another', email: ' ana@example.ORG ' });
    await expect(again).rejects.toThrow(Rejected);
    await expect(again).rejects.toMatchObject({ fields: { email: 'This address belongs to a member already' } });
    const ben = await add({ name: 'Ben', email: 'ben@example.org' });
    await expect(
      updateRecord(site.db, admin, members, { key: ben.key, version: 0, input: { ...ANA, name: 'Ben' } }),
    ).rejects.toMatchObject({ fields: { email: 'This address belongs to a member already' } });
    await updateRecord(site.db, admin, members, { key, version: 0, input: { ...ANA, email: 'ANA@example.org' } });
    expect(await names()).toEqual(['Ana', 'Ben']);
    const doubling = sql`update members set address_key = 'ana@example.org'`;
    await expect(site.db.write((tx) => doubling.execute(tx.query))).rejects.toThrow(/unique/i);
  });

  test('of many who add one address at once, one does', async () => {
    const all = await Promise.allSettled(Array.from({ length: 8 }, (_one, at) => add({ name: `Ana ${at}` })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(all.filter((one) => one.status === 'rejected' && !(one.reason instanceof Rejected))).toEqual([]);
  });

  test('Treasurers and Admins change it, and nobody else', async () => {
    const { key } = await addRecord(site.db, treasurer, members, ANA);
    for (const actor of [visitor, { ...admin, role: 'editor' as const }, { ...admin, role: 'events' as const }, null]) {
      await expect(addRecord(site.db, actor, members, { ...ANA, email: 'x@example.org' })).rejects.toThrow(NotAllowed);
      await expect(removeRecords(site.db, actor, members, [key])).rejects.toThrow(NotAllowed);
    }
  });

  test.each([
    ['a name of 10,000 letters', { name: 'a'.repeat(10_000) }, 'name'],
    ['no name', { name: ' ' }, 'name'],
    ['no address', { email: '' }, 'email'],
    ['what is no address', { email: 'ana@' }, 'email'],
  ])('%s is refused with its sentence', async (_what, input, field) => {
    await expect(add(input)).rejects.toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  test('what is removed is in no export, and comes back with its payments, unless its address is another’s meanwhile', async () => {
    await load(site.db, { member: { a: { ...ANA, since: '2026-09-01', payments: [PAID] } } });
    await removeRecords(site.db, treasurer, members, ['a']);
    expect(JSON.parse(await dump(site.db)).member).toBeUndefined();
    const [trashed] = await listTrash(site.db);
    const { key } = await add({ name: 'Another' });
    await expect(restoreFromTrash(site.db, trashed?.key ?? '')).rejects.toThrow('belongs to a member already');
    await removeRecords(site.db, treasurer, members, [key]);
    await restoreFromTrash(site.db, trashed?.key ?? '');
    const row = await site.db.query.selectFrom('members').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ name: 'Ana', paid_until: '2027-08-31', payments: JSON.stringify([PAID]) });
  });

  test('what is exported is imported again, unknown fields too, and changes nothing the second time', async () => {
    const record = { ...ANA, note: 'Ask', since: '2026-09-01', payments: [PAID], shirt: 'M' };
    const { summary } = await load(site.db, { member: { a: record } });
    expect(summary['member']).toMatchObject({ added: 1, refused: 0 });
    const exported = await dump(site.db);
    expect(JSON.parse(exported).member).toEqual({ a: record });
    const again = await load(site.db, JSON.parse(exported));
    expect(again.summary['member']).toMatchObject({ unchanged: 1, changed: 0 });
  });

  test('an import refuses a second record of one address, and leaves out what is wrong in payments', async () => {
    const { refused, summary } = await load(site.db, {
      member: {
        a: ANA,
        b: { ...ANA, email: 'ana@example.org' },
        c: { name: 'C', email: 'c@example.org', payments: [{ ...PAID, until: '2026-02-30' }] },
        d: { name: 'D', email: 'd@example.org', payments: [{ ...PAID, until: '2026-08-31' }] },
        e: { name: 'E', email: 'e@example.org', payments: Array.from({ length: 201 }, () => PAID) },
      },
    });
    expect(summary['member']).toMatchObject({ added: 4, refused: 4 });
    expect(refused.join('\n')).toContain('This address belongs to a member already (a)');
    expect(refused).toEqual(
      expect.arrayContaining([
        'member/c/payments/0/until: Please enter a day such as 2026-08-31',
        'member/d/payments/0: ‘until’ is before ‘on’',
        'member/e/payments: must have 200 entries at most',
      ]),
    );
    const { member } = JSON.parse(await dump(site.db));
    expect(member).toMatchObject({ c: { payments: [{ ...PAID, until: '' }] } });
    expect([member.d.payments, member.e.payments]).toEqual([undefined, undefined]);
    expect(await site.db.query.selectFrom('members').select('paid_until').distinct().execute()).toEqual([
      { paid_until: null },
    ]);
  });

  test('members are in no export without persons, and in no archive', async () => {
    await load(site.db, { member: { a: ANA } });
    const text = async (options: object) => (await Array.fromAsync(exportRecords(site.db, options))).join('');
    expect(await text({})).toContain('Ana@Example.org');
    expect(await text({ withPersons: false })).not.toContain('Ana');
    expect(await text({ withMembers: false })).not.toContain('Ana');
  });

  test('whoever asks is found, and erased from everything; others keep their records without the address', async () => {
    await load(site.db, {
      member: {
        a: { ...ANA, payments: [PAID] },
        b: { name: 'Ben', email: 'b@example.org', note: 'see ana@example.org' },
      },
    });
    for (const address of ['ana@example.org', 'b@example.org']) await requestCard(site.db, address);
    const found = await viewPersonalData(site.db, admin, looking);
    expect(found.members).toMatchObject([{ name: 'Ana', payments: [PAID] }]);
    expect(found.memberNotes).toEqual([{ key: 'b', name: 'Ben' }]);
    expect(found.pages).toEqual([]);
    await erasePersonalData(site.db, admin, { ...looking, mailing: club });
    expect(await dump(site.db)).not.toMatch(/ana@example/i);
    expect(await names()).toEqual(['Ben']);
    expect((await listJobs(site.db, 'card request')).map(({ key }) => key)).toEqual(['b@example.org']);
  });

  test('whoever asks is erased from the trash too', async () => {
    await load(site.db, { member: { a: ANA } });
    await removeRecords(site.db, admin, members, ['a']);
    expect((await viewPersonalData(site.db, admin, looking)).trash).toMatchObject([{ members: [{ name: 'Ana' }] }]);
    await erasePersonalData(site.db, admin, { ...looking, mailing: club });
    expect(await listTrash(site.db)).toEqual([]);
    const titles = await site.db.query.selectFrom('activity').select('title').execute();
    expect(JSON.stringify(titles)).not.toContain('Ana');
  });

  test('who lapsed, or never paid, is kept for so many days, also where an import says nothing plain of since when', async () => {
    const at = (day: string) => ({ retention: { membersDays: 10 }, timeZone: 'America/Toronto', now: Date.parse(day) });
    await load(site.db, {
      member: {
        paid: { ...ANA, since: '2020-01-01', payments: [{ ...PAID, on: '2026-01-01', until: '2026-11-10' }] },
        never: { name: 'Ben', email: 'b@example.org', since: '2026-11-11' },
        unknown: { name: 'Cleo', email: 'c@example.org' },
        empty: { name: 'Dan', email: 'd@example.org', since: '' },
        ahead: { name: 'Eve', email: 'e@example.org', since: '9999-12-31' },
      },
    });
    const added = Date.parse('2026-11-12T12:00:00-05:00');
    await site.db.write(({ query }) => query.updateTable('members').set({ updated_at: added }).execute());
    await eraseExpired(site.db, at('2026-11-20T12:00:00-05:00'));
    expect(await names()).toEqual(['Ana', 'Ben', 'Cleo', 'Dan', 'Eve']);
    await eraseExpired(site.db, at('2026-11-21T12:00:00-05:00'));
    expect(await names()).toEqual(['Ben', 'Cleo', 'Dan', 'Eve']);
    await eraseExpired(site.db, at('2026-11-22T12:00:00-05:00'));
    expect(await names()).toEqual(['Cleo', 'Dan', 'Eve']);
    await eraseExpired(site.db, { ...at('2026-11-30T12:00:00-05:00'), retention: undefined });
    expect(await names()).toEqual(['Cleo', 'Dan', 'Eve']);
    await eraseExpired(site.db, at('2026-11-23T12:00:00-05:00'));
    expect(await names()).toEqual([]);
  });
});
