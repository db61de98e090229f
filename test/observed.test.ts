import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cookieIn } from './people.ts';
import { freePort } from './app.ts';
import { startProcess, type SiteProcess } from './process.ts';

let folder: string;
let site: SiteProcess;

async function start(env: NodeJS.ProcessEnv = {}): Promise<void> {
  site = await startProcess({ DATA_DIR: folder, CLUB_EMPTY: '1', ...env });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-observed-'));
});
afterEach(async () => {
  site.process.kill('SIGKILL');
  await site.ended;
  await rm(folder, { recursive: true, force: true });
});

interface Line {
  time: string;
  id: string;
  [field: string]: unknown;
}

/** What the process has logged, once it has stopped in order. */
async function logged(): Promise<Line[]> {
  site.process.kill('SIGTERM');
  expect(await site.ended).toBe(0);
  const lines = site.said().split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line): Line => JSON.parse(line));
}

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(site.url + path, { headers, redirect: 'manual' });
}

describe('the log of a process whose output is gathered', () => {
  test('has one line of JSON per request, and nobody in it', async () => {
    await start();
    const rendered = await get('/home?from=sam@example.edu', { 'x-forwarded-for': '203.0.113.9' });
    await rendered.text();
    for (let again = 0; again < 2; again++) await (await get('/home')).text();
    await get('/events/-OhSecretKey', { 'user-agent': 'SecretBrowser/1' });
    await get('/sam@example.edu/of/nothing');
    await fetch(`${site.url}/api/entries/form`, { method: 'POST', body: 'sam@example.edu' });
    const lines = await logged();
    const asked = lines.map(({ method, route, status, cache }) => [method, route, status, cache]);
    expect(asked).toEqual([
      ['GET', '/home', 200, 'miss'],
      ['GET', '/home', 200, 'miss'],
      ['GET', '/home', 200, 'hit'],
      ['GET', '/events/:id', 404, 'miss'],
      ['GET', '*', 302, 'miss'],
      ['POST', '/api/entries/:formId', 401, undefined],
    ]);
    for (const { time, ms, bytes } of lines) {
      expect(new Date(time).toISOString()).toBe(time);
      expect(ms).toEqual(expect.any(Number));
      expect(bytes).toBeGreaterThan(100);
    }
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    expect(rendered.headers.get('x-request-id')).toBe(lines[0]?.id);
    expect(site.said()).not.toMatch(/sam|203\.0|Secret|127\.0/);
  });

  test('takes an id over from a trusted proxy only', async () => {
    await start({ TRUSTED_PROXIES: '127.0.0.1,::1' });
    expect((await get('/admin', { 'x-request-id': 'edge-42' })).headers.get('x-request-id')).toBe('edge-42');
    const wrong = await get('/admin', { 'x-request-id': 'no id, "quoted"' });
    const lines = await logged();
    expect(lines.map(({ id }) => id)).toEqual(['edge-42', wrong.headers.get('x-request-id')]);
  });

  test('takes no id over from anyone else', async () => {
    await start({ TRUSTED_PROXIES: '10.0.0.0/8' });
    await get('/admin', { 'x-request-id': 'mine' });
    expect((await logged()).map(({ id }) => id)).not.toContain('mine');
  });

  test('tells of a fault under the id of its request', async () => {
    await start();
    const database = new DatabaseSync(join(folder, 'club.sqlite'));
    database.exec('drop table sessions');
    database.close();
    const answer = await get('/admin/home', { cookie: await cookieIn(folder, 'x') });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('sessions');
    const lines = await logged();
    const ours = lines.filter(({ id }) => id === answer.headers.get('x-request-id'));
    expect(ours).toContainEqual(
      expect.objectContaining({ level: 'error', error: expect.stringContaining('sessions') }),
    );
    expect(ours).toContainEqual(expect.objectContaining({ route: '/admin/home', status: 500 }));
  });
});

const FORWARDING = [
  ...['forwarded', 'x-forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-original-forwarded-for'],
  ...['x-real-ip', 'x-cluster-client-ip', 'cf-connecting-ip', 'via'],
];

