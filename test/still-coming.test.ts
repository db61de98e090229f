import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newLink } from '../app/domain/sign-ups/links.ts';
import { startApp, type RunningApp } from './app.ts';
import { ana, ben, plantTalk } from './cast.ts';
import { sameOriginHeaders } from './people.ts';

let app: RunningApp;
let path: string;
beforeAll(async () => {
  app = await startApp();
  await plantTalk(app.site.db, { people: [ana, ben] });
});
afterAll(() => app.close());
beforeEach(async () => {
  path = `/still-coming/${await app.site.db.write((tx) => newLink(tx, 'form', 'ana'))}`;
});

const press = (answer: string, headers: Record<string, string> = sameOriginHeaders(app)) =>
  app.get(path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ answer }),
    headers,
  });
const rowOf = (key: string) =>
  app.site.db.query
    .selectFrom('entries')
    .select(['state', 'coming_for'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();

test('a visit counts for nothing, is kept nowhere, and shows two buttons that need no script', async () => {
  const answer = await app.get(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const page = await answer.text();
  const [form = ''] = /<form[^>]*method="post"[^>]*>.*?<\/form>/s.exec(page) ?? [];
  expect(form.match(/<button[^>]*type="submit"/g)).toHaveLength(2);
  for (const words of ['I am coming', 'I cannot come']) expect(form).toContain(words);
  expect(await rowOf('ana')).toEqual({ state: 'going', coming_for: null });
  expect((await app.get('/still-coming/guess')).status).toBe(404);
});

test('a press counts, and leads back to the page', async () => {
  const { status, headers } = await press('coming');
  expect([status, headers.get('location')]).toEqual([303, path]);
  expect((await rowOf('ana')).coming_for).not.toBeNull();
  expect(await (await app.get(path)).text()).toContain('Thank you. You are coming.');
  await press('cannot');
  expect([(await rowOf('ana')).state, (await rowOf('ben')).state]).toEqual(['cancelled', 'going']);
  const cancelled = await (await app.get(path)).text();
  expect(cancelled).toContain('Your sign-up is cancelled.');
  expect([cancelled.includes('I am coming'), cancelled.includes('I cannot come')]).toEqual([true, false]);
  await press('coming');
  expect((await rowOf('ana')).state).toBe('waiting');
  expect(await (await app.get(path)).text()).toContain('You are number 1 on the waitlist.');
});

test('what is no answer, and what another site sends, is refused', async () => {
  expect((await press('perhaps')).status).toBe(400);
  const body = await (await press('perhaps')).text();
  expect(body).toContain('Please press one of the buttons.');
  expect((await app.get(path, { method: 'POST', body: '{', headers: sameOriginHeaders(app) })).status).toBe(400);
  const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  expect((await press('cannot', elsewhere)).status).toBeGreaterThanOrEqual(400);
  expect((await rowOf('ana')).state).toBe('waiting');
});
