import { expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { databases } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { insertPersonForm, insertSignUps, signUpRow } from '../../../test/sign-ups.ts';
import { load } from '../../../test/transfers.ts';
import { clubDay } from '../../time/club-day.ts';
import { viewResponses } from '../responses/view-responses.ts';
import { viewDoor } from '../sign-ups/door/door.ts';

const NOW = Date.parse('2026-11-20T12:00:00-05:00');

test.each(databases)('the door knows yes or no of each member, and nothing else of them, on %s', async (_, open) => {
  const { db, close } = await open();
  await insertEvents(db, eventRow('talk', { title: 'Talk', form_id: 'f', time_start: NOW }));
  const form = { id: 'f', fields: '[]', asks_person: 1, audience: 'members', version: 1, updated_at: 0 };
  await db.write(({ query }) => query.insertInto('forms').values(form).execute());
  const names = ['paid', 'grace', 'lapsed', 'stranger'];
  await insertSignUps(
    db,
    names.map((key) => signUpRow('f', key, { email: `${key}@example.org` })),
  );
  const paid = (until: string) => [{ on: '2025-01-01', until, how: 'cash', note: 'secret note' }];
  const member = (name: string, until: string) => ({ name, email: `${name}@Example.org`, payments: paid(until) });
  await load(db, {
    member: { a: member('paid', '2026-11-20'), b: member('grace', '2026-11-06'), c: member('lapsed', '2026-11-05') },
  });
  const club = { membership: {}, timeZone: 'America/Toronto' };
  const { people } = await viewDoor(db, 'talk', club, NOW);
  const isMember = Object.fromEntries(people.map((one) => [one.key, one.isMember]));
  expect(isMember).toEqual({ paid: true, grace: true, lapsed: false, stranger: false });
  expect(JSON.stringify(people)).not.toMatch(/secret note|2026-11|example\.org/i);
  const today = clubDay(club.timeZone, NOW);
  const { rows } = await viewResponses(db, { ...admin, role: 'events' }, 'f', { ...club, today });
  const said = { paid: 'Yes', grace: 'Yes', lapsed: 'No', stranger: 'No' };
  expect(Object.fromEntries(rows.map(({ key, cells }) => [key, cells.at(-1)]))).toEqual(said);
  expect(JSON.stringify(rows)).not.toMatch(/secret note|2026-11/);
  await db.write(({ query }) => query.updateTable('forms').set({ audience: null }).execute());
  const { people: anybody } = await viewDoor(db, 'talk', club, NOW);
  expect(anybody.map((one) => ['isMember' in one, 'card' in one])).toEqual([
    ...[
      [false, true],
      [false, true],
      [false, true],
    ],
    [false, false],
  ]);
  const { columns } = await viewResponses(db, admin, 'f', { ...club, today });
  expect(columns.map(({ name }) => name)).not.toContain('$member');
  const without = await viewDoor(db, 'talk', { ...club, membership: undefined }, NOW);
  expect(without.people.some((one) => 'isMember' in one || 'card' in one)).toBe(false);
  await close();
});

test.each(databases)('who is no member is said where members pay another price, on %s', async (_, open) => {
  const { db, close } = await open();
  await insertEvents(db, eventRow('talk', { title: 'Talk', form_id: 'f', time_start: NOW }));
  await insertPersonForm(db, 'f', { price: 500, member_price: 300 });
  await insertSignUps(db, [signUpRow('f', 'stranger')]);
  const club = { membership: {}, timeZone: 'America/Toronto', today: '2026-11-20' };
  const said = async () => {
    const { people } = await viewDoor(db, 'talk', club, NOW);
    const { columns } = await viewResponses(db, admin, 'f', club);
    return [people.map(({ isMember }) => isMember), columns.some(({ name }) => name === '$member')];
  };
  expect(await said()).toEqual([[false], true]);
  await db.write(({ query }) => query.updateTable('forms').set({ member_price: null }).execute());
  expect(await said()).toEqual([[undefined], false]);
  await close();
});
