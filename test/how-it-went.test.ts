import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { seedAdmin, seedPerson, sendAs } from './people.ts';

const DAY = 86_400_000;
const SECRET = 'Quellenhof';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
  const retro = { retro_ran_out: SECRET, retro_change: SECRET, retro_cost: SECRET, retro_came: 9173 };
  const past = { title: 'Talk', ...retro, time_start: Date.now() - 3 * DAY, time_end: Date.now() - 2 * DAY };
  await insertEvents(app.site.db, eventRow('talk', past), eventRow('fair', { ...past, title: 'Fair' }));
});
afterAll(() => app.close());

test('how it went is on no page and in no address that anybody may open', async () => {
  const paths = [
    ...['/home', '/events', '/events/talk', '/events/talk.data', '/past-events', '/screen', '/events.ics'],
    ...['/events/talk.ics', '/feed.xml', '/sitemap.xml', '/api/events?set=past', '/api/events?set=all'],
    ...['/api/events/talk', '/events/talk/poster.svg'],
  ];
  for (const path of paths) {
    const answer = await app.get(path);
    const text = await answer.text();
    expect([path, answer.status]).toEqual([path, 200]);
    for (const word of [SECRET, '9173', 'retro', 'ranOut']) expect([path, text.includes(word)]).toEqual([path, false]);
  }
});

test('who may change events writes it, viewers see nothing of it', async () => {
  const admin = await seedAdmin(app);
  const viewer = await seedPerson(app, { admin: false, role: 'viewer' });
  const page = async (cookie: string) => (await app.get('/admin/events/fair', { headers: { cookie } })).text();
  expect(await page(admin.cookie)).toContain(SECRET);
  expect(await page(viewer.cookie)).not.toContain(SECRET);
  const input = { ranOut: 'Tea', change: '', cost: '', came: '40' };
  const path = '/admin/events/fair/retrospective.data';
  expect((await sendAs(app, viewer, path, { version: 0, input })).status).toBe(403);
  expect((await sendAs(app, admin, path, { version: 0, input })).status).toBe(200);
  expect((await sendAs(app, admin, path, { version: 0, input })).status).toBe(409);
  const row = await app.site.db.query.selectFrom('events').selectAll().where('key', '=', 'fair').executeTakeFirst();
  expect(row).toMatchObject({ retro_ran_out: 'Tea', retro_change: null, retro_came: 40, version: 1 });
});
