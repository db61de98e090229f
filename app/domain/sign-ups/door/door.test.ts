import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import sample from '../../../../club.config.ts';
import { databases, freshDatabase } from '../../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../../test/event-rows.ts';
import { cancel, command, listMails, signUp } from '../../../../test/sign-ups.ts';
import { mailingClub } from '../../../mail/mailing-club.ts';
import type { DoorAction } from './batch.ts';
import { recordDoorActions, viewDoor, type DoorPerson } from './door.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const club = mailingClub(sample, 'https://club.example.edu');
const uuid = () => crypto.randomUUID();

const NO_MEMBERS = { membership: undefined, timeZone: 'America/Toronto' };

describe.each(databases)('the door on %s', (kind, open) => {
  const { db } = freshDatabase(open);
  beforeEach(async () => {
    await addEvent('talk', 'form');
  });

  async function addEvent(key: string, formId: string, places = 2): Promise<void> {
    await insertEvents(db, eventRow(key, { title: 'Talk', form_id: formId, time_start: Date.now() + HOUR }));
    await db.write(({ query }) =>
      query
        .insertInto('forms')
        .values({ id: formId, asks_person: 1, places, fields: '[]', version: 1, updated_at: 0 })
        .execute(),
    );
  }

  async function come(name: string, formId = 'form'): Promise<string> {
    const email = `${name.toLowerCase()}@example.edu`;
    return (await signUp(db, email, { key: uuid(), answers: { name, email } }, formId)).key;
  }

  const send = (
    actions: DoorAction[],
    { now = Date.now(), said, event = 'talk' }: { now?: number; said?: number; event?: string } = {},
  ) => recordDoorActions(db, club, event, { now: said ?? now, actions }, { now });
  const checkingIn = (key: string, at = Date.now(), id = uuid()) => ({ verb: 'checkIn' as const, id, key, at });
  const undoing = (key: string, ...undone: { id: string }[]) => ({
    verb: 'undo' as const,
    id: uuid(),
    key,
    at: Date.now(),
    undoes: undone.map(({ id }) => id),
  });
  const adding = (name: string, email = '') => ({
    verb: 'add' as const,
    id: uuid(),
    key: uuid(),
    at: Date.now(),
    name,
    email,
  });
  const person = async (key: string): Promise<DoorPerson | undefined> =>
    (await viewDoor(db, 'talk', NO_MEMBERS)).people.find((one) => one.key === key);

  test('names who is expected and how it stands, and nothing else', async () => {
    const [ana, ben, cleo] = [await come('Ana'), await come('Ben'), await come('Cleo')];
    await cancel(db, ben);
    const { people, cancelled, eventKeys } = await viewDoor(db, 'talk', NO_MEMBERS);
    expect(people).toEqual([
      { key: ana, name: 'Ana', state: 'going', came: null, checkIns: [] },
      { key: cleo, name: 'Cleo', state: 'going', came: null, checkIns: [] },
    ]);
    expect([cancelled, eventKeys]).toEqual([[ben], ['talk']]);
  });

  test('at a cancelled event says so, lets in whoever comes, and writes to nobody that they have a place', async () => {
    const ana = await come('Ana');
    await db.write(({ query }) =>
      query.updateTable('events').set({ cancelled: 1 }).where('key', '=', 'talk').execute(),
    );
    expect((await viewDoor(db, 'talk', NO_MEMBERS)).isCancelled).toBe(true);
    const before = await listMails(db);
    expect(await send([checkingIn(ana), adding('Max', 'max@example.edu')])).not.toContainEqual(
      expect.objectContaining({ problem: expect.anything() }),
    );
    expect((await viewDoor(db, 'talk', NO_MEMBERS)).people.map(({ name, came }) => [name, came !== null])).toEqual([
      ['Ana', true],
      ['Max', true],
    ]);
    expect(await listMails(db)).toEqual(before);
  });

  test('a person checked in on two phones came once, at the earlier time', async () => {
    const ana = await come('Ana');
    const now = Date.now();
    const [one, other] = [checkingIn(ana, now - 5000), checkingIn(ana, now - 9000)];
    await send([one]);
    await send([other]);
    await send([one, other]);
    expect(await person(ana)).toMatchObject({ came: now - 9000, checkIns: [one.id, other.id] });
    await send([undoing(ana, other)]);
    expect(await person(ana)).toMatchObject({ came: now - 5000 });
  });

  test('whoever waited and was let in has a place, and waits again once that was undone', async () => {
    await come('Ana');
    await come('Ben');
    const cleo = await come('Cleo');
    const letIn = checkingIn(cleo);
    await send([letIn]);
    expect(await person(cleo)).toMatchObject({ state: 'going', came: letIn.at });
    await send([undoing(cleo, letIn)]);
    expect(await person(cleo)).toMatchObject({ state: 'waiting', came: null });
    // Told late that it was undone before: it stays undone.
    await send([letIn]);
    expect(await person(cleo)).toMatchObject({ state: 'waiting', came: null });
  });

  test('a place that undoing makes free goes to whoever waits longest', async () => {
    const ana = await come('Ana');
    await come('Ben');
    const [cleo, dora] = [await come('Cleo'), await come('Dora')];
    const letIn = checkingIn(dora);
    await send([letIn]);
    await cancel(db, ana);
    expect(await person(cleo)).toMatchObject({ state: 'waiting' });
    await send([undoing(dora, letIn)]);
    expect([await person(cleo), await person(dora)]).toMatchObject([{ state: 'going' }, { state: 'waiting' }]);
  });

  test('however many check-ins a phone makes up, 200 of one person are kept, and the earliest counts', async () => {
    const ana = await come('Ana');
    const now = Date.now();
    const first = checkingIn(ana, now - 9000);
    const made = () => Array.from({ length: 200 }, (_unused, at) => checkingIn(ana, now - at));
    await send([first]);
    await send(made());
    await send(made());
    const { came, checkIns = [] } = (await person(ana)) ?? {};
    expect([came, checkIns.length, checkIns.includes(first.id)]).toEqual([first.at, 200, true]);
  });

  test('what officers do and what an import says is undone by what was seen of it', async () => {
    const ana = await come('Ana');
    await command(db, 'form', { kind: 'check in', by: 'officer', id: uuid(), at: 5000 }, { key: ana });
    await send([undoing(ana, ...((await person(ana))?.checkIns ?? []).map((id) => ({ id })))]);
    expect(await person(ana)).toMatchObject({ came: null });
    await db.write(({ query }) => query.updateTable('entries').set({ checked_in: 7000 }).execute());
    expect(await person(ana)).toMatchObject({ came: 7000, checkIns: ['kept-7000'] });
    await send([checkingIn(ana, Date.now())]);
    expect(await person(ana)).toMatchObject({ came: 7000 });
    await command(db, 'form', { kind: 'undo check-in', by: 'officer', ids: 'all' }, { key: ana });
    expect(await person(ana)).toMatchObject({ came: null, checkIns: [] });
  });

  test('whoever is added has a place beyond the limit, and came; twice sent is added once', async () => {
    await come('Ana');
    await come('Ben');
    const cleo = adding('Cleo');
    await send([cleo]);
    expect(await send([cleo])).toEqual([{ id: cleo.id, key: cleo.key }]);
    expect(await person(cleo.key)).toMatchObject({ name: 'Cleo', state: 'going', came: cleo.at });
    expect((await viewDoor(db, 'talk', NO_MEMBERS)).people).toHaveLength(3);
  });

  test('whoever is added with an address that is signed up already is who that is', async () => {
    const ana = await come('Ana');
    const added = adding('Anna', ' ANA@example.edu');
    expect(await send([added, undoing(added.key, added)])).toMatchObject([{ key: ana }, { key: ana }]);
    expect(await person(ana)).toMatchObject({ name: 'Ana', came: null });
    await send([added]);
    expect(await person(ana)).toMatchObject({ came: null });
    expect((await viewDoor(db, 'talk', NO_MEMBERS)).people).toHaveLength(1);
  });

  test('what cannot be done keeps nothing else from being done', async () => {
    const ana = await come('Ana');
    const [gone, nameless, wrong] = [checkingIn('nobody'), adding(' '), adding('Ben', 'no address')];
    expect(await send([gone, nameless, wrong, checkingIn(ana)])).toMatchObject([
      { id: gone.id, problem: 'This sign-up is no longer on the list.' },
      { id: nameless.id, problem: 'Required field' },
      { id: wrong.id, problem: 'Please enter a valid email' },
      { key: ana },
    ]);
    expect((await person(ana))?.came).not.toBeNull();
    expect((await viewDoor(db, 'talk', NO_MEMBERS)).people).toHaveLength(1);
  });

  test('a phone’s clock is believed to a minute; nobody came in the future, or a year ago', async () => {
    const now = Date.now();
    const keys = [await come('Ana'), await come('Ben')];
    const [ana = '', ben = ''] = keys;
    await send([checkingIn(ana, now - 30_000)], { now, said: now - 20_000 });
    await send([checkingIn(ben, now + HOUR - 5000)], { now, said: now + HOUR });
    expect([(await person(ana))?.came, (await person(ben))?.came]).toEqual([now - 30_000, now - 5000]);
    await send([checkingIn(ben, now - 365 * DAY), checkingIn(ana, now + 50_000)], { now });
    expect([(await person(ana))?.came, (await person(ben))?.came]).toEqual([now - 30_000, now - 31 * DAY]);
  });

  test('there is none for an event that asks for nobody', async () => {
    await insertEvents(db, eventRow('plain'));
    await expect(viewDoor(db, 'plain', NO_MEMBERS)).rejects.toThrow('This event takes no sign-ups');
    await expect(viewDoor(db, 'none', NO_MEMBERS)).rejects.toThrow('Event doesn’t exist.'.replace('’', "'"));
    await expect(send([], { event: 'plain' })).rejects.toThrow('This event takes no sign-ups');
  });

  test('two phones without a network come to the same, in whatever order and however often they send', async () => {
    const now = Date.now();
    let made = 0;
    /** What one phone does by itself: it sees what it did. */
    const phone = fc.array(
      fc.record({ who: fc.nat(3), minutes: fc.integer({ min: 1, max: 50 }), undoes: fc.boolean() }),
      { maxLength: 6 },
    );
    const sending = fc.array(fc.tuple(fc.nat(1), fc.nat(6), fc.nat(6)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(phone, phone, sending, async (one, other, parts) => {
        made += 1;
        const event = `event-${made}`;
        await addEvent(event, `form-${made}`, 1);
        const keys = [await come('Ana', `form-${made}`), await come('Ben', `form-${made}`), uuid()];
        const phones = [one, other].map((steps) => actionsOf(steps, keys, now));
        // Parts of what each did, in any order, some of them again; then each sends everything, as a phone ends up doing.
        for (const [at, from, length] of parts)
          await send((phones[at] ?? []).slice(from, from + length), { now, event });
        for (const actions of phones) await send(actions, { now, event });
        const { people } = await viewDoor(db, event, NO_MEMBERS);
        expect(Object.fromEntries(people.map(({ key, came }) => [key, came]))).toEqual(expected(phones, keys));
        const waits = people.find(({ key }) => key === keys[1]);
        expect(waits?.state).toBe(waits?.came === null ? 'waiting' : 'going');
      }),
      { numRuns: kind === 'SQLite' ? 40 : 15 },
    );
  });

  /** The fourth of the people is the third, added once more. */
  function actionsOf(steps: { who: number; minutes: number; undoes: boolean }[], keys: string[], now: number) {
    const mine = new Map<string, string[]>();
    return steps.map(({ who, minutes, undoes }): DoorAction => {
      const key = keys[Math.min(who, 2)] ?? '';
      const [id, at] = [uuid(), now - minutes * 60_000];
      const seen = mine.get(key) ?? [];
      mine.set(key, undoes ? [] : [...seen, id]);
      if (undoes && (who < 2 || seen.length > 0)) return { verb: 'undo', id, key, at, undoes: seen };
      mine.set(key, [...seen, id]);
      return who < 2 ? { verb: 'checkIn', id, key, at } : { verb: 'add', id, key, at, name: 'Cleo', email: '' };
    });
  }

  function expected(phones: DoorAction[][], keys: string[]): Record<string, number | null> {
    const all = phones.flat();
    const undone = new Set(all.flatMap((action) => (action.verb === 'undo' ? action.undoes : [])));
    const cameOf = (key: string) => {
      const times = all.flatMap((action) =>
        action.key === key && action.verb !== 'undo' && !undone.has(action.id) ? [action.at] : [],
      );
      return times.length > 0 ? Math.min(...times) : null;
    };
    const isThere = (key: string) => key !== keys[2] || all.some((action) => action.key === key);
    return Object.fromEntries(keys.filter(isThere).map((key) => [key, cameOf(key)]));
  }
});
