import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRoles } from '../app/domain/users/accounts.ts';
import type { Role } from '../app/domain/roles.ts';
import { setRole } from '../app/domain/users/set-role.ts';
import type { Topic } from '../app/domain/topics.ts';
import { startApp, type RunningApp } from './app.ts';
import { openStream } from './event-stream.ts';
import { seedAdmin, seedMember, seedPerson, type Person } from './people.ts';

let app: RunningApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

/** Commits a write that touched these records. */
function commit(...changes: [Topic, string][]): Promise<void> {
  return app.site.db.write(async ({ changed }) => {
    for (const [topic, key] of changes) changed(topic, key);
  });
}

const change = (topic: Topic, key: string) => ({ event: 'change', data: { topic, key } });

describe('/live', () => {
  test('tells one change per record, after the commit', async () => {
    const stream = await openStream(app);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    await commit(['event', 'one'], ['food', 'two']);
    expect([await stream.next(), await stream.next()]).toEqual([change('event', 'one'), change('food', 'two')]);
    await stream.close();
  });

  test('says nothing of a write that was undone', async () => {
    const stream = await openStream(app);
    const undone = app.site.db.write(async ({ changed }) => {
      changed('event', 'never');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await commit(['exec', 'next']);
    expect(await stream.next()).toEqual(change('exec', 'next'));
    await stream.close();
  });

  test('tells responses to who handles them, submissions to admins, and a user’s record to that user and admins', async () => {
    const [ada, max, moe] = [await seedAdmin(app), await seedMember(app), await seedMember(app)];
    const withRole = async (role: Role) => openStream(app, (await seedPerson(app, { admin: false, role })).cookie);
    const streams = {
      admin: await openStream(app, ada.cookie),
      events: await withRole('events'),
      treasurer: await withRole('treasurer'),
      editor: await withRole('editor'),
      max: await openStream(app, max.cookie),
      moe: await openStream(app, moe.cookie),
      stranger: await openStream(app),
    };
    await commit(['submission', 'contact/one'], ['entry', 'form/one'], ['user', max.uid], ['dsc', 'last']);
    const [submission, entry, user] = [
      change('submission', 'contact/one'),
      change('entry', 'form/one'),
      change('user', max.uid),
    ];
    for (const expected of [submission, entry, user]) expect(await streams.admin.next()).toEqual(expected);
    for (const stream of [streams.events, streams.treasurer]) expect(await stream.next()).toEqual(entry);
    expect(await streams.max.next()).toEqual(user);
    for (const stream of Object.values(streams)) expect(await stream.next()).toEqual(change('dsc', 'last'));
    for (const stream of Object.values(streams)) await stream.close();
  });

  test('ends for someone whose rights changed: what comes back sees what it may see now', async () => {
    const ada = await seedAdmin(app);
    const before = await openStream(app, ada.cookie);
    await setRole(app.site.db, await findRoles(app.site.db, `${ada.uid}@example.edu`), null);
    await commit(['entry', 'form/secret']);
    const { events, retry } = await before.rest();
    expect(events).toEqual([change('user', ada.uid)]);
    expect(retry).toBeGreaterThanOrEqual(1000);
    const after = await openStream(app, ada.cookie);
    await commit(['entry', 'form/secret'], ['food', 'open']);
    expect(await after.next()).toEqual(change('food', 'open'));
    await after.close();
  });

  test('ends for someone who logged out', async () => {
    const ada = await seedAdmin(app);
    const stream = await openStream(app, ada.cookie);
    await app.get('/auth/logout', { method: 'POST', headers: ada.sending });
    expect((await stream.rest()).events).toEqual([change('user', ada.uid)]);
  });

  test('tells a page that was loaded a while ago what it missed of what it may see', async () => {
    const ada = await seedAdmin(app);
    const loaded = Date.now();
    await commit(['files', 'homeSlideshow'], ['entry', 'form/one']);
    const missedBy = async (cookie: string | undefined, age: number) => {
      const stream = await openStream(app, cookie, `?age=${age}`);
      // So that there is something to read where nothing was missed.
      await commit(['food', 'new']);
      const { event, data } = (await stream.next()) ?? {};
      await stream.close();
      return event === 'missed' ? data : [];
    };
    const age = () => Date.now() - loaded + 1000;
    expect(await missedBy(undefined, age())).toEqual(expect.arrayContaining([expect.stringMatching(/^(files|\*)$/)]));
    expect(await missedBy(undefined, age())).not.toContain('entry');
    expect(await missedBy(ada.cookie, age())).toEqual(expect.arrayContaining([expect.stringMatching(/^(entry|\*)$/)]));
    expect(await missedBy(undefined, 100_000_000)).toEqual(['*']);
    const stream = await openStream(app);
    await commit(['food', 'next']);
    expect(await stream.next()).toEqual(change('food', 'next'));
    await stream.close();
  });

  test('tells a page whose visitor’s role changed before its stream was there, and nobody else', async () => {
    const [max, other] = [await seedMember(app), await seedMember(app)];
    await commit(['user', max.uid]);
    const missedBy = async ({ cookie }: Person) => {
      const stream = await openStream(app, cookie, '?age=1000');
      // So that there is something to read where nothing was missed.
      await commit(['food', 'new']);
      const { event, data } = (await stream.next()) ?? {};
      await stream.close();
      return event === 'missed' ? data : [];
    };
    expect(await missedBy(max)).toEqual(expect.arrayContaining([expect.stringMatching(/^(user|\*)$/)]));
    expect(await missedBy(other)).not.toContain('user');
  });

  test('can only be read', async () => {
    const { sending } = await seedAdmin(app);
    expect((await app.get('/live', { method: 'POST', headers: sending })).status).toBe(405);
  });

  test('takes a thousand streams from one address and tells them all', async () => {
    const streams = await Promise.all(Array.from({ length: 1000 }, () => openStream(app)));
    await commit(['event', 'all']);
    const told = await Promise.all(streams.map(async (stream) => [await stream.next(), await stream.next()]));
    const expected = [{ event: 'crowd', data: expect.any(Number) }, change('event', 'all')];
    expect(told.filter((events) => events.length === 2)).toEqual(told.map(() => expected));
    await Promise.all(streams.map((stream) => stream.close()));
  });
});

test('a site that stops ends its streams with a hint when to come back', async () => {
  const site = await startApp();
  const stream = await openStream(site);
  const [{ retry }] = await Promise.all([stream.rest(), site.close()]);
  expect(retry).toBeGreaterThanOrEqual(1000);
  expect(retry).toBeLessThanOrEqual(5000);
});
