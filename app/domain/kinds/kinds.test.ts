import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventSent } from '../../../test/event-inputs.ts';
import { club } from '../../../test/outbox.ts';
import { dump, load } from '../../../test/transfers.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { NotAllowed, Rejected } from '../errors.ts';
import { addEvent, updateEvent } from '../event-changes/save-event.ts';
import { cancelEvent } from '../event-changes/cancel-event.ts';
import { removeKinds } from '../event-changes/remove-kinds.ts';
import { findAnyEvent } from '../events/with-drafts.ts';
import { viewKindsInUse } from '../events/kinds-in-use.ts';
import { moveRecord } from '../record-changes/order.ts';
import { addRecord, updateRecord } from '../record-changes/save.ts';
import { listTrash } from '../trash.ts';
import { kinds } from './kind.ts';
import { listKinds } from './list.ts';

describe.each(databases)('kinds on %s', (_, open) => {
  const site = freshDatabase(open);

  const add = async (name: string, colour = 'red') => (await addRecord(site.db, admin, kinds, { name, colour })).key;
  const addOf = async (kind: string | null, given: Parameters<typeof eventSent>[0] = {}) =>
    (await addEvent(site.db, admin, eventSent({ kind, ...given }), club)).key;
  const kindOf = async (key: string) => (await findAnyEvent(site.db, key))?.kind;
  const slugs = async () => (await listKinds(site.db)).map(({ slug }) => slug);

  test('stand in the order in which they were added, each at an address of its own, and are moved', async () => {
    await add('Game nights');
    await add('Café & Kuchen');
    const last = await add('Game Nights!');
    await add('講座');
    expect(await slugs()).toEqual(['game-nights', 'cafe-kuchen', 'game-nights-2', 'kind']);
    await moveRecord(site.db, admin, kinds, { key: last, to: 0 });
    expect(await slugs()).toEqual(['game-nights-2', 'game-nights', 'cafe-kuchen', 'kind']);
  });

  test('keep their address under another name: calendars ask for it', async () => {
    const key = await add('Talks');
    await updateRecord(site.db, admin, kinds, { key, version: 0, input: { name: 'Lectures', colour: 'teal' } });
    expect(await listKinds(site.db)).toMatchObject([{ name: 'Lectures', slug: 'talks', colour: 'teal' }]);
  });

  test('need a name, and one of the eight colours', async () => {
    const refused = async (input: object) => {
      const error = await addRecord(site.db, admin, kinds, input).catch((reason: unknown) => reason);
      return error instanceof Rejected ? Object.keys(error.fields) : error;
    };
    expect(await refused({ name: ' ', colour: 'red' })).toEqual(['name']);
    expect(await refused({ name: 'Talks', colour: '#ff0000' })).toEqual(['colour']);
    expect(await refused({ name: 'a'.repeat(61), colour: 'red' })).toEqual(['name']);
    const editor = { ...admin, role: 'events' } as const;
    await expect(addRecord(site.db, editor, kinds, { name: 'Talks', colour: 'red' })).rejects.toThrow(NotAllowed);
    await expect(removeKinds(site.db, editor, ['x'])).rejects.toThrow(NotAllowed);
  });

  test('are in use once a public event has one', async () => {
    const [talks, games] = [await add('Talks'), await add('Games')];
    await addOf(games, { visibility: 'Draft' });
    expect(await viewKindsInUse(site.db)).toEqual([]);
    await addOf(talks);
    expect(await viewKindsInUse(site.db)).toEqual([{ name: 'Talks', slug: 'talks', colour: 'red' }]);
  });

  test('leave their events without one when they are removed, and come back alone', async () => {
    const [talks, games] = [await add('Talks'), await add('Games')];
    const [talk, game] = [await addOf(talks), await addOf(games)];
    await removeKinds(site.db, admin, [talks]);
    expect([await kindOf(talk), await kindOf(game)]).toEqual([null, games]);
    const [removed] = await listTrash(site.db);
    await restoreFromTrash(site.db, removed?.key ?? '');
    expect(await slugs()).toEqual(['talks', 'games']);
    expect(await kindOf(talk)).toBeNull();
  });

  test('one that was removed while an event’s dialog was open is none', async () => {
    const talks = await add('Talks');
    const key = await addOf(null);
    await removeKinds(site.db, admin, [talks]);
    await updateEvent(site.db, admin, { key, version: 0, input: eventSent({ kind: talks }) }, club);
    expect(await kindOf(key)).toBeNull();
  });

  test('leave none behind at an event that is saved at that moment, on two copies', async () => {
    const other = await site.copy();
    for (let round = 0; round < 5; round++) {
      const gone = await add(`Round ${round}`);
      const held = await addOf(gone);
      const adding = Array.from({ length: 6 }, (_, at) =>
        addEvent(at % 2 === 0 ? site.db : other, admin, eventSent({ kind: gone }), club),
      );
      await Promise.all([
        ...adding,
        removeKinds(other, admin, [gone]),
        // It may come too late, and is told so then.
        cancelEvent(site.db, admin, { key: held, version: 0, input: { reason: '' } }, club).catch(() => undefined),
      ]);
      const left = site.db.query.selectFrom('events').select('key').where('kind', '=', gone);
      expect(await left.execute()).toEqual([]);
    }
  });

  test('of one name that are added at once have addresses of their own, on two copies', async () => {
    const other = await site.copy();
    const input = { name: 'Talks', colour: 'red' };
    const adding = Array.from({ length: 20 }, (_, at) =>
      addRecord(at % 2 === 0 ? site.db : other, admin, kinds, input),
    );
    await Promise.all(adding);
    expect(new Set(await slugs()).size).toBe(20);
  });

  test('come back from an export, with their events', async () => {
    const file = {
      kind: { k1: { name: 'Talks', slug: 'talks', colour: 'teal', order: 1 } },
      event: { e1: { title: 'On compilers', kind: 'k1' }, e2: { title: 'Of none' } },
    };
    await load(site.db, file);
    const exported = JSON.parse(await dump(site.db));
    expect(exported.kind).toEqual(file.kind);
    expect([exported.event.e1.kind, 'kind' in exported.event.e2]).toEqual(['k1', false]);
    const { refused } = await load(site.db, {
      kind: {
        k2: { name: 'Second', slug: 'talks' },
        k3: { name: 'Third', slug: 'third', colour: 'pink' },
        k4: { name: 'Fourth', slug: 'Not one' },
      },
    });
    expect(refused.map((line: string) => line.split(':')[0])).toEqual(['kind/k3/colour', 'kind/k4/slug', 'kind/k2']);
    expect(await slugs()).toEqual(['talks', 'third', 'fourth']);
  });
});
