import { expect, test } from 'vitest';
import { heapAfterGc } from '../../test/heap.ts';
import { routeName } from './route-names.ts';

test.each([
  ['/home', '/home', 'page'],
  ['/home/?sam@example.edu', '/home', 'page'],
  ['/', '/', 'page'],
  ['/_.data', '/.data', 'data'],
  ['/events/_.data', '/events.data', 'data'],
  ['/events/-OhPartyKey', '/events/:id', 'page'],
  ['/events/-OhPartyKey.data?_routes=x', '/events/:id.data', 'data'],
  ['/events/-OhPartyKey.ics', '/events/:file{[^/]+\\.ics}', 'program'],
  ['/events/a/b', '/events/*', 'page'],
  ['/EVENTS', '/events', 'page'],
  ['/admin/events/-OhPartyKey', '/admin/events/:id', 'admin'],
  ['/api/events/one', '/api/events/:key', 'api'],
  ['/api/other', '/api/*', 'api'],
  ['/files/2026/1/1/guid/name.pdf', '/files/:year/:month/:day/:guid/:name', 'file'],
  ['/files/2026', '/files/*', 'file'],
  ['//events//-OhPartyKey', '*', 'unknown'],
  ['/events/-OhPartyKey//', '/events/:id', 'page'],
  ['/feed.xml', '/feed.xml', 'program'],
  ['/sam@example.edu', '/:slug', 'page'],
  ['/sam@example.edu/more', '*', 'unknown'],
  [`/a/${'x'.repeat(1000)}`, '*', 'unknown'],
])('%s is %s', (url, route, kind) => {
  expect(routeName(url)).toEqual({ route, kind });
  expect(routeName(url)).toEqual({ route, kind });
});

test('remembers little of what visitors type', () => {
  const before = heapAfterGc();
  for (let key = 0; key < 3000; key++) routeName(`/events/party-${key}?${'x'.repeat(14_000)}`);
  expect(heapAfterGc() - before).toBeLessThan(3_000_000);
});
