import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasAccepted } from '../app/domain/mail/accepted.ts';
import { startApp, type RunningApp } from './app.ts';
import { openMailServer, type MailServer } from './mail-server.ts';
import { seedPerson, sendAs } from './people.ts';

let server: MailServer;
let app: RunningApp;
let without: RunningApp;
beforeAll(async () => {
  server = await openMailServer();
  app = await startApp({ env: { SMTP_URL: server.url } });
  without = await startApp();
});
afterAll(async () => {
  await app.close();
  await without.close();
  await server.close();
});

test('a test mail goes to whoever asks, is in no outbox, and is limited for each', async () => {
  const [admin, events] = [
    await seedPerson(app, { admin: true }),
    await seedPerson(app, { admin: false, role: 'events' }),
  ];
  const ask = (person: typeof admin, spelt = '') => sendAs(app, person, `/admin/test-mail${spelt}`);
  expect(await hasAccepted(app.site.db)).toBe(false);
  const answer = await ask(admin);
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('250');
  expect(server.received.map(({ to }) => to)).toEqual([[`${admin.uid}@example.edu`]]);
  expect(await app.site.db.query.selectFrom('outbox').select('key').execute()).toEqual([]);
  expect(await hasAccepted(app.site.db)).toBe(true);
  for (let sent = 1; sent < 5; sent++) expect((await ask(admin)).status).toBe(200);
  const limited = await ask(admin);
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(limited.text).toContain('You have sent several test mails');
  for (const spelt of ['.data', '/', '/_.data', '//_.data', '/.data'])
    expect([spelt, (await ask(admin, spelt)).status]).toEqual([spelt, 429]);
  expect((await ask(events)).status).toBe(200);
  expect(server.received).toHaveLength(6);
});

test('who does not see unsent mail sends none', async () => {
  const editor = await seedPerson(app, { admin: false, role: 'editor' });
  const before = server.received.length;
  expect((await sendAs(app, editor, '/admin/test-mail')).status).toBe(403);
  expect(server.received).toHaveLength(before);
});

test('where no mail server is set up, it says so', async () => {
  const admin = await seedPerson(without, { admin: true });
  const { status, text } = await sendAs(without, admin, '/admin/test-mail');
  expect(status).toBe(422);
  expect(text).toContain('No mail server is set up');
  expect(await hasAccepted(without.site.db)).toBe(false);
});
