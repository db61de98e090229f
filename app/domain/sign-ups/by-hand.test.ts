import { beforeEach, describe, expect, test } from 'vitest';
import { changeForm, plantTalk } from '../../../test/cast.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { club } from '../../../test/outbox.ts';
import type { FormRow } from '../../db/tables.ts';
import { Rejected } from '../errors.ts';
import { newKey } from '../keys.ts';
import { addSignUp, type AddCommand } from './by-hand.ts';
import { positionOf } from './read-sign-ups.ts';
import { NoPlace, SignedUpAlready } from './refusals.ts';
import { requireLockedPlaces } from './standing.ts';
import type { SignUp } from './state.ts';

const HOUR = 3_600_000;
const OWN_FIELDS = [
  { name: 'size', type: 'radio', description: 'Size', required: true, options: ['S', 'L'] },
  { name: 'photos', type: 'checkbox', description: 'Photos are fine', required: false },
];

describe.each(databases)('signing somebody up by hand on %s', (_, open) => {
  const { db } = freshDatabase(open);
  beforeEach(async () => {
    await plantTalk(db, { form: { fields: JSON.stringify(OWN_FIELDS) } });
  });

  const change = (form: Partial<FormRow>) => changeForm(db, form);
  const add = (name: string, given: Partial<AddCommand> = {}): Promise<SignUp> =>
    db.write(async (tx) => {
      const held = await requireLockedPlaces(tx, 'form', club.clock.timeZone);
      const answers = { name, email: `${name}@example.edu` };
      return addSignUp(tx, club, held, { key: newKey(), answers, by: 'officer', ...given });
    });
  const rows = () => db.query.selectFrom('entries').selectAll().orderBy('since').execute();
  const subjects = async () =>
    (await db.query.selectFrom('outbox').select(['recipient', 'message']).orderBy('key').execute())
      .map(({ recipient, message }) => `${recipient}: ${JSON.parse(message).subject}`)
      .toSorted();

  test('gives a place while there is one, then the waitlist has them in their order, and each is written to', async () => {
    expect(await add('ana')).toMatchObject({ state: 'going', email: 'ana@example.edu' });
    const ben = await add('ben');
    expect([ben.state, await positionOf(db, ben)]).toEqual(['waiting', 1]);
    const cleo = await add('cleo');
    expect([cleo.state, await positionOf(db, cleo)]).toEqual(['waiting', 2]);
    expect(await subjects()).toEqual([
      'ana@example.edu: You have a place: Talk',
      'ben@example.edu: You are on the waitlist: Talk',
      'cleo@example.edu: You are on the waitlist: Talk',
    ]);
  });

  test.each([
    ['before it opens', { opens: Date.now() + HOUR }],
    ['after it closed', { closes: Date.now() - HOUR }],
  ])('works %s', async (_when, settings) => {
    await change(settings);
    expect(await add('ana')).toMatchObject({ state: 'going' });
    expect(await add('ben')).toMatchObject({ state: 'waiting' });
  });

  test('works after the event has begun, and after its day', async () => {
    for (const [name, ago] of [
      ['ana', HOUR],
      ['ben', 72 * HOUR],
    ] as const) {
      await change({ places: null });
      await db.write(({ query }) =>
        query
          .updateTable('events')
          .set({ time_start: Date.now() - ago })
          .execute(),
      );
      expect(await add(name)).toMatchObject({ state: 'going' });
    }
  });

  test('has each address once; whoever cancelled is signed up again', async () => {
    const { key } = await add('ana');
    await expect(add('Ana')).rejects.toThrow(SignedUpAlready);
    await db.write(({ query }) => query.updateTable('entries').set({ state: 'cancelled' }).execute());
    expect(await add('ana', { key: 'other' })).toMatchObject({ key, state: 'going' });
    expect(await rows()).toHaveLength(1);
  });

  test('without a waitlist refuses who has no place, but beyond the limit', async () => {
    await change({ waitlist: 0 });
    await add('ana');
    await expect(add('ben')).rejects.toThrow(NoPlace);
    expect(await add('ben', { beyondLimit: true })).toMatchObject({ state: 'going' });
  });

  test('at the door adds beyond the limit and past those who wait, and needs no address, once', async () => {
    await add('ana');
    await add('ben');
    const atTheDoor = { key: 'cleo', answers: { name: 'Cleo' }, by: 'door' } as const;
    const cleo = await add('cleo', atTheDoor);
    expect(cleo).toMatchObject({ key: 'cleo', state: 'going', email: '', answers: { name: 'Cleo' } });
    expect(await add('cleo', atTheDoor)).toEqual(cleo);
    await add('cleo', { ...atTheDoor, key: 'dan', answers: { name: 'Dan', email: '' } });
    expect(await rows()).toMatchObject([{ state: 'going' }, { state: 'waiting' }, { key: 'cleo' }, { key: 'dan' }]);
    expect(await subjects()).toHaveLength(2);
  });

  test('is added once, also by two copies at the same time', async () => {
    const both = await Promise.all([1, 2].map(() => add('ana', { key: 'ana' })));
    expect(both.map(({ key }) => key)).toEqual(['ana', 'ana']);
    expect(await rows()).toHaveLength(1);
    expect(await subjects()).toHaveLength(1);
  });

  test('keeps only what was asked, and refuses what the form does not take', async () => {
    expect((await add('ana')).answers).toEqual({ name: 'ana', email: 'ana@example.edu' });
    const ben = { name: 'Ben', email: 'ben@example.edu', size: 'L', photos: true };
    expect((await add('ben', { answers: ben })).answers).toEqual(ben);
    const refused = await add('x', { answers: { email: 'nobody', size: 'XL', x: 1 } }).catch((error: unknown) => error);
    expect(refused instanceof Rejected && refused.fields).toEqual({
      name: 'Required field',
      email: 'Please enter a valid email',
      size: 'Please choose one of the options',
      x: 'The form does not ask this',
    });
    await expect(add('x', { answers: { name: 'X' } })).rejects.toThrow(Rejected);
  });

  test('is no way into a form that asks for nobody', async () => {
    await change({ asks_person: 0 });
    await expect(add('ana')).rejects.toThrow('This form does not ask for names.');
  });
});
