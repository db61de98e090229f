import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADDRESSES } from '../app/addresses.ts';
import { findAddress, isCached } from '../app/http/find-address.ts';
import { startApp, type RunningApp } from './app.ts';

/** Answered before the routes are looked at, or what one of them answers beside others. */
const ELSEWHERE = ['/live', '/metrics', '/idp/*', '/assets/:worker{(?:card|door|screen)\\.worker-[\\w-]+\\.js}'];

const rows = Object.entries(ADDRESSES);

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('every screen of routes.ts and every address for programs has its row, and every row its route', () => {
  const routes = app.routes.filter(({ kind, path }) => kind === 'screen' || path !== '/*');
  const screens = new Set(routes.filter(({ kind }) => kind === 'screen').map(({ path }) => path));
  const paths = new Set(routes.map(({ path }) => path));
  expect([...paths].filter((path) => !ADDRESSES[path])).toEqual([]);
  expect(Object.keys(ADDRESSES).filter((path) => !paths.has(path))).toEqual(ELSEWHERE.toSorted(inTable));
  expect(rows.filter(([path, { isScreen = false }]) => isScreen !== screens.has(path))).toEqual([]);
});

function inTable(one: string, other: string): number {
  const paths = Object.keys(ADDRESSES);
  return paths.indexOf(one) - paths.indexOf(other);
}

const filled = (path: string) =>
  path
    .replace(/:file\{[^}]+\}/, 'none.ics')
    .replaceAll(/:(?:year|month|day)/g, '1')
    .replaceAll(/:\w+/g, 'none')
    .replace('*', 'none/none');

test.each(rows.filter(([path]) => !path.includes('{(')))('%s is found as itself', (path) => {
  expect(findAddress(filled(path)).path).toBe(path);
});

describe('a secret in an address', () => {
  test('is said to be one wherever a path holds a token', () => {
    expect(rows.filter(([path, { secret }]) => path.includes(':token') && secret !== ':token')).toEqual([]);
  });

  const secrets = rows.flatMap(([path, { secret = '' }]) => {
    const address = filled(path) + (secret.startsWith('?') ? `${secret}=none` : '');
    const [, screen = ''] = /^([^?]*)/.exec(address) ?? [];
    const isScreen = ADDRESSES[path]?.isScreen === true;
    const data = ['.data', '/_.data', '//_.data', '/.data'].map((end) => address.replace(screen, screen + end));
    const odd = [address.replace(screen, screen.toUpperCase()), address.replaceAll(/\/(?=\w)/g, '//')];
    return secret ? [address, ...(isScreen ? [...data, ...odd] : [])] : [];
  });

  test.each(secrets)('%s is stored nowhere, and passed on to nobody', async (address) => {
    const { headers } = await app.get(address);
    expect(isCached(address)).toBe(false);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex');
  });
});

test('what officers see is in no cache', () => {
  expect(rows.filter(([, { isForOfficers, isCached: mayBe }]) => isForOfficers && mayBe)).toEqual([]);
  expect(rows.filter(([path, { isForOfficers }]) => /^\/admin(\/|$)/.test(path) && !isForOfficers)).toEqual([]);
});

test.each(['/ADMIN/home', '/admin/events//', '/admin/home.data', '/admin/_.data', '/Sign-Ups/x', '/healthz?now'])(
  '%s does not come from the page cache',
  (address) => {
    expect(isCached(address)).toBe(false);
  },
);

test.each(['/home', '/EVENTS', '/_.data', '/events/none?from=list', '/nothing', '/api/events?set=all'])(
  '%s may',
  (address) => {
    expect(isCached(address)).toBe(true);
  },
);
