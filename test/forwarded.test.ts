import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { signUp, storeForm, SECRET } from './two-copies.ts';

const PUBLIC_URL = 'https://club.example.edu';
const LIES = {
  host: 'evil.example',
  forwarded: 'for=198.51.100.1;host=evil.example;proto=http',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'ftp',
  'x-forwarded-port': '1',
};

describe.each([
  ['nobody', ''],
  ['this machine', '127.0.0.1,::1'],
])('what a request says of its way, where %s is trusted', (_who, proxies) => {
  let app: RunningApp;
  beforeAll(async () => {
    const oidc = { OIDC_ISSUER: 'https://accounts.example', OIDC_CLIENT_ID: 'club' };
    app = await startApp({ env: { PUBLIC_URL, TRUSTED_PROXIES: proxies, SESSION_SECRET: SECRET, ...oidc } });
  });
  afterAll(() => app.close());

  test.each(['/', '/home', '/events', '/feed.xml', '/sitemap.xml', '/robots.txt', '/events.ics', '/admin', '/nothing'])(
    'changes no address on %s',
    async (path) => {
      const { head, body } = await lyingAbout(path);
      expect(head + body).not.toMatch(/evil|ftp:/);
    },
  );

  test('counts as its sender’s address for limits only if it comes from a proxy that is trusted', async () => {
    await storeForm(app.site.db, 'full');
    const statuses = await Promise.all(
      Array.from({ length: 105 }, (_visitor, number) =>
        signUp(app.url, 'full', `Visitor ${number}`, { from: `203.0.113.${number}`, origin: PUBLIC_URL }),
      ),
    );
    const refused = statuses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(proxies === '' ? 5 : 0);
  });

  function lyingAbout(path: string): Promise<{ head: string; body: string }> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(app.url);
      const asked = request({ host: '127.0.0.1', port, path, headers: LIES }, (answer) => {
        text(answer).then((body) => resolve({ head: answer.rawHeaders.join(' '), body }), reject);
      });
      asked.on('error', reject).end();
    });
  }
});
