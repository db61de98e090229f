import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { seedAdmin, sendAs, type Person } from './people.ts';
import { addEventWithForm } from './proxied-apps.ts';
import { load } from './transfers.ts';
import { visitorOf } from './visitor.ts';

const SOON = Date.now() + 86_400_000;

describe('texts as people paste them', () => {
  let app: RunningApp;
  let admin: Person;
  const text = async (path: string) => (await app.get(path)).text();
  /** What a reader sees of a page, in one line. */
  const shown = (page: string) =>
    page
      .slice(page.indexOf('<main'))
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ');
  const inCalendar = async (path: string, key: string) => {
    const events = new ICAL.Component(ICAL.parse(await text(path))).getAllSubcomponents('vevent');
    const event = events.find((one) => String(one.getFirstPropertyValue('uid')).startsWith(key));
    return `${String(event?.getFirstPropertyValue('summary'))}|${String(event?.getFirstPropertyValue('description'))}`;
  };
  beforeAll(async () => {
    app = await startApp();
    admin = await seedAdmin(app);
  });
  afterAll(() => app.close());

  test('an address keeps the brackets that it opens, on the page, in the feed and in calendars', async () => {
    const address = 'https://en.wikipedia.org/wiki/Rust_(programming_language)';
    const description = `Read ${address} before. (See also https://example.org/x)`;
    const event = { title: 'Rust evening', description, datetime: { timeStartTimestamp: SOON } };
    await load(app.site.db, { event: { '-BugLink': event } });
    for (const page of [await text('/events/-BugLink'), (await text('/feed.xml')).replaceAll('&quot;', '"')]) {
      expect(page).toContain(`href="${address}"`);
      expect(page).toContain('href="https://example.org/x"');
    }
    for (const path of ['/events.ics', '/events/-BugLink.ics'])
      expect(await inCalendar(path, '-BugLink')).toBe(`Rust evening|${description}`);
  });

  test('a vertical tab or form feed leaves words apart, whoever brings the text', async () => {
    const [title, description] = ['Slides\vfrom\fPowerPoint', 'line one\vline two\n\nline three\fline four'];
    const given = { title, description, location: 'Room\v1', datetime: { timeStartTimestamp: SOON } };
    await load(app.site.db, { event: { '-Imported': given }, exec: { '-Ada': { name: title, current: true } } });
    // As a version before stored it.
    await insertEvents(app.site.db, eventRow('-Stored', { title, description, location: 'Room\v1', time_start: SOON }));
    for (const key of ['-Imported', '-Stored']) {
      const page = shown(await text(`/events/${key}`));
      for (const words of ['Slides from PowerPoint', 'Room 1', 'line one line two', 'line three line four'])
        expect(page).toContain(words);
      expect(await inCalendar('/events.ics', key)).toBe(
        'Slides from PowerPoint|line one\nline two\n\nline three\nline four',
      );
    }
    const feed = await text('/feed.xml');
    expect(feed.match(/Slides from PowerPoint/g)?.length).toBeGreaterThanOrEqual(2);
    expect(feed).not.toMatch(/onel|twol|threel|Slidesf|Room1/);
    expect(shown(await text('/team'))).toContain('Slides from PowerPoint');
  });

  test('so it does in what is typed into a dialog or a form', async () => {
    const input = { section: 'Food', name: 'Salt\vchips', price: 1 };
    const saved = await sendAs(app, admin, '/admin/food.data', { verb: 'add', once: 'a'.repeat(32), input });
    expect(saved.status).toBe(200);
    const { name } = await app.site.db.query.selectFrom('food').select('name').executeTakeFirstOrThrow();
    expect(name).toBe('Salt chips');

    await addEventWithForm(app, 'form', [{ name: 'why', type: 'textarea', description: 'Why' }]);
    const sam = visitorOf(app);
    const answers = { why: 'First\vsecond\nthird' };
    const sent = await sam.json('/api/entries/form', { answers, token: sam.token(), once: sam.once() });
    expect(sent.status).toBe(200);
    const { answers: stored } = await app.site.db.query
      .selectFrom('entries')
      .select('answers')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(stored)).toEqual({ why: 'First\nsecond\nthird' });
  });
});
