import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';

let app: RunningApp;
let key = '';
beforeAll(async () => {
  app = await startApp({ sample: true });
  const [event]: { $key: string }[] = await (await app.get('/api/events?set=past')).json();
  key = event?.$key ?? '';
});
afterAll(() => app.close());

/** Asks for `target` exactly as it is written. */
async function ask(target: string): Promise<{ status: number | undefined; body: string }> {
  const call = request({ port: new URL(app.url).port, host: 'localhost', path: target });
  const answered = once(call, 'response');
  call.end();
  const [response] = await answered;
  return { status: response.statusCode, body: await text(response) };
}

/** What the page cache holds. */
async function kept(): Promise<{ entries: number; bytes: number }> {
  const { body } = await ask('/metrics');
  const figure = (name: string) => Number(new RegExp(`^clubroom_cache_${name} (\\d+)`, 'm').exec(body)?.[1]);
  return { entries: figure('entries'), bytes: figure('bytes') };
}

/** `key` with one more of its characters escaped than needed. */
const escaped = (at: number) => {
  const place = at % key.length;
  const code = key.charCodeAt(place).toString(16);
  return `${key.slice(0, place)}%${at % 2 ? code : code.toUpperCase()}${key.slice(place + 1)}`;
};

describe('what is kept of a page is kept once, however its address is spelt', () => {
  const before = '/events?past=1&before=';
  test.each<[string, (at: number) => string]>([
    ['capital letters', (at) => ['/EVENTS', '/Events', '/eVents', '/evEnts'][at % 4] ?? ''],
    ['slashes', (at) => `${'/'.repeat(at + 2)}events`],
    ['slashes at the end', (at) => `/events${'/'.repeat(at + 1)}`],
    ['escapes', (at) => ['/%65vents', '/e%76ents', '/ev%65nts', '/eve%6Ets', '/eve%6ets'][at % 5] ?? ''],
    ['dots', (at) => `${'/.'.repeat(at + 1)}/events`],
    ['a fragment', (at) => `/events#${at}`],
    ['a fragment behind a query', (at) => `/events?past=1#${at}`],
    ['a whole address', (at) => `http://${at}.example/EVENTS`],
    ['parameters that nobody reads', (at) => `/events?a${at}=${at}`],
    ['other values of a switch', (at) => `/events?past=${at + 2}`],
    ['parameters said twice', (at) => `/events?past=1&past=${at}`],
    ['cursors that name nothing', (at) => `${before}${at}.none${at}`],
    ['cursors that cannot be read', (at) => `${before}x${at}`],
    ['cursors spelt otherwise', (at) => `${before}${'0'.repeat(at + 1)}1.${key}`],
    ['cursors alone', (at) => `/past-events.data?before=${at}.none`],
    ['choices of routes', (at) => `/events.data?_routes=${at}`],
    ['data in capital letters', (at) => ['/EVENTS.data', '/events.DATA', '/Events.data'][at % 3] ?? ''],
    ['data of a slash at the end', (at) => `/events${'/'.repeat(at + 1)}_.data`],
    ['escaped keys', (at) => `/events/${escaped(at)}`],
    ['escaped keys of data', (at) => `/events/${escaped(at)}.data`],
    ['escaped keys of calendars', (at) => `/events/${escaped(at)}.ics`],
    ['escaped keys for programs', (at) => `/api/events/${escaped(at)}`],
    ['lists said twice', (at) => `/api/events?set=future&set=${at}`],
    ['executives said twice', (at) => `/api/execs?current=true&current=${at}`],
    ['sections that there are not', (at) => `/api/food?section=${at}`],
    ['forms that there are not', (at) => `/api/forms/none${at}`],
    ['events that there are not', (at) => `/events/none${at}`],
    ['pages that there are not', (at) => `/none${at}`],
  ])('%s', async (_what, spell) => {
    const canonical = ['/events', '/events?past=1', '/events.data', '/past-events.data', `/events/${key}`];
    const programs = [`/events/${key}.data`, `/events/${key}.ics`, `/api/events/${key}`, '/api/events?set=future'];
    for (const address of [...canonical, ...programs, '/api/execs?current=true', '/api/food', '/api/food'])
      await ask(address);
    const usual = await kept();
    for (let at = 0; at < 30; at++) await ask(spell(at));
    expect(await kept()).toEqual(usual);
  });
});

const renderings = async () => Number(/^clubroom_renderings_total (\d+)/m.exec((await ask('/metrics')).body)?.[1]);

test.each([
  [
    '/events?past=1',
    ['/events?past=1&utm_source=a', '/events?fbclid=1&past=1', '/events?%70ast=1', '/events?past=1&#x'],
  ],
  [
    '/events',
    ['/EVENTS', '/events/', '/events///', '/%65vents', '/./events', '/events#x', '/events?', 'http://a.example/events'],
  ],
  ['/events.data', ['/EVENTS.data', '/%65vents.data', '/events.data?_routes=root']],
])('%s is rendered once for all who spell it otherwise', async (canonical, others) => {
  const { body } = await ask(canonical);
  const rendered = await renderings();
  const answers = await Promise.all(others.map(async (other) => ({ other, ...(await ask(other)) })));
  expect(answers).toEqual(others.map((other) => ({ other, status: 200, body })));
  expect(await renderings()).toBe(rendered);
});

test('an event is found under its own key alone', async () => {
  const paths = [`/events/${key}`, `/events/${key}.ics`, `/api/events/${key}`];
  for (const path of paths) expect((await ask(path)).status).toBe(200);
  const [other = ''] = [key.toLowerCase(), key.toUpperCase()].filter((one) => one !== key);
  for (const path of paths) expect((await ask(path.replace(key, other))).status).toBe(404);
});
