import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADDRESSES } from '../app/addresses.ts';
import { startApp, type RunningApp } from './app.ts';
import { fillPath } from './fill-path.ts';
import { sameOriginHeaders, seedAdmin } from './people.ts';
import { proxiedApps } from './proxied-apps.ts';

describe('a request that no browser sends', () => {
  let app: RunningApp;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  /** What comes back for bytes sent as they are. */
  function sendRaw(lines: string[]): Promise<string> {
    return new Promise((done, fail) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
      let got = '';
      socket.setEncoding('utf8');
      socket.on('data', (text: string) => (got += text));
      socket.on('end', () => done(got));
      socket.on('error', fail);
      socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    });
  }

  test.each([
    ['for an asterisk', ['GET * HTTP/1.1', 'Host: localhost']],
    ['about an asterisk', ['OPTIONS * HTTP/1.1', 'Host: localhost']],
    ['to a host that is none', ['GET /healthz HTTP/1.1', 'Host: a b']],
    ['to a number that is no host', ['GET /admin/home HTTP/1.1', 'Host: 99999999999']],
    ['to a line break', ['POST /%0d%0a/ HTTP/1.1', 'Host: localhost', 'Sec-Fetch-Site: same-origin']],
    ['to a tab', ['GET /%09%5c HTTP/1.1', 'Host: localhost']],
    ['to someone at a host', ['GET /admin HTTP/1.1', 'Host: club@evil.example']],
  ])('%s is refused with a sentence', async (_name, lines) => {
    const answer = await sendRaw(lines);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/content-type: text\/plain; charset=utf-8/i);
    expect(answer).toMatch(/x-content-type-options: nosniff/i);
    expect(answer).toContain('This cannot be read: it is not a request for an address of this site.');
  });

  test('with an address of 17 KB is refused with a sentence, and with cookies of 17 KB it is not', async () => {
    const long = 'x'.repeat(17_000);
    const answer = await sendRaw([`GET /past-events?q=${long} HTTP/1.1`, 'Host: localhost']);
    expect(answer).toMatch(/^HTTP\/1\.1 414 /);
    expect(answer).toContain('This address is too long.');
    expect(await sendRaw(['GET /home HTTP/1.1', 'Host: localhost', `Cookie: a=${long}`])).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('with the whole address, as to a proxy, is answered like any other', async () => {
    const answer = await sendRaw(['GET http://evil.example/healthz HTTP/1.1', 'Host: evil.example']);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('{"status":"ok",');
    expect(await sendRaw(['GET http://evil.example HTTP/1.1', 'Host: evil.example'])).toContain('location: /home');
  });

  test.each(['/events', '/contact', '/guide'])(
    'that is sent to %s, which takes no form, reads what to do',
    async (path) => {
      const body = new URLSearchParams({ name: 'Ana' });
      const answer = await app.get(path, { method: 'POST', headers: sameOriginHeaders(app), body });
      expect(answer.status).toBe(405);
      expect(await answer.text()).toContain('Nothing can be sent to this page.');
    },
  );

  test('to read what only takes changes gets a sentence, and the methods that it takes', async () => {
    const { cookie } = await seedAdmin(app);
    const paths = app.routes.filter(({ kind, path }) => kind === 'screen' && ADDRESSES[path]?.isResource);
    const answers = await Promise.all(
      paths.map(async ({ path }) => {
        const answer = await app.get(fillPath(path), { headers: { cookie, accept: 'text/html' } });
        return { path, status: answer.status, allow: answer.headers.get('allow'), text: await answer.text() };
      }),
    );
    expect(answers.filter(({ status }) => ![200, 302, 404, 405].includes(status))).toEqual([]);
    const refused = answers.filter(({ status }) => status === 405);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.filter(({ text }) => !text.includes('<h1>There is nothing to read here.</h1>'))).toEqual([]);
    const allowed = Object.fromEntries(refused.map(({ path, allow }) => [path, allow]));
    expect(allowed).toMatchObject({
      '/admin/notice': 'POST',
      '/admin/texts/:path': 'POST, DELETE',
      '/admin/handover/items': 'POST',
      '/admin/pages/preview': 'POST',
    });
    expect(Object.values(allowed).filter((allow) => !/^(POST|POST, DELETE|DELETE)$/.test(allow ?? ''))).toEqual([]);
    const program = await app.get('/admin/notice', { headers: { cookie } });
    expect([program.status, program.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await program.json()).toMatchObject({ error: 'There is nothing to read here.' });
  });

  test('has the fixed headers in its answer, whoever answers', async () => {
    for (const [path, method] of [
      ['/live', 'POST'],
      ['/idp/nothing', 'GET'],
      ['/api/nothing', 'GET'],
      ['/files/nothing', 'GET'],
    ] as const) {
      const { headers } = await app.get(path, { method });
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
      expect([path, headers.get('referrer-policy')]).toEqual([path, 'strict-origin-when-cross-origin']);
    }
  });

  test('has a charset in its answer wherever that is a text', async () => {
    const { cookie } = await seedAdmin(app);
    for (const path of ['/home.data', '/api/uploads/none', '/admin/events/none/edit', '/admin/home.data']) {
      for (const headers of [{ cookie }, sameOriginHeaders(app)]) {
        const type = (await app.get(path, { headers })).headers.get('content-type');
        expect([path, type]).toEqual([path, expect.stringMatching(/; charset=utf-8$/i)]);
      }
    }
  });

  test('with a body that nobody reads does not hold up the next one on its connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const statuses: number[] = [];
    for (let round = 0; round < 6; round++) {
      statuses.push(await send(agent, 'PUT', '/team', Buffer.alloc(1_200_000, 'x')));
      statuses.push(await send(agent, 'GET', '/healthz', undefined));
    }
    agent.destroy();
    expect(statuses).toEqual(Array.from({ length: 6 }, () => [413, 200]).flat());
  });

  function send(agent: Agent, method: string, path: string, body: Buffer | undefined): Promise<number> {
    return new Promise((done, fail) => {
      const headers = { ...sameOriginHeaders(app), 'content-length': String(body?.length ?? 0) };
      const sent = request(app.url + path, { method, agent, headers }, (response) => {
        response.resume();
        response.on('end', () => done(response.statusCode ?? 0));
      });
      sent.on('error', fail);
      sent.end(body);
    });
  }
});

