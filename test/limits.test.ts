import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApp } from './app.ts';
import { proxiedApps } from './proxied-apps.ts';
import { problemType, visitorOf, type Visitor } from './visitor.ts';

const CONTACT = '/forms/d/e/contact/formResponse';
const MESSAGE = { 'entry.3001': 'Sam', 'entry.3002': 'sam@example.edu', 'entry.3003': 'Hi' };
const REFUSED = { ...MESSAGE, 'entry.3002': 'no address' };

describe.each(proxiedApps)('what one address may send on %s', (_name, open) => {
  let app: RunningApp;
  let sam: Visitor;
  beforeAll(async () => {
    app = await open();
    sam = visitorOf(app);
  });
  afterAll(() => app.close());

  const send = (fields: Record<string, string>, from: string, given: Record<string, string> = {}) =>
    sam.form(CONTACT, fields, {
      'x-attestation': sam.token(),
      'idempotency-key': sam.once(),
      'x-forwarded-for': from,
      ...given,
    });
  const many = async (count: number, sendOne: () => ReturnType<typeof send>) => {
    const statuses = (await Promise.all(Array.from({ length: count }, sendOne))).map(({ status }) => status);
    return Object.fromEntries([...new Set(statuses)].map((one) => [one, statuses.filter((two) => two === one).length]));
  };
  const campus = '203.0.113.10';

  test('someone who sends what is refused stops nobody else behind the same address', async () => {
    expect(await many(150, () => send(REFUSED, campus))).toEqual({ 422: 150 });
    expect(await many(100, () => send(MESSAGE, campus))).toEqual({ 200: 100 });
    expect(await many(10, () => send(MESSAGE, campus))).toEqual({ 429: 10 });
  });

  test('what was stored before counts once, however often it is sent', async () => {
    const other = '203.0.113.11';
    const once = { 'idempotency-key': sam.once() };
    for (let round = 0; round < 3; round++) {
      expect(await many(50, () => send(MESSAGE, other, once))).toEqual({ 200: 50 });
    }
    expect(await many(99, () => send(MESSAGE, other))).toEqual({ 200: 99 });
    expect(await many(5, () => send(MESSAGE, other))).toEqual({ 429: 5 });
  });

  test('one proof is good for ten tries; then the page gets another one', async () => {
    const other = '203.0.113.12';
    const proof = { 'x-attestation': sam.token() };
    expect(await many(10, () => send(REFUSED, other, proof))).toEqual({ 422: 10 });
    const refused = await send(MESSAGE, other, proof);
    expect([refused.status, refused.body.type]).toEqual([403, problemType('attestation-used')]);
    expect((await send(MESSAGE, other)).status).toBe(200);
  });

  test('even what is refused has a limit', async () => {
    const other = '203.0.113.13';
    for (let round = 0; round < 10; round++) expect(await many(100, () => send(REFUSED, other))).toEqual({ 422: 100 });
    const refused = await send(REFUSED, other);
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatch(/Please try again in \d+ minutes\.$/);
  });

  test('an IPv6 network counts as one visitor, and its neighbour as another', async () => {
    let host = 0;
    expect(await many(120, () => send(MESSAGE, `2001:db8:1:2::${++host}`))).toEqual({ 200: 100, 429: 20 });
    expect((await send(MESSAGE, '2001:db8:1:3::1')).status).toBe(200);
  });
});
