import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { whatNeighboursTell } from '../../../test/neighbours.ts';
import { club } from '../../../test/outbox.ts';
import { cancel, command, listMails, signUp } from '../../../test/sign-ups.ts';
import { newLink } from './links.ts';
import { cancelByLink } from './by-link.ts';
import { findPersonForm, viewPlaces } from './places.ts';
import { moveUp } from './commands/move-up.ts';
import { positionOf, requireSignUp } from './read-sign-ups.ts';
import { NoPlace, SignedUpAlready } from './refusals.ts';
import type { PersonForm } from './rules.ts';

const ZONE = 'America/Toronto';
/** What a key says of the moment of its making. */
const MOMENT = 8;
const HOUR = 3_600_000;

describe.each(databases)('sign-ups on %s', (_, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;

  async function limited(given: Partial<Record<'places' | 'waitlist' | 'opens' | 'closes', number | null>> = {}) {
    const start = Date.now() + 48 * HOUR;
    await insertEvents(db, eventRow('talk', { title: 'Talk', form_id: 'form', time_start: start }));
    await change({ places: 2, ...given }, true);
    return formNow();
  }

  function change(values: Record<string, number | null>, isNew = false) {
    return db.write(async ({ query }) => {
      const row = { asks_person: 1, fields: '[]', version: 1, updated_at: 0, ...values };
      if (isNew)
        await query
          .insertInto('forms')
          .values({ id: 'form', ...row })
          .execute();
      else await query.updateTable('forms').set(values).where('id', '=', 'form').execute();
    });
  }

  async function formNow(): Promise<PersonForm> {
    const form = await findPersonForm(db, 'form', ZONE);
    if (!form) throw new Error('The form asks for nobody');
    return form;
  }

  const come = (email: string, given = {}, site = db) => signUp(site, email, given);
  const fill = () => db.write((tx) => moveUp(tx, club, 'form'));
  const places = async () => viewPlaces(db, await formNow(), club);

  test('sixty who come at one moment wait in their order, and no code for the door tells another', async () => {
    await limited({ places: 0 });
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const names = Array.from({ length: 60 }, (_, at) => `${at}@example.edu`);
    await Promise.all(names.map((name) => come(name)));
    const waiting = await db.query.selectFrom('entries').selectAll().orderBy('since').orderBy('key').execute();
    expect(waiting.map(({ email }) => email)).toEqual(names);
    const keys = waiting.map(({ key }) => key);
    expect(whatNeighboursTell(keys, MOMENT)).toEqual([]);
  });

  test('first come have the places, the others wait in their order', async () => {
    await limited();
    const states = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      const made = await come(`${name}@example.edu`);
      states.push([made.state, await positionOf(db, made)]);
    }
    expect(states).toEqual([
      ['going', undefined],
      ['going', undefined],
      ['waiting', 1],
      ['waiting', 2],
    ]);
    expect(await places()).toEqual({ places: 2, taken: 2, waiting: 2, state: 'waitlist' });
  });

  test('an address signs up once, however it is spelt, and again after it was cancelled, behind those who wait', async () => {
    await limited({ places: 1 });
    const ana = await come('ana@example.edu');
    await expect(come(' ANA@Example.edu ')).rejects.toThrow(SignedUpAlready);
    const ben = await come('ben@example.edu');
    const cleo = await come('cleo@example.edu');
    await cancel(db, ana.key);
    expect(await requireSignUp(db, 'form', ben.key)).toMatchObject({ state: 'going' });
    const again = await come('Ana@example.edu');
    expect(again).toMatchObject({ key: ana.key, state: 'waiting' });
    expect(await positionOf(db, cleo)).toBe(1);
    expect(await positionOf(db, again)).toBe(2);
  });

  test('without a waitlist it is full, before it opens and after it closed nobody signs up but by an officer', async () => {
    await limited({ places: 1, waitlist: 0, opens: Date.now() + HOUR });
    await expect(come('a@example.edu')).rejects.toThrow('Sign-up has not opened yet.');
    expect(await places()).toMatchObject({ state: 'notYet' });
    expect(await come('a@example.edu', { by: 'officer' })).toMatchObject({ state: 'going' });
    await change({ opens: null });
    await expect(come('b@example.edu')).rejects.toThrow(NoPlace);
    expect(await places()).toMatchObject({ state: 'full' });
    await change({ closes: Date.now() - 1 });
    expect(await places()).toMatchObject({ state: 'closed' });
    await expect(come('b@example.edu')).rejects.toThrow('Sign-up has closed.');
    expect(await come('b@example.edu', { by: 'door' })).toMatchObject({ state: 'going' });
  });

  test('a raised or removed limit lets people in, a lowered one takes nobody’s place away', async () => {
    await limited({ places: 1 });
    for (const name of ['a', 'b', 'c', 'd']) await come(`${name}@example.edu`);
    await change({ places: 2 });
    await fill();
    expect(await listMails(db)).toEqual(['b: A place is yours: Talk']);
    await change({ places: 1 });
    await fill();
    expect(await places()).toMatchObject({ taken: 2, waiting: 2 });
    await change({ places: null });
    await fill();
    expect(await places()).toEqual({ places: null, taken: 4, waiting: 0, state: 'open' });
  });

  test('after the event has begun nobody moves up, and whoever comes waits behind those who do', async () => {
    const form = await limited({ places: 1 });
    const [first] = [await come('a@example.edu'), await come('b@example.edu')];
    const begun = form.event.start ?? 0;
    await cancel(db, first.key, begun);
    expect(await places()).toMatchObject({ taken: 0, waiting: 1 });
    expect(await come('c@example.edu', { now: begun })).toMatchObject({ state: 'waiting' });
  });

  test('an officer gives a place beyond the limit', async () => {
    await limited({ places: 1 });
    await come('a@example.edu');
    const waiting = await come('b@example.edu');
    await command(db, 'form', { kind: 'give place', beyondLimit: true }, { key: waiting.key });
    expect(await requireSignUp(db, 'form', waiting.key)).toMatchObject({ state: 'going' });
    expect(await places()).toMatchObject({ taken: 2, waiting: 0 });
  });

  test('what was changed while somebody came counts: a lowered limit, and a form that was taken down', async () => {
    await limited({ places: 2 });
    await come('a@example.edu');
    await change({ places: 1 });
    expect(await come('b@example.edu')).toMatchObject({ state: 'waiting' });
    await db.write(({ query }) => query.deleteFrom('forms').execute());
    await expect(come('c@example.edu')).rejects.toThrow('does not ask for names');
    expect(await db.query.selectFrom('entries').select('email').execute()).toHaveLength(2);
  });

  test('after it closed nobody finds out by it who is signed up', async () => {
    await limited();
    await come('a@example.edu');
    await change({ closes: Date.now() - 1 });
    await expect(come('a@example.edu')).rejects.toThrow('Sign-up has closed.');
  });

  test('pressed twice, also on two copies, giving a place up is told once and moves one up', async () => {
    await limited({ places: 1 });
    const ana = await come('ana@example.edu');
    await come('ben@example.edu');
    const token = await db.write((tx) => newLink(tx, 'form', ana.key));
    const other = await opened.copy();
    await Promise.all([db, other, db, other].map((site) => cancelByLink(site, club, token)));
    expect(await listMails(db)).toEqual(['ana: Your sign-up is cancelled: Talk', 'ben: A place is yours: Talk']);
  });

  test('a crowd on two copies gets exactly as many places as there are, each address once', async () => {
    await limited({ places: 20 });
    const other = await opened.copy();
    const asked = Array.from({ length: 120 }, (_at, at) => `person-${at % 100}@example.edu`);
    const made = await Promise.allSettled(asked.map((email, at) => come(email, {}, at % 2 ? db : other)));
    expect(made.filter(({ status }) => status === 'rejected')).toHaveLength(20);
    expect(await places()).toMatchObject({ taken: 20, waiting: 80 });
    const rows = await db.query.selectFrom('entries').select(['state', 'since']).orderBy('since').execute();
    expect(rows.findLastIndex(({ state }) => state === 'going')).toBe(19);
    expect(new Set(rows.map(({ since }) => since)).size).toBe(100);
  });
});