describe.each(proxiedApps)('a zero character, on %s', (_name, open) => {
  let app: RunningApp;
  let sending: Record<string, string>;

  beforeAll(async () => {
    app = await open();
    ({ sending } = await seedAdmin(app));
  });

  afterAll(() => app.close());

  test.each([
    ['GET', '/admin/events/%00', 404],
    ['GET', '/admin/events/%00/edit', 404],
    ['GET', '/admin/events/%00/responses.csv', 404],
    ['GET', '/events/%00', 404],
    ['GET', '/events/%00/poster.svg', 404],
    ['GET', '/events/%00/share.png', 404],
    ['GET', '/events/%00.ics', 404],
    ['GET', '/events?past=1&before=1.%00', 200],
    ['GET', '/events?past=1&q=%00', 200],
    ['GET', '/api/events/%00', 404],
    ['GET', '/api/food?section=%00', 200],
    ['GET', '/api/forms/%00', 200],
    ['GET', '/sign-ups/%00', 404],
    ['GET', '/door/%00', 404],
    ['GET', '/files/2026/1/1/%00/a.txt', 404],
    ['DELETE', '/api/uploads/%00', 404],
    ['DELETE', '/admin/events/%00/sign-ups/%00.data', 404],
  ])('names nothing: %s %s', async (method, path, status) => {
    expect((await app.get(path, { method, headers: sending })).status).toBe(status);
  });

  const post = async (path: string, command: object) =>
    (await app.get(path, { method: 'POST', headers: sending, body: JSON.stringify(command) })).status;

  test('is left out of what an admin types', async () => {
    const exec = { name: 'A\0da\uD800', title: 'President', description: '', isCurrentExec: true, image: null };
    expect(await post('/admin/execs.data', { verb: 'add', input: exec })).toBe(200);
    expect(await (await app.get('/api/execs')).json()).toMatchObject([{ name: 'Ada\uFFFD' }]);
    const image = { name: 'a\0.jpg', url: '/files/\0', guid: '\0' };
    expect(await post('/admin/execs.data', { verb: 'add', input: { ...exec, image } })).toBe(422);
    expect(await post('/admin/responses-to-remove.data', { keys: ['\0'] })).toBe(200);
    expect(await post('/admin/events.data', { verb: 'remove', keys: ['\0none'] })).toBeLessThan(500);
  });
});
