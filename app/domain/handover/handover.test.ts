import { beforeEach, describe, expect, test } from 'vitest';
import { admin, member } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { club } from '../../../test/outbox.ts';
import { listActivity } from '../activity.ts';
import { NotAllowed, NotFound, Rejected, Stale } from '../errors.ts';
import { execs, listExecs } from '../execs.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import { viewPersonalData } from '../personal-data/view-personal-data.ts';
import { addRecord } from '../record-changes/save.ts';
import type { Change } from '../topics.ts';
import type { Actor } from '../actor.ts';
import { changeRole } from '../users/set-role.ts';
import { beginHandover, endTerms, finishHandover, markStep, viewHandover } from './handover.ts';
import { addItem, listItems, removeItem, tickItem, updateItem } from './items.ts';

const GRACE: Actor = { uid: 'grace', name: 'grace', email: 'grace@example.edu', role: 'admin' };

describe.each(databases)('a handover, on %s', (_, open) => {
  const site = freshDatabase(open);
  let told: Change[];
  beforeEach(async () => {
    told = [];
    for (const [at, uid] of ['ada', 'grace', 'max'].entries()) {
      const email = `${uid}@example.edu`;
      const rights = { admin: uid === 'max' ? 0 : 1, role: uid === 'max' ? 'events' : null };
      const user = { uid, name: uid, email, verified_email: email, extra: null, created_at: at, ...rights };
      await site.db.write(({ query }) => query.insertInto('users').values(user).execute());
    }
    site.db.onCommit((changes) => {
      told.push(...changes);
    });
  });

  const view = () => viewHandover(site.db, admin);
  const doneBy = async () => (await view()).steps.flatMap(({ step, done }) => (done ? [`${step} ${done.by}`] : []));
  const items = async () =>
    (await listItems(site.db, admin)).map(({ title, owner, isDone }) => `${title}, ${owner}, ${isDone}`);
  const log = async () =>
    (await listActivity(site.db, admin, 20)).map(({ who, verb, title }) => `${who} ${verb} ${title}`.trim());

  test('it is begun by one admin, gone on with by another, and finished', async () => {
    expect(await view()).toMatchObject({ begun: null, finished: null });
    await expect(markStep(site.db, admin, { step: 'who-comes', isDone: true })).rejects.toThrow(Rejected);
    await beginHandover(site.db, admin, 1000);
    await beginHandover(site.db, GRACE, 2000);
    expect((await view()).begun).toEqual({ by: 'ada', at: 1000 });
    await markStep(site.db, GRACE, { step: 'who-leaves', isDone: true });
    await markStep(site.db, admin, { step: 'who-leaves', isDone: true });
    await markStep(site.db, admin, { step: 'who-comes', isDone: true });
    expect(await doneBy()).toEqual(['who-leaves grace', 'who-comes ada']);
    await markStep(site.db, admin, { step: 'who-leaves', isDone: false });
    expect(await doneBy()).toEqual(['who-comes ada']);
    await finishHandover(site.db, GRACE, 3000);
    expect(await view()).toMatchObject({ begun: null, finished: { by: 'grace', at: 3000 } });
    expect(await doneBy()).toEqual([]);
    expect(await site.db.query.selectFrom('handover_roles').selectAll().execute()).toEqual([]);
    await expect(finishHandover(site.db, admin)).rejects.toThrow(Rejected);
    expect(await log()).toEqual([
      'grace finished',
      'Ada took a step of Who comes',
      'grace took a step of Who leaves',
      'Ada began',
    ]);
    expect(told.every(({ topic }) => topic === 'handover')).toBe(true);
  });

  test('it remembers who had what, and says who has it now', async () => {
    await beginHandover(site.db, admin);
    await changeRole(site.db, admin, 'max', 'admin');
    await changeRole(site.db, admin, 'grace', null);
    const roles = async () => (await view()).roles.map(({ name, before, now }) => `${name} ${before} ${now}`);
    expect(await roles()).toEqual(['ada admin admin', 'grace admin null', 'max events admin']);
    const newcomer = { uid: 'eve', name: 'eve', email: null, verified_email: null, admin: 0, role: 'viewer' };
    await site.db.write(({ query }) =>
      query
        .insertInto('users')
        .values({ ...newcomer, extra: null, created_at: 9 })
        .execute(),
    );
    expect((await roles()).at(-1)).toBe('eve null viewer');
  });

  test('items are added, changed, ticked and removed, and their boxes are empty at the next beginning', async () => {
    const { key } = await addItem(site.db, admin, { title: ' Bank ', owner: ' Ada ' });
    expect(await items()).toEqual(['Bank, Ada, false']);
    await tickItem(site.db, GRACE, key, true);
    expect(await updateItem(site.db, admin, { key, version: 0, input: { title: 'Bank', owner: 'Grace' } })).toEqual({
      version: 1,
    });
    expect(await items()).toEqual(['Bank, Grace, true']);
    const stale = updateItem(site.db, GRACE, { key, version: 0, input: { title: 'Bank', owner: 'Max' } });
    await expect(stale).rejects.toThrow(Stale);
    await expect(stale).rejects.toMatchObject({ current: { version: 1, owner: 'Grace' } });
    await beginHandover(site.db, admin);
    expect(await items()).toEqual(['Bank, Grace, false']);
    await removeItem(site.db, admin, key);
    expect(await items()).toEqual([]);
    await expect(tickItem(site.db, admin, key, true)).rejects.toThrow(NotFound);
    await expect(removeItem(site.db, admin, key)).rejects.toThrow(NotFound);
    expect(await log()).toEqual(['Ada removed from Bank', 'Ada began', 'Ada changed in Bank', 'Ada added to Bank']);
  });

  test('an item has a title, is no novel, and one of 200', async () => {
    for (const input of [
      { title: ' ', owner: '' },
      { title: 'x'.repeat(201), owner: '' },
    ]) {
      await expect(addItem(site.db, admin, input)).rejects.toMatchObject({ fields: { title: expect.any(String) } });
    }
    const full = Array.from({ length: 200 }, (__, at) => ({ key: `k${at}`, title: 'Key', owner: '' }));
    await site.db.write(({ query }) =>
      query
        .insertInto('handover_items')
        .values(full.map((item) => ({ ...item, second_owner: '', ends_on: '', is_done: 0, version: 0, created_at: 1 })))
        .execute(),
    );
    await expect(addItem(site.db, admin, { title: 'One more', owner: '' })).rejects.toThrow(Rejected);
  });

  test('whoever leaves is a previous executive with an end, those who left already are left out', async () => {
    const exec = { name: 'Grace', title: 'Treasurer', description: '', isCurrentExec: true, image: null };
    const add = async (more: object) => (await addRecord(site.db, admin, execs, { ...exec, ...more })).key;
    const keys = [
      await add({}),
      await add({ name: 'Early', until: '2026-03' }),
      await add({ name: 'Late', since: '2027-01' }),
      await add({ name: 'Gone', isCurrentExec: false }),
    ];
    await add({ name: 'Stays' });
    const names = await endTerms(site.db, admin, [...keys, 'nobody'], '2026-05');
    expect(names).toEqual(['Grace', 'Early', 'Late']);
    expect((await listExecs(site.db, true)).map(({ name }) => name)).toEqual(['Stays']);
    const previous = (await listExecs(site.db, false)).map(({ name, until, version }) => `${name} ${until} ${version}`);
    expect(previous.toSorted()).toEqual(['Early 2026-03 1', 'Gone  0', 'Grace 2026-05 1', 'Late 2027-01 1']);
    expect(told.filter(({ topic }) => topic === 'exec')).toHaveLength(8);
  });

  test('erasing a person leaves nothing of them in it', async () => {
    await beginHandover(site.db, GRACE);
    await addItem(site.db, admin, { title: 'Account of grace@example.edu', owner: 'grace' });
    const looking = {
      email: GRACE.email,
      club: { email: 'club@example.edu', institution: 'Example', locale: 'en', currency: 'USD' },
    };
    const found = await viewPersonalData(site.db, admin, looking);
    expect(found.handover).toMatchObject([{ title: 'Account of grace@example.edu', owner: 'grace' }]);
    await erasePersonalData(site.db, admin, { ...looking, mailing: club });
    expect(await items()).toEqual(['Account of an erased person, an erased person, false']);
    const { begun, roles } = await view();
    expect([begun?.by, roles.map(({ uid }) => uid)]).toEqual(['', ['ada', 'max']]);
    const left = [
      await site.db.query.selectFrom('handover_steps').selectAll().execute(),
      await site.db.query.selectFrom('handover_roles').selectAll().execute(),
    ];
    expect(JSON.stringify(left)).not.toContain('grace');
  });

  test.each([null, member, { ...member, role: 'editor' }, { ...member, role: 'events' }] as const)(
    'only admins see it and do anything: not %o',
    async (actor) => {
      const input = { title: 'Bank', owner: '' };
      for (const work of [
        () => viewHandover(site.db, actor),
        () => listItems(site.db, actor),
        () => beginHandover(site.db, actor),
        () => finishHandover(site.db, actor),
        () => markStep(site.db, actor, { step: 'who-leaves', isDone: true }),
        () => addItem(site.db, actor, input),
        () => updateItem(site.db, actor, { key: 'k', version: 0, input }),
        () => tickItem(site.db, actor, 'k', true),
        () => removeItem(site.db, actor, 'k'),
      ]) {
        await expect(work()).rejects.toThrow(NotAllowed);
      }
    },
  );
});
