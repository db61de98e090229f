import ICAL from 'ical.js';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { calendarApp } from '../app/routes/api/calendar.ts';
import { feedsApp } from '../app/routes/api/feeds.ts';
import { healthApp } from '../app/routes/api/health.ts';
import { version } from '../package.json' with { type: 'json' };
import { databases } from './databases.ts';
import { eventRow, insertEvents, newBindings, openSource, type TestSource } from './event-rows.ts';

const NOW = Date.parse('2026-11-01T12:00:00-05:00');
const MIDNIGHT = Date.parse('2026-11-01T00:00:00-04:00');
const DAY = 86_400_000;

let source: TestSource;

afterEach(async () => {
  vi.useRealTimers();
  await source.close();
});

async function ask(path: string, init: RequestInit = {}) {
  const handed = newBindings();
  const [app] = [healthApp, calendarApp, feedsApp]
    .map((make) => make(source))
    .filter(({ routes }) => isFor(routes, path));
  if (!app) throw new Error(`nothing answers ${path}`);
  const response = await app.request(path, init, handed);
  return { response, status: response.status, text: await response.text(), kept: handed.response.cachePolicy };
}

function isFor(routes: { path: string }[], path: string): boolean {
  return routes.some((route) => route.path === path || (route.path.includes(':file') && path.startsWith('/events/')));
}

function eventsOf(calendar: string): string[] {
  const events = new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent');
  return events.map((event) => String(event.getFirstPropertyValue('uid')));
}

