import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Agent, get, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { flood, FORMS, requestsOf, type Flood } from '../../bench/machine/flood.ts';
import { residentMegabytes } from '../../bench/machine/process-costs.ts';
import { startApp, type RunningApp } from '../app.ts';
import { eventRow, insertEvents } from '../event-rows.ts';
import { seedAdmin } from '../people.ts';
import { startProcess } from '../process.ts';
import { temporaryFolder } from '../storages.ts';

const CAMPUS = '203.0.113.10';
const ELSEWHERE = '203.0.113.11';
/** As many as may wait of one network. */
const MOST_WAITING = 500;

const named = (wanted: string) => FORMS.filter(({ name }) => name === wanted);
const MANY_PAGES = named('pages that there are not').flatMap((form) => requestsOf(form, MOST_WAITING + 40, CAMPUS));
const CALENDARS = named('calendars').flatMap((form) => requestsOf(form, 400, CAMPUS));

describe('a flood of what is not kept', { timeout: 120_000 }, () => {
  let app: RunningApp;
  let floods: Flood[];
  let agent: Agent;
  beforeAll(async () => {
    app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } });
    await insertEvents(app.site.db, eventRow('talk', { title: 'Talk', time_start: 2e12 }));
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
  });
  afterAll(async () => {
    agent.destroy();
    await app.close();
  });
  beforeEach(() => {
    floods = [];
  });
  afterEach(() => {
    for (const { leave } of floods) leave();
  });

  async function begin(requests: string[], connections?: number): Promise<Flood> {
    const one = await flood(app.url, requests, connections);
    floods.push(one);
    return one;
  }

  function ask(path: string, headers: Record<string, string>): Promise<{ status: number | undefined; said: string }> {
    return new Promise((resolve, reject) => {
      const port = Number(new URL(app.url).port);
      get({ host: '127.0.0.1', port, path, agent, headers: { accept: 'text/html', ...headers } }, (answer) => {
        text(answer).then((said) => resolve({ status: answer.statusCode, said }), reject);
      }).on('error', reject);
    });
  }

  const campus = { 'x-forwarded-for': CAMPUS };

  test.each(FORMS)('as $name is worked off between what is kept', async (form) => {
    for (let times = 0; times < 2; times++) expect((await ask('/home', campus)).status).toBe(200);
    const before = app.turns().begun;
    const { over, answers } = await begin(requestsOf(form, 40, CAMPUS));
    expect((await ask('/home', campus)).status).toBe(200);
    expect(app.turns().begun - before).toBeLessThan(20);
    await over;
    expect([...answers.values()].reduce((sum, count) => sum + count, 0)).toBe(40);
  });

  test('what is kept needs no turn, whatever a request says that it takes', async () => {
    for (const path of ['/home', '/events', '/api/events']) await ask(path, campus);
    const before = app.turns().begun;
    for (const path of ['/home', '/events', '/api/events'])
      for (const accept of ['application/json', 'text/html', '*/*', 'image/png'])
        expect([path, accept, (await ask(path, { ...campus, accept })).status]).toEqual([path, accept, 200]);
    expect(app.turns().begun).toBe(before);
  });

  test('of one connection is worked on one after the other, however many were sent ahead', async () => {
    const before = app.turns();
    const { answers } = await begin(MANY_PAGES.slice(0, 200), 4);
    await expect.poll(() => answers.get(404) ?? 0).toBeGreaterThan(0);
    expect(app.turns().waiting).toBeLessThanOrEqual(4);
    expect(app.turns().refused).toBe(before.refused);
  });

  test('fills its network’s places, and nobody else’s; nothing is done for who has left', async () => {
    const admin = await seedAdmin(app);
    const door = await openDoor(admin.sending);
    expect((await ask('/home', campus)).status).toBe(200);
    const begun = app.turns().begun;
    const crowd = await begin(MANY_PAGES);
    await expect.poll(() => crowd.answers.get(429) ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
    const others = [
      await ask('/events/none', { 'x-forwarded-for': ELSEWHERE }),
      await ask('/admin/people', { ...campus, cookie: admin.cookie }),
      await ask(`${door}/people`, campus),
      await ask('/home', campus),
    ];
    const waiting = app.turns().waiting;
    crowd.leave();
    expect(crowd.samples.get(429)).toMatch(/retry-after: 5\r\n[^]*from your network right now\. Please try again/);
    expect(others.map(({ status }) => status)).toEqual([404, 200, 200, 200]);
    expect(waiting).toBeGreaterThan(MOST_WAITING / 2);
    await expect.poll(() => app.turns().waiting).toBe(0);
    expect(app.turns().begun - begun).toBeLessThan(MOST_WAITING / 2);
  });

  /** A helpers' link, which was opened before the crowd came. */
  async function openDoor(sending: Record<string, string>): Promise<string> {
    const [start, end] = [Date.now() - 3_600_000, Date.now() + 3_600_000];
    await insertEvents(
      app.site.db,
      eventRow('jam', { title: 'Jam', form_id: 'jam', time_start: start, time_end: end }),
    );
    const form = { id: 'jam', fields: '[]', asks_person: 1, places: 2, version: 1, updated_at: 0 };
    await app.site.db.write(({ query }) => query.insertInto('forms').values(form).execute());
    const answer = await app.get('/admin/events/jam/door/links', { method: 'POST', headers: sending });
    const { pathname } = new URL((await answer.json()).url);
    expect((await ask(`${pathname}/people`, campus)).status).toBe(200);
    return pathname;
  }

  test('changes nothing for the first who asks for a page of everyone after a change', async () => {
    await ask('/events', campus);
    const crowd = await begin(MANY_PAGES);
    await expect.poll(() => crowd.answers.get(429) ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
    await insertEvents(app.site.db, eventRow('walk', { title: 'Night walk', time_start: 2e12 }));
    await app.site.db.write(async ({ changed }) => changed('event', 'walk'));
    const page = await ask('/events', campus);
    expect(page.status).toBe(200);
    expect(page.said.includes('Night walk')).toBe(true);
    expect(app.turns().waiting).toBeGreaterThan(0);
  });

  test('four hundred who come at once from one address are all let in', async () => {
    const { answers, over } = await begin(CALENDARS);
    await over;
    expect([...answers]).toEqual([[404, 400]]);
  });
});