/** What /metrics answers at this port to a request with these headers. */
function statusAt(port: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: '/metrics', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject).end();
  });
}

describe('/metrics', () => {
  /** The value of one sample. */
  async function sample(name: string): Promise<number> {
    const text = await (await get('/metrics')).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1),
    );
  }

  test('tells this machine what the site does, in the format of Prometheus', async () => {
    await start();
    for (const path of ['/home', '/home', '/home', '/nothing/there']) await (await get(path)).text();
    const aborter = new AbortController();
    const stream = await fetch(`${site.url}/live`, { signal: aborter.signal });
    const answer = await get('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    const format =
      /^(# HELP \w+ .+|# TYPE \w+ (counter|gauge)|\w+(\{\w+="[^"]+"(,\w+="[^"]+")*\})? -?[\d.]+(e[+-]?\d+)?)$/;
    expect(
      text
        .trimEnd()
        .split('\n')
        .filter((line) => !format.test(line)),
    ).toEqual([]);
    expect(await sample('clubroom_requests_total{kind="page",status="2xx"}')).toBe(3);
    expect(await sample('clubroom_requests_total{kind="unknown",status="3xx"}')).toBe(1);
    expect(await sample('clubroom_cache_hits_total')).toBe(2);
    expect(await sample('clubroom_renderings_total')).toBeGreaterThanOrEqual(2);
    expect(await sample('clubroom_cache_entries')).toBe(1);
    expect(await sample('clubroom_cache_bytes')).toBeGreaterThan(1000);
    expect(await sample('clubroom_cache_max_bytes')).toBeGreaterThan(await sample('clubroom_cache_bytes'));
    expect(await sample('clubroom_streams_open')).toBe(1);
    expect(await sample('clubroom_mails{state="waiting"}')).toBe(0);
    expect(await sample('clubroom_database_errors_total')).toBe(0);
    expect(await sample('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(await sample('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(await sample('nodejs_eventloop_lag_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0);
    aborter.abort();
    await stream.body?.cancel().catch(() => undefined);
  });

  test('is an unknown address under a name that is not this machine’s, as a proxy passes on that adds nothing', async () => {
    await start();
    const { port } = new URL(site.url);
    for (const host of ['club.example.edu', `club.example.edu:${port}`, '192.168.1.20', 'localhost.example.edu'])
      expect([host, await statusAt(port, { host })]).toEqual([host, 302]);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      expect([host, await statusAt(port, { host })]).toEqual([host, 200]);
  });

  test('has a port of its own where one is set, on this machine alone, and is nowhere else then', async () => {
    const own = String(await freePort());
    await start({ METRICS_PORT: own });
    expect((await get('/metrics')).headers.get('location')).toBe('/home');
    const answer = await fetch(`http://127.0.0.1:${own}/metrics`);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await answer.text()).toContain('clubroom_requests_total{');
    expect((await fetch(`http://127.0.0.1:${own}/home`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${own}/metrics`, { method: 'POST' })).status).toBe(404);
    expect(await statusAt(own, { via: '1.1 proxy' })).toBe(404);
    site.process.kill('SIGTERM');
    expect(await site.ended).toBe(0);
  });

  test('stops the start with one line where its port is taken', async () => {
    await start();
    const { port } = new URL(site.url);
    const other = await startProcess({ DATA_DIR: join(folder, 'other'), CLUB_EMPTY: '1', METRICS_PORT: port });
    expect(await other.ended).toBe(1);
    expect(other.said()).toMatch(/^Setting METRICS_PORT: \d+ is taken by another program on 127\.0\.0\.1\n$/);
  });

  test('is an unknown address for whoever came by way of a proxy, trusted or not, and for writes', async () => {
    await start({ TRUSTED_PROXIES: '127.0.0.1,::1' });
    for (const name of FORWARDING) {
      const answer = await get('/metrics', { [name]: 'something' });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/home']);
    }
    const json = await get('/metrics', { via: '1.1 proxy', accept: 'application/json' });
    expect(json.status).toBe((await get('/nothing', { accept: 'application/json' })).status);
    expect((await fetch(`${site.url}/metrics`, { method: 'POST' })).status).toBe(403);
  });
});
