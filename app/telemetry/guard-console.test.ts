import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { guardConsole } from './guard-console.ts';
import { requestScope } from './report-error.ts';

let end = () => {};
afterEach(() => end());

function requestOf(url: string, headers: Record<string, string> = {}) {
  const request = Object.assign(new IncomingMessage(new Socket()), { url, headers });
  const name = { route: '/*', kind: 'page' } as const;
  return { id: 'a-1', response: new ServerResponse(request), method: 'GET', name, bytes: { kept: 0 } };
}

/** What comes of it on the console. */
function printed(isForPrograms: boolean, print: () => void): string[] {
  const lines: string[] = [];
  vi.spyOn(console, 'warn').mockImplementation((...said: unknown[]) => lines.push(said.join(' ')));
  end = guardConsole(isForPrograms);
  print();
  return lines;
}

test('what a library prints names nothing of the request, and is one line of JSON with its id', () => {
  const lines = printed(true, () =>
    requestScope.run(requestOf('/sign-ups/tok%65n-1?name=Ana+Example', { cookie: 'session=s3cret-of-ana' }), () =>
      console.warn('No route for %s\nnor %s: %s', '/sign-ups/token-1', 'Ana Example', 's3cret-of-ana'),
    ),
  );
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', id: 'a-1', what: 'No route for /sign-ups/…\nnor …: …' },
  ]);
});

test('nor what reads like a secret, wherever it came from', () => {
  const lines = printed(false, () =>
    requestScope.run(requestOf('/'), () =>
      console.warn('No link Ab3dEf6hIj9lMn2pQr5tUv8x at createStaticHandlerFromRoutes'),
    ),
  );
  expect(lines).toEqual(['No link … at createStaticHandlerFromRoutes']);
});

test('of one request it is bounded, of what happens beside requests it is as it was', () => {
  const lines = printed(false, () => {
    requestScope.run(requestOf('/'), () => {
      for (let at = 0; at < 100; at++) console.warn('x'.repeat(1000));
    });
    console.warn('beside Ab3dEf6hIj9lMn2pQr5tUv8x');
  });
  expect(lines.join('').length).toBeLessThan(9000);
  expect(lines.at(-1)).toBe('beside Ab3dEf6hIj9lMn2pQr5tUv8x');
});
