import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { seedAdmin } from './people.ts';

let app: RunningApp;

beforeAll(async () => {
  app = await startApp({ sample: true });
});
afterAll(() => app.close());

const stylesOf = (html: string) => [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text);
const asked = (html: string) => html.match(/<link (?![^>]*disabled)[^>]*rel="stylesheet"[^>]*>/g) ?? [];
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

test.each(['/home', '/events', '/team', '/guide', '/signup', '/contact', '/links'])(
  '%s brings its styles along, each allowed by its hash, and asks for no file of them',
  async (path) => {
    const answer = await app.get(path);
    const html = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    const allowed = stylesOf(html).map((style) => ` 'sha256-${hashOf(style)}'`);
    expect(allowed.length).toBeGreaterThan(0);
    expect(policy).toContain(`style-src-elem 'self'${allowed.join('')};`);
    expect(html).not.toContain('nonce=');
    expect(asked(html)).toEqual([]);
  },
);

test('what is made for one visitor, or is not kept, asks for the file', async () => {
  const { cookie } = await seedAdmin(app);
  const asking: [path: string, headers: Record<string, string>][] = [
    ['/home', { cookie }],
    ['/auth/login', {}],
  ];
  for (const [path, headers] of asking) {
    const html = await (await app.get(path, { headers })).text();
    expect(stylesOf(html)).toEqual([]);
    expect(asked(html).length).toBeGreaterThan(0);
  }
});