describe.each(databases)('on %s', (_name, open) => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    source = await openSource(open);
  });

  describe('/events.ics', () => {
    test('holds the events with a fixed date from one year back on, soonest first', async () => {
      await insertEvents(
        source.db,
        eventRow('coming', { title: 'Coming', time_start: MIDNIGHT + 40 * DAY }),
        eventRow('year-ago', { time_start: MIDNIGHT - 365 * DAY }),
        eventRow('too-old', { time_start: MIDNIGHT - 365 * DAY - 1 }),
        eventRow('hidden', { time_start: MIDNIGHT, hidden_date: 1 }),
        eventRow('undated'),
      );
      const { response, text, kept } = await ask('/events.ics');
      expect(eventsOf(text)).toEqual(['year-ago@club.example.edu', 'coming@club.example.edu']);
      expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
      const query = { committee: null, kind: null };
      expect(kept).toEqual({ topics: ['event', 'committee'], query, untilMidnight: true });
      const calendar = new ICAL.Component(ICAL.parse(text));
      expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Quillmoor University Computer Science Club events');
      expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
      expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
      expect(calendar.getFirstPropertyValue('prodid')).toBeTruthy();
    });

    test('is a calendar without events, too', async () => {
      expect(eventsOf((await ask('/events.ics')).text)).toEqual([]);
    });

    test('a club’s name cannot break it', async () => {
      const name = 'A, B; C\\D\r\nX-EVIL:1';
      source = { ...source, club: { ...source.club, club: { ...source.club.club, name } } };
      const calendar = new ICAL.Component(ICAL.parse((await ask('/events.ics')).text));
      expect(calendar.getFirstProperty('x-evil')).toBeNull();
    });

    test('goes on past a page of the database, streamed where it is long', async () => {
      await source.db.write(({ query }) =>
        sql`insert into events (key, title, description, time_start)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 2600)
        select '-E' || i, 'Event', ${'Branches and merges. '.repeat(20)}, cast(${NOW} as bigint) + i / 3 from n`.execute(
          query,
        ),
      );
      const { text, kept } = await ask('/events.ics');
      expect(kept).toBeUndefined();
      expect(new Set(eventsOf(text)).size).toBe(2600);
    });
  });

  describe('/events/{key}.ics', () => {
    test('holds that event', async () => {
      await insertEvents(source.db, eventRow('-A.ics b', { title: 'Git', time_start: NOW }));
      const { response, text, kept } = await ask('/events/-A.ics%20b.ics');
      expect(eventsOf(text)).toEqual(['-A.ics%20b@club.example.edu']);
      expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
      expect(kept).toEqual({ topics: ['event'] });
    });

    test('says why there is none', async () => {
      await insertEvents(source.db, eventRow('-Hidden', { time_start: NOW, hidden_date: 1, custom_date: 'Mondays' }));
      const hidden = await ask('/events/-Hidden.ics');
      expect([hidden.status, hidden.kept]).toEqual([404, undefined]);
      expect(hidden.text).toContain('no fixed date');
      for (const key of ['nobody', '%FF', '..%2F..%2Fetc']) {
        const { status, text } = await ask(`/events/${key}.ics`);
        expect([status, text]).toEqual([404, "Event doesn't exist."]);
      }
    });
  });

  describe('/feed.xml', () => {
    test('lists upcoming events only, soonest first', async () => {
      await insertEvents(
        source.db,
        eventRow('later', { title: 'Later', time_start: MIDNIGHT + DAY }),
        eventRow('today', { title: 'Today', time_start: MIDNIGHT }),
        eventRow('past', { title: 'Past', time_start: MIDNIGHT - 1 }),
      );
      const { response, text, kept } = await ask('/feed.xml');
      expect([...text.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id)).toEqual([
        'https://club.example.edu/events',
        'https://club.example.edu/events/today',
        'https://club.example.edu/events/later',
      ]);
      expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
      const query = { committee: null, kind: null };
      expect(kept).toEqual({ topics: ['event', 'committee'], query, untilMidnight: true });
      expect((await ask('/feed.xml')).text).toBe(text);
    });
  });

  describe('/sitemap.xml and /robots.txt', () => {
    const addressesOf = (xml: string) =>
      [...xml.matchAll(/<loc>https:\/\/club\.example\.edu(.*?)<\/loc>/g)].map(([, path]) => path);

    test('the sitemap names the pages that are on and every event', async () => {
      const row = { updated_at: Date.UTC(2026, 1, 3) };
      await insertEvents(source.db, eventRow('a&b <c>', row), eventRow('new', { ...row, time_start: NOW }));
      const { text, kept, response } = await ask('/sitemap.xml');
      expect(addressesOf(text)).toEqual([
        '/home',
        '/events',
        '/team',
        '/guide',
        '/contact',
        '/signup',
        '/links',
        '/accessibility',
        '/membership',
        '/subscribe',
        '/events/new',
        '/events/a%26b%20%3Cc%3E',
      ]);
      expect(text).toContain('<lastmod>2026-02-03T00:00:00.000Z</lastmod>');
      expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
      expect(kept).toEqual({ topics: ['event', 'page'] });
      source = {
        ...source,
        club: { ...source.club, pages: { services: true, dsc: true, apply: false, merch: false } },
      };
      expect(addressesOf((await ask('/sitemap.xml')).text)).toEqual(expect.arrayContaining(['/services', '/dsc']));
    });

    test('the sitemap stops at 50,000 addresses', async () => {
      await source.db.write(({ query }) =>
        sql`insert into events (key, time_start)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 50100)
        select 'E' || i, i from n`.execute(query),
      );
      const addresses = addressesOf((await ask('/sitemap.xml')).text);
      expect(addresses).toHaveLength(50_000);
      expect(addresses).toContain('/events/E50100');
    });

    test('robots may read all but what is for people who sign in', async () => {
      const { text, kept, response } = await ask('/robots.txt');
      expect(text).toBe(
        'User-agent: *\nDisallow: /admin\nDisallow: /auth\nDisallow: /api/\n\nSitemap: https://club.example.edu/sitemap.xml\n',
      );
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(kept).toEqual({ topics: [] });
    });
  });

  describe('/healthz', () => {
    test('is well while the database answers, and says so when it does not; never kept', async () => {
      const well = await ask('/healthz');
      expect([well.status, JSON.parse(well.text), well.kept]).toEqual([200, { status: 'ok', version }, undefined]);
      expect(well.response.headers.get('cache-control')).toBe('no-store');
      expect(well.response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      await source.db.close();
      const ill = await ask('/healthz');
      expect([ill.status, JSON.parse(ill.text)]).toEqual([503, { status: 'unavailable', version }]);
      expect(ill.response.headers.get('cache-control')).toBe('no-store');
    });
  });

  test('nothing here can be written to', async () => {
    for (const path of ['/events.ics', '/events/a.ics', '/feed.xml', '/sitemap.xml', '/robots.txt', '/healthz']) {
      const { status, response } = await ask(path, { method: 'POST' });
      expect([status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });
});
