import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { NotAllowed, NotFound } from '../errors.ts';
import { execs, listExecs } from '../execs.ts';
import { addRecord, updateRecord } from '../record-changes/save.ts';
import type { Role } from '../roles.ts';
import { listFindings, settleFinding, type Finding } from './findings.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 6, 1, 12);
const where = { midnight: NOW, weekEnd: NOW + 7 * DAY, timeZone: 'America/Toronto', now: NOW };
const as = (role: Role) => ({ uid: role, name: `The ${role}`, email: `${role}@example.edu`, role });
const [admin, editor, events, viewer] = [as('admin'), as('editor'), as('events'), as('viewer')];
const GRACE = {
  name: 'Grace',
  title: 'Treasurer',
  description: '',
  isCurrentExec: true,
  image: null,
  since: '',
  until: '',
};

describe.each(databases)('what needs attention on %s', (_, open) => {
  const site = freshDatabase(open);

  const found = async (who = admin) => (await listFindings(site.db, who, where)).open.map(nameOf);
  const nameOf = ({ kind, key }: Finding) => `${kind} ${key}`;

  test('is an executive without a picture and an event this week without a place', async () => {
    const { key: grace } = await addRecord(site.db, admin, execs, GRACE);
    await addRecord(site.db, admin, execs, { ...GRACE, name: 'Former', isCurrentExec: false });
    await insertEvents(
      site.db,
      eventRow('here', { time_start: NOW + HOUR, location: 'Room 1' }),
      eventRow('blank', { time_start: NOW + HOUR, location: ' ' }),
      eventRow('past', { time_start: NOW - 1, time_end: NOW + HOUR }),
      eventRow('later', { time_start: NOW + 7 * DAY }),
    );
    expect(await found()).toEqual(['place blank', `portrait ${grace}`]);
    expect(await found(editor)).toEqual(['place blank', `portrait ${grace}`]);
    expect(await found(events)).toEqual(['place blank']);
    expect(await found(viewer)).toEqual([]);
    await expect(listFindings(site.db, null, where)).rejects.toThrow(NotAllowed);
  });

  test('is fine as it is until it changes, which is logged and can be undone', async () => {
    const { key } = await addRecord(site.db, admin, execs, GRACE);
    const [finding] = (await listFindings(site.db, editor, where)).open;
    const { id = '', state = '' } = finding ?? {};
    await settleFinding(site.db, editor, where, { id, state, isFine: true });
    await settleFinding(site.db, editor, where, { id, state, isFine: true });
    expect(await found()).toEqual([]);
    expect((await listFindings(site.db, admin, where)).settled.map(nameOf)).toEqual([`portrait ${key}`]);
    await settleFinding(site.db, admin, where, { id, state, isFine: false });
    expect(await found()).toEqual([`portrait ${key}`]);
    await settleFinding(site.db, admin, where, { id, state, isFine: true });
    const [exec] = await listExecs(site.db, true);
    await updateRecord(site.db, admin, execs, { key, version: exec?.version ?? 0, input: { ...GRACE, name: 'Ada' } });
    expect(await found()).toEqual([`portrait ${key}`]);
    await expect(settleFinding(site.db, admin, where, { id, state, isFine: true })).rejects.toThrow(NotFound);
    const log = await site.db.query
      .selectFrom('activity')
      .select(['who', 'verb', 'title'])
      .where('topic', '=', 'finding')
      .orderBy('at')
      .orderBy('key')
      .execute();
    const title = 'Grace: no picture';
    expect(log).toEqual([
      { who: 'The editor', verb: 'hid', title },
      { who: 'The admin', verb: 'brought back', title },
      { who: 'The admin', verb: 'hid', title },
    ]);
  });

  test('is how an event went, from the morning after, until somebody says it or waves it off', async () => {
    const evening = {
      time_start: Date.parse('2026-06-26T20:00-04:00'),
      time_end: Date.parse('2026-06-27T01:00-04:00'),
    };
    await insertEvents(
      site.db,
      eventRow('party', { ...evening, title: 'Party' }),
      ...[eventRow('off', { ...evening, cancelled: 1 }), eventRow('draft', { ...evening, publish_at: 1 })],
      ...[eventRow('told', { ...evening, retro_came: 0 }), eventRow('hidden', { ...evening, hidden_date: 1 })],
      eventRow('long ago', { time_start: NOW - 70 * DAY }),
      eventRow('without end', { time_start: Date.parse('2026-06-26T20:00-04:00') }),
    );
    const at = async (time: string, who = events) => {
      const { open, settled } = await listFindings(site.db, who, { ...where, now: Date.parse(time) });
      return [open.map(nameOf), settled.map(nameOf)];
    };
    expect(await at('2026-06-27T05:59-04:00')).toEqual([[], []]);
    expect(await at('2026-06-27T06:00-04:00')).toEqual([['look back party', 'look back without end'], []]);
    expect(await at('2026-06-27T06:00-04:00', viewer)).toEqual([[], []]);
    const [party] = (await listFindings(site.db, events, where)).open;
    const { id = '', state = '' } = party ?? {};
    await settleFinding(site.db, events, where, { id, state, isFine: true });
    expect(await at('2026-06-30T06:00-04:00')).toEqual([['look back without end'], ['look back party']]);
    // A picture of it, added later, brings the question back no more; another evening does.
    await site.db.write(({ query }) => query.updateTable('events').set({ version: 9 }).execute());
    expect(await at('2026-06-30T06:00-04:00')).toEqual([['look back without end'], ['look back party']]);
    const next = { time_start: Date.parse('2026-06-28T20:00-04:00'), time_end: Date.parse('2026-06-28T22:00-04:00') };
    await site.db.write(({ query }) => query.updateTable('events').set(next).where('key', '=', 'party').execute());
    expect(await at('2026-06-30T06:00-04:00')).toEqual([['look back without end', 'look back party'], []]);
  });

  test('is an event without a date or with a tentative one, until that is another, and the sample’s texts', async () => {
    await insertEvents(
      site.db,
      eventRow('some day', { title: 'Some day', time_start: null }),
      eventRow('maybe', { title: 'Maybe', time_start: NOW + 9 * DAY, tentative: 1 }),
    );
    const at = { ...where, sample: ['Name', 'Chat'] };
    const seen = async (who = admin, look = at) => (await listFindings(site.db, who, look)).open;
    expect((await seen()).map(({ title, kind }) => [kind, title])).toEqual([
      ['undated', 'Some day'],
      ['tentative', 'Maybe'],
      ['sample', '2 texts and links of the sample'],
    ]);
    expect((await seen(events)).map(({ kind }) => kind)).toEqual(['undated', 'tentative']);
    expect(await seen(viewer)).toEqual([]);
    for (const { id, state } of await seen()) await settleFinding(site.db, admin, at, { id, state, isFine: true });
    const change = (given: object) => site.db.write(({ query }) => query.updateTable('events').set(given).execute());
    await change({ version: 7, location: 'Room 1' });
    expect(await seen()).toEqual([]);
    await change({ time_start: NOW + 10 * DAY });
    expect((await seen()).map(nameOf)).toEqual(['tentative maybe']);
    expect((await seen(admin, { ...at, sample: ['Name'] })).map(({ title }) => title)).toContain(
      '1 text of the sample',
    );
  });

  test('is settled only by whoever may mend it', async () => {
    await addRecord(site.db, admin, execs, GRACE);
    const [finding] = (await listFindings(site.db, admin, where)).open;
    const settling = { id: finding?.id ?? '', state: finding?.state ?? '', isFine: true };
    await expect(settleFinding(site.db, viewer, where, settling)).rejects.toThrow(NotAllowed);
    await expect(settleFinding(site.db, null, where, settling)).rejects.toThrow(NotAllowed);
    await expect(settleFinding(site.db, events, where, settling)).rejects.toThrow(NotFound);
  });
});
