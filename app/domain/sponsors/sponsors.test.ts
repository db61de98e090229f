import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { load } from '../../../test/transfers.ts';
import { listFindings } from '../findings/findings.ts';
import { NotAllowed, NotFound, Rejected } from '../errors.ts';
import { moveRecord } from '../record-changes/order.ts';
import { addRecord, updateRecord } from '../record-changes/save.ts';
import { listEndingSponsors, listSponsors, viewSponsorTiers } from './list.ts';
import { sponsors } from './sponsor.ts';

const TODAY = '2026-11-20';
const SPONSOR = { name: 'Quorrel', logo: null, alt: 'A lens', url: '', tier: '', from: '', until: '' };

describe.each(databases)('sponsors on %s', (_, open) => {
  const site = freshDatabase(open);

  const add = async (name: string, given: object = {}) =>
    (await addRecord(site.db, admin, sponsors, { ...SPONSOR, name, ...given })).key;
  const names = async () => (await listSponsors(site.db)).map(({ name }) => name);
  const refusedAt = async (given: object) => {
    const error = await add('Quorrel', given).catch((reason: unknown) => reason);
    return error instanceof Rejected ? error.fields : error;
  };

  test('stand in the order in which they were added, and are moved', async () => {
    const [a] = [await add('A'), await add('B'), await add('C')];
    const c = (await listSponsors(site.db)).at(-1)?.key ?? '';
    expect(await names()).toEqual(['A', 'B', 'C']);
    await moveRecord(site.db, admin, sponsors, { key: a, to: 2 });
    expect(await names()).toEqual(['B', 'C', 'A']);
    await moveRecord(site.db, admin, sponsors, { key: c, to: 0 });
    expect(await names()).toEqual(['C', 'B', 'A']);
    // Beyond the end is the end.
    await moveRecord(site.db, admin, sponsors, { key: c, to: 900_000 });
    expect(await names()).toEqual(['B', 'A', 'C']);
    await add('D');
    expect(await names()).toEqual(['B', 'A', 'C', 'D']);
    await expect(moveRecord(site.db, admin, sponsors, { key: 'gone', to: 0 })).rejects.toThrow(NotFound);
    await expect(moveRecord(site.db, { ...admin, role: 'events' }, sponsors, { key: a, to: 0 })).rejects.toThrow(
      NotAllowed,
    );
  });

  test('two who move at once both move, and no place is lost', async () => {
    const keys = [await add('A'), await add('B'), await add('C'), await add('D')];
    await Promise.all(keys.map((key, at) => moveRecord(site.db, admin, sponsors, { key, to: 3 - at })));
    expect((await names()).toSorted()).toEqual(['A', 'B', 'C', 'D']);
    expect((await listSponsors(site.db)).map(({ order }) => order)).toEqual([1, 2, 3, 4]);
  });

  test('are saved while others move them', async () => {
    const key = await add('A');
    await add('B');
    await moveRecord(site.db, admin, sponsors, { key, to: 1 });
    await updateRecord(site.db, admin, sponsors, { key, version: 0, input: { ...SPONSOR, name: 'A2' } });
    expect(await names()).toEqual(['B', 'A2']);
  });

  test('are shown by tier on their days', async () => {
    await add('Past', { tier: 'Gold', until: '2026-11-19' });
    await add('Last day', { tier: 'Silver', until: TODAY });
    await add('First day', { tier: 'Gold', from: TODAY });
    await add('To come', { tier: 'Gold', from: '2026-11-21' });
    await add('Also silver', { tier: 'Silver' });
    const tiers = await viewSponsorTiers(site.db, TODAY);
    expect(tiers.map((tier) => [tier.name, tier.sponsors.map(({ name }) => name)])).toEqual([
      ['Silver', ['Last day', 'Also silver']],
      ['Gold', ['First day']],
    ]);
  });

  test('stand under ‘Needs attention’ thirty days before their end, for whoever may change them', async () => {
    await add('Over', { until: '2026-11-19' });
    await add('In thirty days', { until: '2026-12-20' });
    await add('In thirty-one', { until: '2026-12-21' });
    await add('Without an end');
    expect((await listEndingSponsors(site.db, TODAY)).map(({ name }) => name)).toEqual(['In thirty days']);
    const where = { midnight: 0, weekEnd: 0, timeZone: 'UTC', now: Date.parse(`${TODAY}T12:00Z`) };
    const { open: findings } = await listFindings(site.db, admin, where);
    expect(findings).toMatchObject([{ kind: 'sponsor', title: 'In thirty days', day: '2026-12-20' }]);
    expect((await listFindings(site.db, { ...admin, role: 'events' }, where)).open).toEqual([]);
  });

  test('what is wrong is said at its field', async () => {
    expect(await refusedAt({ name: ' ' })).toEqual({ name: 'Please enter a name' });
    expect(await refusedAt({ alt: '' })).toEqual({ alt: 'Please describe the logo, for people who cannot see it' });
    expect(await refusedAt({ from: '2026-02-30' })).toEqual({ from: 'Please enter a day such as 2026-04-30' });
    expect(await refusedAt({ from: '2026-11-21', until: '2026-11-20' })).toEqual({ until: '‘Until’ is before ‘From’' });
    for (const url of ['http://a.example', 'javascript:alert(1)', 'data:text/html,x', '//a.example'])
      expect(await refusedAt({ url })).toEqual({ url: 'Please enter a link that begins with https://' });
    expect(await names()).toEqual([]);
  });

  test('an import leaves out an ‘Until’ before its ‘From’, and names it', async () => {
    const wrong = { name: 'Quorrel', alt: 'A lens', from: '2026-11-21', until: '2026-11-20' };
    const { refused } = await load(site.db, { sponsor: { a: wrong, b: { ...wrong, name: 'B', until: wrong.from } } });
    expect(refused).toEqual(['sponsor/a/until: must not be before from']);
    const rows = await site.db.query.selectFrom('sponsors').select('until_day').orderBy('key').execute();
    expect(rows.map(({ until_day: until }) => until)).toEqual([null, wrong.from]);
  });

  test('of two who edit the same the second is told what the first saved', async () => {
    const key = await add('A');
    const save = (name: string) =>
      updateRecord(site.db, admin, sponsors, { key, version: 0, input: { ...SPONSOR, name } });
    await save('First');
    await expect(save('Second')).rejects.toMatchObject({ name: 'Stale', current: { name: 'First', version: 1 } });
    expect(await names()).toEqual(['First']);
  });
});
