import type { UIMatch } from 'react-router';
import { expect, test } from 'vitest';
import { rememberShown, noteShown } from './last-shown.ts';

const match = (id: string, loaderData: unknown): UIMatch => ({
  id,
  pathname: '/',
  params: {},
  handle: undefined,
  data: loaderData,
  loaderData,
});
const refused = (status: number) => ({ status, statusText: '', internal: false, data: null });
const asking = (path: string) => ({ request: new Request(`http://localhost${path}`) });

/** What becomes of three routes whose data cannot be had, on the way to `path`. */
async function loading(path: string, error: unknown) {
  const failed = { type: 'error', result: error } as const;
  return rememberShown(asking(path), () => Promise.resolve({ root: failed, admin: failed, food: failed }));
}

const FRAME = { root: { type: 'data', result: 'facts' }, admin: { type: 'data', result: 'tabs' } };

test.each([new TypeError('Failed to fetch'), refused(503)])('%s: the open page stays as it is', async (error) => {
  noteShown('/admin/food?x=1', [match('root', 'facts'), match('admin', 'tabs'), match('food', 'rows')]);
  expect(await loading('/admin/food?x=1', error)).toEqual({ ...FRAME, food: { type: 'data', result: 'rows' } });
});

test.each([new TypeError('Failed to fetch'), refused(503)])('%s: the frame of another page stays', async (error) => {
  noteShown('/admin/execs', [match('root', 'facts'), match('admin', 'tabs'), match('execs', 'rows')]);
  expect(await loading('/admin/food', error)).toEqual({ ...FRAME, food: { type: 'error', result: error } });
  noteShown('/admin/food', [match('root', 'facts'), match('admin', 'tabs'), match('food', undefined)]);
  expect(await loading('/admin/food', error)).toEqual({ ...FRAME, food: { type: 'error', result: error } });
});

test.each([401, 403, 404])('a refusal with %d is never hidden', async (status) => {
  const error = { type: 'error', result: refused(status) };
  noteShown('/admin/execs', [match('root', 'facts'), match('admin', 'tabs'), match('execs', 'rows')]);
  for (const path of ['/admin/execs', '/admin/food'])
    expect(await loading(path, refused(status))).toEqual({ root: error, admin: error, food: error });
});
