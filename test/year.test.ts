import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { seedAdmin, seedPerson } from './people.ts';

const start = Date.parse('2024-10-01T20:00-04:00');
let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
  await insertEvents(
    app.site.db,
    eventRow('fair', { title: '=Fair', time_start: start, time_end: start + 1, retro_came: 9 }),
  );
});
afterAll(() => app.close());

test('a year’s figures are a page and a file, for admins', async () => {
  const { cookie } = await seedAdmin(app);
  const page = await app.get('/admin/year?year=2024', { headers: { cookie } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('2024–2025')]);
  const file = await app.get('/admin/year/year.csv?year=2024', { headers: { cookie } });
  expect(file.headers.get('content-disposition')).toContain('Year 2024-2025.csv');
  expect(await file.text()).toContain("2024-10-01,'=Fair,0,9");
  const viewer = await seedPerson(app, { admin: false, role: 'viewer' });
  for (const path of ['/admin/year', '/admin/year/year.csv'])
    expect((await app.get(path, { headers: { cookie: viewer.cookie } })).status).toBe(403);
});

test('it says of how many events nobody knows who came', async () => {
  await insertEvents(app.site.db, eventRow('walk', { title: 'Walk', time_start: start, time_end: start + 1 }));
  const { cookie } = await seedAdmin(app);
  const page = await app.get('/admin/year?year=2024', { headers: { cookie } });
  expect(await page.text()).toContain('1 event has no attendance yet.');
});
