import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { seedAdmin, seedPerson, sendAs, type Person } from './people.ts';
import { proxiedApps } from './proxied-apps.ts';
import { insertPersonForm } from './sign-ups.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const HOUR = 3_600_000;

describe.each(proxiedApps)('a cancelled event, on %s', (_name, open) => {
  let app: RunningApp;
  let admin: Person;
  let ana: Visitor;
  const start = Date.now() + 48 * HOUR;
  beforeAll(async () => {
    app = await open();
    admin = await seedAdmin(app);
    ana = visitorOf(app);
    await insertEvents(
      app.site.db,
      eventRow('talk', { title: 'Talk', form_id: 'form', time_start: start, tentative: 1 }),
      eventRow('link', { title: 'Link', signup_url: 'https://tickets.example/1', time_start: start + HOUR }),
      eventRow('later', { title: 'Later', time_start: start + 2 * HOUR, dsc_event: 1 }),
    );
    await insertPersonForm(app.site.db, 'form', { places: 5 });
  });
  afterAll(() => app.close());

  const address = (key: string) => `/admin/events/${key}/cancellation.data`;
  const cancel = async (key: string, reason: string, who: Person = admin) =>
    (await sendAs(app, who, address(key), { version: 0, input: { reason } })).status;
  const takeBack = async (key: string, version: number, who: Person = admin) =>
    (await sendAs(app, who, address(key), { version }, 'DELETE')).status;
  const text = async (path: string) => (await app.get(path)).text();
  const signUp = (email: string) =>
    ana.json('/api/entries/form', { answers: { name: 'Ana', email }, token: ana.token(), once: ana.once() });
  const sequences = new Map<string, number>();
  const sequenceIn = (calendar: string) => Number(/SEQUENCE:(\d+)/.exec(calendar)?.[1]);
  const places = async () => JSON.parse(await text('/api/events/talk/places'));

  test('says so wherever it shows, and takes nobody', async () => {
    const { signUp: made } = (await signUp('ana@example.edu')).body;
    for (const path of ['/events/talk', '/events', '/home', '/feed.xml', '/events.ics', '/events/talk.ics'])
      await text(path);
    const reason = 'The speaker is ill.\n<b>Sorry</b>';
    expect(await cancel('talk', reason)).toBe(200);

    const page = await text('/events/talk');
    const article = page.slice(page.indexOf('<article'));
    expect(article.indexOf('This event has been cancelled.')).toBeLessThan(article.indexOf('<h1'));
    expect(article).toContain('The speaker is ill.\n&lt;b&gt;Sorry&lt;/b&gt;');
    expect(article).toContain('Sign-up has closed.');
    expect(article).not.toContain('Tentative date');
    expect(article).not.toContain('Add to calendar');
    expect(page).toContain('https://schema.org/EventCancelled');
    expect(await text('/events')).toMatch(/>CANCELLED<\/strong>/);
    expect(await text('/events')).not.toContain('[TENTATIVE]');

    expect(await text('/home')).not.toContain('>Talk<');
    expect(JSON.parse(await text('/api/events?set=next'))).toMatchObject([{ $key: 'link' }]);
    expect(JSON.parse(await text('/api/events/talk'))).toMatchObject({ cancelled: true, cancelReason: reason });
    expect(await text('/feed.xml')).not.toContain('Talk');
    for (const path of ['/events.ics', '/events/talk.ics']) {
      const calendar = await text(path);
      expect(calendar).toContain('STATUS:CANCELLED');
      expect(calendar).toContain('SUMMARY:[CANCELLED] Talk');
      const sequence = sequenceIn(calendar);
      expect(sequence).toBeGreaterThan(sequences.get(path) ?? 0);
      sequences.set(path, sequence);
    }

    expect(await places()).toEqual({ places: 5, taken: 1, waiting: 0, state: 'closed' });
    const refused = await signUp('ben@example.edu');
    expect([refused.status, refused.body.error]).toEqual([404, 'Sign-up has closed: this event has been cancelled.']);

    const mine = await text(made?.link ?? '');
    expect(mine).toContain('This event has been cancelled.');
    expect(mine).toContain('The speaker is ill.');
    for (const gone of ['Change my answers', 'Cancel my sign-up', 'Code for the door'])
      expect(mine).not.toContain(gone);
    expect((await ana.json(`${made?.link ?? ''}.data`, { verb: 'cancel' })).status).toBe(422);

    const table = await (await app.get('/admin/events', { headers: { cookie: admin.cookie } })).text();
    expect(table).toMatch(/>Cancelled<\/span>/);
  });

  test('takes people again once it takes place after all', async () => {
    expect(await takeBack('talk', 0)).toBe(409);
    expect(await takeBack('talk', 1)).toBe(200);
    expect(await text('/events/talk')).not.toContain('has been cancelled');
    for (const path of ['/events.ics', '/events/talk.ics']) {
      const calendar = await text(path);
      expect(calendar).toContain('STATUS:TENTATIVE');
      expect(sequenceIn(calendar)).toBeGreaterThan(sequences.get(path) ?? 0);
    }
    expect(await text('/feed.xml')).toContain('Talk');
    expect(await places()).toMatchObject({ state: 'open' });
    expect((await signUp('ben@example.edu')).status).toBe(200);
  });

  test('with a sign-up link hides the link', async () => {
    expect(await text('/events/link')).toContain('https://tickets.example/1');
    expect(await cancel('link', '')).toBe(200);
    const page = await text('/events/link');
    expect(page).not.toContain('https://tickets.example/1');
    expect(page).toContain('Sign-up has closed.');
  });

  test('is so by whoever may change events', async () => {
    const viewer = await seedPerson(app, { admin: false, role: 'viewer' });
    expect(await cancel('later', '', viewer)).toBe(403);
    expect(await takeBack('link', 1, viewer)).toBe(403);
  });
});
