import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { Browser } from './browser.ts';
import { PASSWORD, signedInLocally } from './sign-in.ts';

let app: RunningApp;

beforeAll(async () => {
  app = await startApp({ env: { LOCAL_IDP_PASSWORD: PASSWORD, HOST: '0.0.0.0', TRUSTED_PROXIES: '127.0.0.1,::1' } });
});

afterAll(() => app.close());

function ask(headers: Record<string, string>, path = '/idp/.well-known/openid-configuration') {
  return new Promise<{ status: number | undefined; said: string }>((resolve, reject) => {
    const { host, port } = new URL(app.url);
    const asked = request({ host: '127.0.0.1', port, path, headers: { host, ...headers } }, (answer) => {
      text(answer).then((said) => resolve({ status: answer.statusCode, said }), reject);
    });
    asked.on('error', reject).end();
  });
}

test('the login stays where a proxy passes on the host without its port, and moves from another name of this machine', async () => {
  const { port } = new URL(app.url);
  expect((await ask({ host: 'localhost' }, '/auth/login')).status).toBe(200);
  expect((await ask({ host: `127.0.0.1:${port}` }, '/auth/login')).status).toBe(302);
});

describe('the local identity provider answers', () => {
  test('its own host, however that is spelt', async () => {
    const { host } = new URL(app.url);
    for (const own of [host, host.toUpperCase()]) expect([own, (await ask({ host: own })).status]).toEqual([own, 200]);
  });

  test('no other host', async () => {
    const { port } = new URL(app.url);
    const others = ['192.168.1.20', 'evil.example', '127.0.0.1', 'localhost.evil.example'];
    for (const host of [...others.map((name) => `${name}:${port}`), 'localhost', 'localhost:1', 'a b', '']) {
      const { status, said } = await ask({ host });
      expect([host, status]).toEqual([host, 403]);
      expect(said).toContain(`answers at ${app.url}, and only to requests`);
    }
  });

  test.each([
    ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'],
    ...['x-forwarded', 'x-original-forwarded-for', 'via', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip'],
  ])('nothing that was forwarded: %s', async (name) => {
    for (const path of [undefined, '/idp/auth', '/idp/sign-in/none'])
      expect((await ask({ [name]: '203.0.113.9' }, path)).status).toBe(403);
  });

  test('no address that is longer than a sign-in needs, which it would have to remember', async () => {
    const { status, said } = await ask({}, `/idp/auth?state=${'a'.repeat(5000)}`);
    expect([status, said]).toEqual([414, 'This address is too long.']);
  });

  test('a whole sign-in, the half that this process makes with itself included', async () => {
    const admin = await signedInLocally(app, 'admin@localhost');
    expect((await admin.follow(`${app.url}/admin`)).address).toBe(`${app.url}/admin/home`);
  });
});

describe('wrong passwords', () => {
  const SPELLINGS = [
    ...['member@localhost', 'Member@localhost', 'MEMBER@LOCALHOST', ' member@localhost', 'member@localhost\t'],
    ...[
      '\u00a0member@localhost',
      'member@localhost\u2003',
      '\ufeffmember@localhost',
      'member@Localhost ',
      'mEmber@localhost',
    ],
  ];

  async function tries(emails: string[], password: string): Promise<number[]> {
    const browser = new Browser();
    const { address } = await browser.follow(`${app.url}/auth/start`);
    const statuses: number[] = [];
    for (const email of emails) {
      const body = new URLSearchParams({ email, password });
      statuses.push((await browser.ask(address, { method: 'POST', body })).status);
    }
    return statuses;
  }

  test('count for an account however it is spelt, and for no other', async () => {
    expect(await tries(SPELLINGS, 'guess')).toEqual(SPELLINGS.map(() => 401));
    expect(await tries([...SPELLINGS, 'member@localhost'], PASSWORD)).toEqual(
      [...SPELLINGS, 'member@localhost'].map(() => 429),
    );
    expect(await signedInLocally(app, 'admin@localhost')).toBeDefined();
  });

  test('count together for all accounts that there are not', async () => {
    const made = Array.from({ length: 12 }, (_, number) => `nobody-${number}@localhost`);
    expect(await tries(made, 'guess')).toEqual(made.map((_, number) => (number < 10 ? 401 : 429)));
  });
});