describe('a list that is too long to be kept', () => {
  let app: RunningApp;
  let unread: IncomingMessage[];
  beforeAll(async () => {
    app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } });
    await app.site.db.write(({ query }) =>
      sql`insert into events (key, title, description, time_start)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
        select 'event' || i, 'Event ' || i, hex(zeroblob(2000)), 4e12 from n`.execute(query),
    );
  });
  afterAll(() => app.close());
  afterEach(() => {
    for (const answer of unread) answer.destroy();
  });

  /** Reads its head, and no more. */
  async function open(from: string, method = 'GET'): Promise<IncomingMessage> {
    const port = Number(new URL(app.url).port);
    const headers = { 'x-forwarded-for': from };
    const asking = request({ host: '127.0.0.1', port, path: '/api/events', agent: false, method, headers });
    asking.on('error', () => undefined).end();
    const [answer]: IncomingMessage[] = await once(asking, 'response');
    if (!answer) throw new Error('There was no answer');
    return answer;
  }
  const statusesOf = (answers: IncomingMessage[]) => answers.map(({ statusCode }) => statusCode);

  test('is begun so often for one network that does not read on, and for the others all the same', async () => {
    unread = await Promise.all(Array.from({ length: 20 }, () => open(CAMPUS)));
    expect(statusesOf(unread).filter((status) => status === 200)).toHaveLength(12);
    expect(statusesOf(unread).filter((status) => status === 429)).toHaveLength(8);
    const other = await open(ELSEWHERE);
    expect(other.statusCode).toBe(200);
    expect(JSON.parse(await text(other))).toHaveLength(5000);
  });

  test('is free again once they have left', async () => {
    unread = await Promise.all(Array.from({ length: 12 }, () => open(CAMPUS)));
    for (const answer of unread) answer.destroy();
    await expect
      .poll(async () => {
        const answer = await open(CAMPUS);
        unread.push(answer);
        return answer.statusCode;
      })
      .toBe(200);
    for (const answer of unread) answer.destroy();
    for (let times = 0; times < 15; times++)
      await expect.poll(async () => (await open(CAMPUS, 'HEAD')).statusCode).toBe(200);
  });
});

/** What comes at once; over once it has been answered. */
const FLOODS: [string, (url: string) => Promise<void>][] = [
  [
    'pages',
    async (url) => {
      const requests = FORMS.flatMap((form) => requestsOf(form, 40));
      await (
        await flood(url, requests, 100)
      ).over;
    },
  ],
  [
    'bodies',
    async (url) => {
      // All but the last byte of each, as much as a form may send.
      const length = 255 * 1024;
      const head = ['sec-fetch-site: same-origin', 'content-type: application/json', `content-length: ${length + 1}`];
      const body = 'x'.repeat(length);
      const form = { name: 'bodies', line: () => 'POST /api/entries/none', headers: head };
      const { answers, leave } = await flood(
        url,
        requestsOf(form, 600).map((one) => one + body),
      );
      await expect.poll(() => answers.get(503) ?? 0, { timeout: 30_000 }).toBeGreaterThan(400);
      leave();
    },
  ],
];

test.each(FLOODS)('a flood of %s takes no more memory than it may', async (_, begin) => {
  const dataDir = await temporaryFolder();
  const site = await startProcess({ DATA_DIR: dataDir, CLUB_EMPTY: '1' });
  try {
    const warm = await flood(
      site.url,
      FORMS.flatMap((form) => requestsOf(form, 2)),
      4,
    );
    await warm.over;
    const idle = (await residentMegabytes(site.process.pid ?? 0)) ?? 0;
    await begin(site.url);
    const most = await residentMegabytes(site.process.pid ?? 0, 'at most');
    expect((most ?? 0) - idle).toBeLessThan(256);
    expect((await fetch(`${site.url}/home`)).status).toBe(200);
  } finally {
    site.process.kill('SIGTERM');
    await site.ended;
    await rm(dataDir, { recursive: true, force: true });
  }
});
