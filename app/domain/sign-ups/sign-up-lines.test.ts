import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import type { Insertable } from 'kysely';
import type { FormRow } from '../../db/tables.ts';
import { listFutureEvents } from '../events/read-events.ts';
import { viewSignUpLines } from './sign-up-lines.ts';

const CLUB = { clock: { timeZone: 'America/Toronto', locale: 'en-US' }, membership: {} };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Noon of a Friday at the club. */
const NOW = Date.parse('2026-11-20T17:00:00Z');

describe.each(databases)('how sign-up stands, in a few words, on %s', (_, open) => {
  const opened = freshDatabase(open);

  /** An event in two weeks with a form. */
  async function add(key: string, form: Partial<Insertable<FormRow>> = {}, taken = 0, waiting = 0): Promise<void> {
    await insertEvents(opened.db, eventRow(key, { form_id: `form ${key}`, time_start: NOW + 14 * DAY }));
    const person = (at: number) => ({
      form_id: `form ${key}`,
      key: `p${at}`,
      created_at: at,
      answers: '{}',
      since: at,
      state: at < taken ? ('going' as const) : ('waiting' as const),
      email: `p${at}@example.edu`,
    });
    await opened.db.write(async ({ query }) => {
      await query
        .insertInto('forms')
        .values({ id: `form ${key}`, fields: '[]', asks_person: 1, version: 1, updated_at: 0, ...form })
        .execute();
      const people = Array.from({ length: taken + waiting }, (_one, at) => person(at));
      if (people.length > 0) await query.insertInto('entries').values(people).execute();
    });
  }

  const view = async () => viewSignUpLines(opened.db, await listFutureEvents(opened.db, NOW), CLUB, NOW);
  const texts = async () =>
    Object.fromEntries(Object.entries((await view()).lines).map(([key, { text }]) => [key, text]));

  test('is said for each event by its own form, and for none that asks for nobody', async () => {
    await add('few', { places: 10 }, 7);
    await add('one', { places: 2 }, 1);
    await add('free');
    await add('wait', { places: 1 }, 1, 3);
    await add('full', { places: 1, waitlist: 0 }, 1);
    await add('closed', { closes: NOW - 1 });
    await add('nobody', { asks_person: 0 });
    await insertEvents(opened.db, eventRow('none', { time_start: NOW + DAY }));
    expect(await texts()).toEqual({
      few: 'Sign up · 3 places left',
      one: 'Sign up · 1 place left',
      free: 'Sign up',
      wait: 'Full · join the waitlist',
      full: 'Full',
      closed: 'Sign-up has closed',
    });
  });

  test.each([
    ['later today', 6 * HOUR, 'Sign-up opens at 6 PM'],
    ['within a week', 6 * DAY, 'Sign-up opens Thursday'],
    ['a week from now', 7 * DAY, 'Sign-up opens Fri Nov 27'],
  ])('names the opening %s by how far away it is', async (_when, later, text) => {
    await add('soon', { opens: NOW + later });
    expect(await texts()).toEqual({ soon: text });
  });

  test('is not said for an event that is cancelled or over, and is cached only as long as it holds', async () => {
    await add('talk', { opens: NOW + HOUR });
    const { policy } = await view();
    expect(policy).toEqual({ topics: ['form', 'places', 'places/talk'], until: NOW + HOUR });
    await opened.db.write(({ query }) => query.updateTable('events').set({ cancelled: 1 }).execute());
    expect(await view()).toEqual({ lines: {}, policy: { topics: ['form'], until: Infinity } });
  });
});
