import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withHashes } from '../app/http/headers/content-security-policy.ts';
import { startApp, type RunningApp } from './app.ts';

let app: RunningApp;

beforeAll(async () => {
  app = await startApp({ sample: true });
});
afterAll(() => app.close());

const directiveOf = (policy: string, name: string) =>
  policy.split('; ').find((directive) => directive.startsWith(`${name} `)) ?? '';
const hashOf = (script: string) => createHash('sha256').update(script).digest('base64');

test.each(['/home', '/events', '/team', '/guide', '/signup'])(
  'each script written in %s is allowed by its hash, and nothing tells of how',
  async (path) => {
    const answer = await app.get(path);
    const html = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    const scripts = [...html.matchAll(/<script(?![^>]*ld\+json)(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(1);
    expect(directiveOf(policy, 'script-src').match(/'sha256-[^']+'/g)).toHaveLength(scripts.length);
    for (const [, script = ''] of scripts) expect(policy).toContain(`'sha256-${hashOf(script)}'`);
    expect(html).not.toContain('nonce=');
  },
);

test('a script that came into a page in another way is not allowed', () => {
  const injected = '<p><script>steal()</script><script nonce="other">steal()</script></p>';
  const { html, hashes } = withHashes(`${injected}<script nonce="abc" type="module">mine()</script>`, 'abc');
  expect(html).toBe(`${injected}<script type="module">mine()</script>`);
  expect(hashes).toEqual({ scripts: [hashOf('mine()')], styles: [] });
});

test.each(['<script ', '<script nonce="', '</script>', '</body>', '<link rel="modulepreload" href="a'])(
  'a page is finished in no time whatever its texts hold: %s',
  (piece) => {
    const title = piece.repeat(100_000);
    const page = `<body><a title="${title}"></a><script nonce="abc">mine()</script></body>`;
    const began = performance.now();
    const { html, hashes } = withHashes(page, 'abc');
    expect(performance.now() - began).toBeLessThan(2000);
    expect(hashes).toEqual({ scripts: [hashOf('mine()')], styles: [] });
    expect(html).toBe(`<body><a title="${title}"></a><script>mine()</script></body>`);
  },
);
