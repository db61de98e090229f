import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreFromTrash } from '../app/domain/bring-back.ts';
import { listTrash } from '../app/domain/trash.ts';
import { eraseDueFiles } from '../app/domain/uploads/erase-files.ts';
import type { StoredFile } from '../app/domain/files/stored-file.ts';
import { startApp, type RunningApp } from './app.ts';
import { seedAdmin, seedMember, type Person } from './people.ts';
import { picture } from './pictures.ts';

const GRACE = { name: 'Grace Example', title: 'Treasurer', description: '', isCurrentExec: true, image: null };
const TEA = { name: 'Mint tea', section: 'Drink', price: 1.25 };

describe('the executives’ and the food screens over HTTP', () => {
  let app: RunningApp;
  let admin: Person;
  beforeAll(async () => {
    app = await startApp();
    admin = await seedAdmin(app);
  });
  afterAll(() => app.close());

  async function send(
    screen: 'execs' | 'food' | 'dsc' | 'handover/items' | 'trash',
    command: unknown,
    headers: Record<string, string> = admin.sending,
  ) {
    const body = typeof command === 'string' ? command : JSON.stringify(command);
    const type = { 'content-type': 'application/json' };
    const response = await app.get(`/admin/${screen}.data`, { method: 'POST', headers: { ...type, ...headers }, body });
    return { status: response.status, text: await response.text() };
  }
  const execs = () => app.site.db.query.selectFrom('execs').selectAll().orderBy('key').execute();
  const food = () => app.site.db.query.selectFrom('food').selectAll().orderBy('key').execute();
  const screen = async (path: string) => (await app.get(path, { headers: { cookie: admin.cookie } })).text();

  async function upload(name: string): Promise<StoredFile> {
    const path = `/api/uploads/${randomUUID()}?name=${encodeURIComponent(name)}`;
    const body = new Uint8Array(await picture(300, 200));
    const response = await app.get(path, { method: 'PUT', headers: admin.sending, body });
    expect(response.status).toBe(201);
    return response.json();
  }

  async function addExec(input: object): Promise<string> {
    const before = new Set((await execs()).map(({ key }) => key));
    expect((await send('execs', { verb: 'add', input })).status).toBe(200);
    const key = (await execs()).map((row) => row.key).find((one) => !before.has(one));
    if (key === undefined) throw new Error('Nothing was added');
    return key;
  }

  test('what is added is on the admin screen and on the public page at the next request', async () => {
    await app.get('/team');
    await addExec({ ...GRACE, name: 'Nadia Next-Request' });
    expect(await screen('/admin/execs')).toContain('Nadia Next-Request');
    expect(await (await app.get('/team')).text()).toContain('Nadia Next-Request');
    expect((await send('food', { verb: 'add', input: TEA })).status).toBe(200);
    expect(await screen('/admin/food')).toContain('$1.25');
    expect(await food()).toMatchObject([{ name: 'Mint tea', section: 'Drink', price: 1.25, version: 0 }]);
  });

  test('what was removed is in the trash with who and until when, and comes back from there', async () => {
    const key = await addExec({ ...GRACE, name: 'Tara Trashed' });
    expect((await send('execs', { verb: 'remove', keys: [key] })).status).toBe(200);
    const shown = await screen('/admin/trash');
    for (const text of ['Tara Trashed', 'Bring back Tara Trashed', 'Can be brought back until'])
      expect(shown).toContain(text);
    const [trashed] = await listTrash(app.site.db);
    const bringBack = { verb: 'bring back', key: trashed?.key };
    expect((await send('trash', bringBack)).status).toBe(200);
    expect((await execs()).map((row) => row.key)).toContain(key);
    const twice = await send('trash', bringBack);
    expect(twice).toMatchObject({ status: 404, text: expect.stringContaining('has been brought back') });
  });

  test('a stale save is answered with the record as it is, and changes nothing', async () => {
    const key = await addExec(GRACE);
    const save = (description: string) =>
      send('execs', { verb: 'update', key, version: 0, input: { ...GRACE, description } });
    expect((await save('The first.')).status).toBe(200);
    const { status, text } = await save('The second.');
    expect(status).toBe(409);
    expect(text).toContain('The first.');
    expect((await execs()).find((row) => row.key === key)).toMatchObject({ description: 'The first.', version: 1 });
  });

  test('a removed executive’s picture answers 404 at once, and is back with the record', async () => {
    const image = await upload('face.jpg');
    const key = await addExec({ ...GRACE, image });
    expect((await app.get(image.url)).status).toBe(200);
    expect((await send('execs', { verb: 'remove', keys: [key] })).status).toBe(200);
    expect((await app.get(image.url)).status).toBe(404);
    expect((await execs()).some((row) => row.key === key)).toBe(false);
    const trashed = (await listTrash(app.site.db)).find(({ recordKey }) => recordKey === key);
    await restoreFromTrash(app.site.db, trashed?.key ?? '');
    expect((await app.get(image.url)).status).toBe(200);
    expect((await execs()).some((row) => row.key === key)).toBe(true);
  });

  test('a replaced picture answers 404 at once, and its content is erased', async () => {
    const { db, storage } = app.site;
    const [first, second] = [await upload('one.jpg'), await upload('two.jpg')];
    const key = await addExec({ ...GRACE, image: first });
    const update = { verb: 'update', key, version: 0, input: { ...GRACE, image: second } };
    expect((await send('execs', update)).status).toBe(200);
    expect([(await app.get(first.url)).status, (await app.get(second.url)).status]).toEqual([404, 200]);
    await eraseDueFiles(db, storage.deleteAll);
    // A smaller copy that was being made meanwhile goes as soon as it is done.
    await expect.poll(() => Array.fromAsync(storage.list(first.path ?? ''))).toEqual([]);
    expect(await storage.exists(`${second.path}/${second.name}`)).toBe(true);
  });

  test.each([
    ['no JSON', '{"verb":'],
    ['no command', []],
    ['an unknown verb', { verb: 'promote', key: 'x' }],
    ['an unknown key beside the input', { verb: 'add', input: TEA, admin: true }],
    ['an unknown key in the input', { verb: 'add', input: { ...TEA, key: 'x' } }],
    ['a text for a number', { verb: 'add', input: { ...TEA, price: '1.25' } }],
    ['a name that is too long', { verb: 'add', input: { ...TEA, name: 'x'.repeat(201) } }],
    ['a version that is no number', { verb: 'update', key: 'x', version: '0', input: TEA }],
    ['nothing to remove', { verb: 'remove', keys: [] }],
  ])('%s is refused with a sentence, and nothing is stored', async (_what, command) => {
    const before = await food();
    const { status, text } = await send('food', command);
    expect(status).toBe(422);
    expect(text).not.toMatch(/ at .*\.ts:|node_modules/);
    expect(await food()).toEqual(before);
  });

  test('what is added again because its answer was lost is stored once, on every list', async () => {
    const item = { title: 'Key of the room', owner: '' };
    for (const [screen, input] of [
      ['execs', GRACE],
      ['food', TEA],
      ['dsc', { title: 'Jams', text: '', img: null, imgAlt: '', position: 1 }],
      ['handover/items', item],
    ] as const) {
      const command = { verb: 'add', once: randomUUID(), input };
      const first = await send(screen, command);
      expect([screen, first.status]).toEqual([screen, 200]);
      expect(await send(screen, command)).toEqual(first);
      const name = 'name' in input ? { name: 'Other' } : { title: 'Other' };
      const changed = await send(screen, { ...command, input: { ...input, ...name } });
      expect(changed).toEqual({ status: 422, text: expect.stringContaining('created already') });
      for (const once of ['', 'x', 'x'.repeat(65), 1, null])
        expect((await send(screen, { ...command, once })).status).toBe(422);
    }
    const items = await app.site.db.query.selectFrom('handover_items').select('title').execute();
    expect(items).toEqual([{ title: item.title }]);
  });

  test('two megabytes are refused with a sentence, and nothing is stored', async () => {
    const before = await food();
    const { status, text } = await send('food', { verb: 'add', input: { ...TEA, name: 'x'.repeat(2_000_000) } });
    expect([status, text]).toEqual([413, expect.stringContaining('Please make it shorter.')]);
    expect(await food()).toEqual(before);
  });

  test('saving what has gone is answered with 404', async () => {
    const gone = await send('food', { verb: 'update', key: 'gone', version: 0, input: TEA });
    expect(gone.status).toBe(404);
    expect(gone.text).toContain('This food item has since been removed.');
  });

  test('nobody else writes: 401 signed out, 403 without the right', async () => {
    const member = await seedMember(app);
    const { cookie: _cookie, ...anonymous } = admin.sending;
    const before = [await execs(), await food()];
    for (const screenName of ['execs', 'food'] as const) {
      const command = { verb: 'add', input: screenName === 'execs' ? GRACE : TEA };
      expect((await send(screenName, command, anonymous)).status).toBe(401);
      expect((await send(screenName, command, member.sending)).status).toBe(403);
    }
    expect([await execs(), await food()]).toEqual(before);
  });
});
