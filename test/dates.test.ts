import { afterAll, beforeAll, expect, test } from 'vitest';
import { addItem } from '../app/domain/handover/items.ts';
import { admin as ada } from './actors.ts';
import { startApp, type RunningApp } from './app.ts';
import { seedAdmin, seedPerson, sendAs, type Person } from './people.ts';

let app: RunningApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await seedAdmin(app);
  await addItem(app.site.db, ada, { title: 'Domain "x\\y"', owner: 'Ada Admin', endsOn: '2026-01-31' });
  await addItem(app.site.db, ada, { title: 'Keys', owner: 'Old Bob' });
});
afterAll(() => app.close());

const textOf = async (path: string, { cookie } = admin) =>
  (await (await app.get(path, { headers: { cookie } })).text()).replaceAll(/<!-- -->/g, '');

test('what has ended stands first under ‘Needs attention’, cannot be dismissed, and is for Admins', async () => {
  const home = await textOf('/admin/home');
  const part = home.slice(home.indexOf('Needs attention'));
  expect(part.slice(0, part.indexOf('</li>')).replaceAll(/<[^>]*>/g, '')).toMatch(
    /Domain &quot;x\\y&quot;: Ended on Jan 31, 2026\.$/,
  );
  expect(part.slice(0, part.indexOf('</li>'))).not.toMatch(/<button|<details/);
  const editor = await seedPerson(app, { admin: false, role: 'editor' });
  expect(await textOf('/admin/home', editor)).not.toContain('Ended on');
});

test('the page names owners and what is missing', async () => {
  const page = (await textOf('/admin/dates')).replaceAll(/<[^>]*>/g, '');
  expect(page).toContain('Owner: Old Bob (No address) · No second owner');
  expect(page).toContain('Owner: Ada Admin · No second owner');
  expect(page).toContain('Ada Admin: renew it or pass it on');
  expect(page).toMatch(/Every Admin’s/);
});

test('owners of what the site finds are chosen there', async () => {
  const send = (version: number, key = 'backup') =>
    sendAs(app, admin, '/admin/dates.data', {
      verb: 'update',
      key,
      version,
      input: { owner: 'Ada Admin', secondOwner: '' },
    });
  expect((await send(0)).status).toBe(200);
  expect((await send(0)).status).toBe(409);
  expect((await send(0, 'nothing')).status).toBe(404);
  expect((await sendAs(app, admin, '/admin/dates.data', { verb: 'remove', keys: ['backup'] })).status).toBe(422);
  expect((await sendAs(app, admin, '/admin/dates/drills.data', { code: 7 })).status).toBe(422);
});

test('/metrics says the same, with the setting and who must do what', async () => {
  const metrics = await (await app.get('/metrics')).text();
  const label = String.raw`thing="Domain \"x\\y\"",setting="/admin/dates"`;
  expect(metrics).toMatch(
    /^clubroom_wrong\{id="item-[^"]+",thing=.*,who="Ada Admin",what="renew it or pass it on, [^"]*",missing="No second owner"\} 1$/m,
  );
  expect(metrics).toContain(label);
  expect(metrics).toContain(`clubroom_ends_seconds{id="item-`);
  expect(metrics).toMatch(
    /^clubroom_wrong\{id="backup",thing="Backup",setting="DATA_DIR",who="[^"]+",what="[^"]+",missing="[^"]*"\} 0$/m,
  );
});
