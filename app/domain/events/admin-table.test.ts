import { beforeEach, describe, expect, test } from 'vitest';
import { admin, member, treasurer } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { seedFile } from '../../../test/seed-file.ts';
import { insertPersonForm, insertSignUps, signUpRow } from '../../../test/sign-ups.ts';
import type { Actor } from '../actor.ts';
import { viewEventTable } from './admin-table.ts';
import { NEVER } from '../records/publish-at.ts';

const clock = { timeZone: 'America/Toronto', locale: 'en-US' };
const midnight = Date.parse('2026-11-21T00:00-05:00');

describe.each(databases)('the table of events on %s', (_name, open) => {
  const { db } = freshDatabase(open);
  beforeEach(async () => {
    await insertEvents(
      db,
      eventRow('a', { title: 'Undated 100%' }),
      eventRow('b', { title: 'Game Night', location: 'Room 332', time_start: Date.parse('2026-11-20T23:30-05:00') }),
      eventRow('c', { title: 'GAME jam_1', time_start: Date.parse('2026-12-01T00:00-05:00') }),
      eventRow('d', { time_start: Date.parse('2020-01-05T12:00-05:00'), presenter: 'Adá Boakye' }),
      eventRow('e', { title: 'Today', time_start: midnight }),
      eventRow('f', { title: 'New Year', time_start: Date.parse('2026-01-01T02:00Z'), location: 'Great Hall' }),
    );
  });

  const view = (search = '', limit = 200) => viewEventTable(db, admin, clock, { search, limit, midnight });
  const keys = async (search: string, limit?: number) => {
    const { upcoming, past } = await view(search, limit);
    const [soon, before] = [upcoming, past].map(({ events }) => events.map(({ key }) => key).join(''));
    return [soon, upcoming.total, before, past.total];
  };

  test('upcoming ones soonest first and undated ones behind them, past ones newest first', async () => {
    expect(await keys('')).toEqual(['eca', 3, 'bfd', 3]);
  });

  test('a row says day and time at the club, the place, and whether the date is tentative', async () => {
    await db.write(({ query }) => query.updateTable('events').set({ tentative: 1 }).where('key', '=', 'b').execute());
    const { past, upcoming } = await view();
    expect(past.events[0]).toEqual({
      key: 'b',
      title: 'Game Night',
      image: null,
      poster: '/events/b/poster.svg?v=0&wordless',
      group: 'November 2026',
      date: '2026-11-20',
      time: 'Fri, 11:30 PM',
      place: 'Room 332',
      isCancelled: false,
      isTentative: true,
      visibility: '',
      proposedBy: '',
      mayChange: true,
      hasPayments: false,
      responses: null,
      places: null,
    });
    expect(upcoming.events.at(-1)).toMatchObject({ key: 'a', date: '', time: '', place: '', isTentative: false });
  });

  test('upcoming events stand in the weeks of the club, undated ones behind them', async () => {
    const starts = ['2026-11-22T23:59-05:00', '2026-11-23T00:00-05:00', '2026-11-30T00:00-05:00'];
    await insertEvents(
      db,
      ...starts.map((start, at) => eventRow(`week-${at}`, { title: 'Weekly', time_start: Date.parse(start) })),
    );
    const weeks = async (search?: string) => (await view(search)).upcoming.events.map(({ key, group }) => [key, group]);
    const weekly = [
      ['week-0', 'This week'],
      ['week-1', 'Next week'],
      ['week-2', 'Week of Mon Nov 30'],
    ];
    expect(await weeks('weekly')).toEqual(weekly);
    expect(await weeks()).toEqual([['e', 'This week'], ...weekly, ['c', 'Week of Mon Nov 30'], ['a', 'No date yet']]);
  });

  test('past events stand in the months of the club, the latest first', async () => {
    const starts = [
      '2026-11-16T00:00-05:00',
      '2026-11-01T00:00-04:00',
      '2026-10-31T23:59-04:00',
      '2025-11-09T23:59-05:00',
    ];
    await insertEvents(
      db,
      ...starts.map((start, at) => eventRow(`past-${at}`, { title: 'Weekly', time_start: Date.parse(start) })),
    );
    const { past } = await view('weekly');
    expect(past.events.map(({ group }) => group)).toEqual([
      'November 2026',
      'November 2026',
      'October 2026',
      'November 2025',
    ]);
  });

  test('a row has the event’s picture, and the poster of its last save', async () => {
    const image = await seedFile(db);
    await db.write(({ query }) =>
      query
        .updateTable('events')
        .set({ image: JSON.stringify(image), version: 3 })
        .where('key', '=', 'b')
        .execute(),
    );
    expect((await view('night')).past.events[0]).toMatchObject({
      image: { src: image.url, width: 800, height: 600 },
      poster: '/events/b/poster.svg?v=3&wordless',
    });
  });

  test('a row says that its event is cancelled, and then not that it is tentative', async () => {
    await insertEvents(db, eventRow('off', { title: 'Off', time_start: 4e12, cancelled: 1, tentative: 1 }));
    const { upcoming } = await view();
    expect(upcoming.events.find(({ key }) => key === 'off')).toMatchObject({ isCancelled: true, isTentative: false });
  });

  test('a row says whether visitors see the event yet', async () => {
    const at = Date.parse('2026-11-21T00:30:00Z');
    const [draft, timed] = [{ publish_at: NEVER }, { publish_at: at }];
    await db.write(async ({ query }) => {
      await query.updateTable('events').set(draft).where('key', '=', 'c').execute();
      await query.updateTable('events').set(timed).where('key', '=', 'b').execute();
    });
    const { past, upcoming } = await view();
    expect(past.events[0]).toMatchObject({ key: 'b', visibility: 'Publishes Nov 20, 2026, 07:30 PM' });
    expect(upcoming.events.find(({ key }) => key === 'c')).toMatchObject({ visibility: 'Draft' });
  });

  test('what visitors read instead of a hidden date stands in the place of the time', async () => {
    const hidden = { hidden_date: 1, custom_date: 'Every Friday' };
    await db.write(({ query }) => query.updateTable('events').set(hidden).where('key', '=', 'c').execute());
    expect((await view('jam')).upcoming.events).toMatchObject([{ date: '2026-12-01', time: 'Every Friday' }]);
    expect(await keys('every friday')).toEqual(['c', 1, '', 0]);
  });

  test('responses are counted, also none, and not where there is no form', async () => {
    await db.write(async ({ query }) => {
      await query.updateTable('events').set({ form_id: 'form-b' }).where('key', '=', 'b').execute();
      await query.updateTable('events').set({ form_id: 'form-c' }).where('key', '=', 'c').execute();
      const entries = ['1', '2', '3'].map((key) => ({ form_id: 'form-b', key, answers: '{}', created_at: 1 }));
      await query.insertInto('entries').values(entries).execute();
    });
    const { upcoming, past } = await view();
    expect([...upcoming.events, ...past.events].map(({ key, responses }) => [key, responses])).toEqual([
      ['e', null],
      ['c', 0],
      ['a', null],
      ['b', 3],
      ['f', null],
      ['d', null],
    ]);
  });

  test('where there are places a row says how many of them are taken', async () => {
    await insertPersonForm(db, 'form', { places: 30 });
    await insertSignUps(db, [
      signUpRow('form', 'a'),
      signUpRow('form', 'b'),
      signUpRow('form', 'c', { state: 'waiting' }),
    ]);
    await db.write(({ query }) =>
      query.updateTable('events').set({ form_id: 'form' }).where('key', '=', 'c').execute(),
    );
    const { upcoming } = await view('jam');
    expect(upcoming.events[0]).toMatchObject({ responses: 3, places: { taken: 2, all: 30 } });
  });

  test('a row leads to payments also where the form was taken off while somebody owed or had paid', async () => {
    for (const id of ['taken-off', 'nameless', 'free']) await insertPersonForm(db, id);
    await insertSignUps(db, [signUpRow('taken-off', 'ana', { owes: 1250 }), signUpRow('free', 'ben')]);
    const payment = { owes: 1250, reference: 'ABCD2345', paid_on: '2026-11-20', paid_how: 'cash', paid_amount: 1250 };
    await db.write(async ({ query }) => {
      await query
        .insertInto('nameless_payments')
        .values({ ...payment, form_id: 'nameless', has_place: 1 })
        .execute();
      const formers = { 'taken-off': 'b', nameless: 'f', free: 'd' };
      const rows = Object.entries(formers).map(([form_id, event_key]) => ({ form_id, event_key }));
      await query.insertInto('former_forms').values(rows).execute();
    });
    const withPayments = async (actor: Actor) => {
      const { past } = await viewEventTable(db, actor, clock, { search: '', limit: 200, midnight });
      return past.events.flatMap(({ key, hasPayments }) => (hasPayments ? [key] : [])).join('');
    };
    const viewer = { ...admin, role: 'viewer' } as const;
    expect([await withPayments(admin), await withPayments(treasurer), await withPayments(viewer)]).toEqual([
      ...['bf', 'bf', ''],
    ]);
    const ofCommittee = { ...admin, role: 'committee', committees: ['games'] } as const;
    expect(await withPayments(ofCommittee)).toBe('');
    await db.write(({ query }) =>
      query.updateTable('events').set({ committee: 'games' }).where('key', 'in', ['b', 'd']).execute(),
    );
    expect(await withPayments(ofCommittee)).toBe('b');
  });

  test('a page holds so many of each part, and says how many there are', async () => {
    expect(await keys('', 1)).toEqual(['e', 3, 'b', 3]);
    expect(await keys('', 2)).toEqual(['ec', 3, 'bf', 3]);
  });

  test('words are found in any case and any order, in titles, places and names', async () => {
    expect(await keys('game')).toEqual(['c', 1, 'b', 1]);
    expect(await keys('332 NIGHT  game')).toEqual(['', 0, 'b', 1]);
    expect(await keys('hall, year')).toEqual(['', 0, 'f', 1]);
    expect(await keys('boakye')).toEqual(['', 0, 'd', 1]);
    expect(await keys('ADÁ')).toEqual(['', 0, 'd', 1]);
    expect(await keys('game hall')).toEqual(['', 0, '', 0]);
  });

  test('years, months and days are found as the club’s calendar shows them', async () => {
    expect(await keys('2026')).toEqual(['ec', 2, 'b', 1]);
    expect(await keys('2025')).toEqual(['', 0, 'f', 1]);
    expect(await keys('2026-12 game')).toEqual(['c', 1, '', 0]);
    expect(await keys('2026-11-20')).toEqual(['', 0, 'b', 1]);
    for (const odd of ['2026-13', '2026-02-31', '0000', '9999', '99999'])
      expect(await keys(odd)).toEqual(['', 0, '', 0]);
  });

  test('drafts are found as such, timed events are not', async () => {
    const publish = (key: string, publish_at: number) =>
      db.write(({ query }) => query.updateTable('events').set({ publish_at }).where('key', '=', key).execute());
    await publish('c', NEVER);
    await publish('f', NEVER);
    await publish('e', midnight + 1000);
    expect(await keys('Draft')).toEqual(['c', 1, 'f', 1]);
    expect(await keys('drafts')).toEqual(['c', 1, 'f', 1]);
    expect(await keys('draft game')).toEqual(['c', 1, '', 0]);
    expect(await keys('raft')).toEqual(['', 0, '', 0]);
  });

  test('signs are searched literally', async () => {
    expect(await keys('M_1')).toEqual(['c', 1, '', 0]);
    expect(await keys('0%')).toEqual(['a', 1, '', 0]);
    expect(await keys('%')).toEqual(['a', 1, '', 0]);
    expect(await keys('\\')).toEqual(['', 0, '', 0]);
  });

  test('only admins read it', async () => {
    const asked = viewEventTable(db, member, clock, { search: '', limit: 1, midnight });
    await expect(asked).rejects.toMatchObject({ name: 'NotAllowed' });
  });
});
