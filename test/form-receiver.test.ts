import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FormName } from '../app/config/club.ts';
import type { RunningApp } from './app.ts';
import { claimMail } from './outbox.ts';
import { seedAdmin } from './people.ts';
import { proxiedApps } from './proxied-apps.ts';
import { problemType, visitorOf, type Visitor } from './visitor.ts';

const SIGN_UP = '/forms/d/e/signup/formResponse';
const INVITE = '/forms/d/e/chat-invite/formResponse';
const CONTACT = '/forms/d/e/contact/formResponse';

const member = {
  'entry.1001': 'Sam',
  'entry.1002': '1001',
  'entry.1003': 'N/A',
  'entry.1004': 'sam@example.edu',
  'entry.1005': 'Computer Science',
  'entry.1006': '2',
  'entry.1007': 'chess\r\nrobots',
};
const message = { 'entry.3001': 'Sam', 'entry.3002': 'sam@example.edu', 'entry.3003': 'Hi' };

describe.each(proxiedApps)('the built-in receiver on %s', (_name, open) => {
  let app: RunningApp;
  let sam: Visitor;

  beforeAll(async () => {
    app = await open();
    sam = visitorOf(app);
  });

  afterAll(() => app.close());

  beforeEach(() => app.site.db.write(({ query }) => query.deleteFrom('submissions').execute()));

  const stored = async (form: FormName) => {
    const rows = await app.site.db.query.selectFrom('submissions').selectAll().where('form', '=', form).execute();
    return rows.map(({ answers }): unknown => JSON.parse(answers));
  };
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    sam.form(path, fields, { 'x-attestation': sam.token(), 'idempotency-key': sam.once(), ...headers });

  test('takes from an officer who is signed in what it takes from anybody', async () => {
    const { cookie } = await seedAdmin(app);
    expect(await send(CONTACT, message, { cookie })).toMatchObject({ status: 200, body: { recorded: true } });
    expect(await stored('contact')).toHaveLength(1);
    for (const length of [200_000, 3_000_000]) {
      const large = { ...message, 'entry.3003': 'x'.repeat(length) };
      expect((await send(CONTACT, large, { cookie })).status).toBe((await send(CONTACT, large)).status);
    }
  });

  test('takes a sign-up and its chat invite at the same moment, under one token', async () => {
    const token = await sam.attest();
    const answers = await Promise.all([
      send(SIGN_UP, member, { 'x-attestation': token }),
      send(INVITE, { 'entry.2001': 'sam@example.edu' }, { 'x-attestation': token }),
    ]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, { recorded: true }]));
    expect(await stored('signup')).toEqual([
      {
        name: 'Sam',
        student_id: '1001',
        gender: 'N/A',
        email: 'sam@example.edu',
        program: 'Computer Science',
        number_of_years_member: 2,
        interests: 'chess\nrobots',
      },
    ]);
    expect(await stored('chatInvite')).toEqual([{ email: 'sam@example.edu' }]);
    const replayed = await send(CONTACT, message, { 'x-attestation': token });
    expect([replayed.status, replayed.body.type]).toEqual([403, problemType('attestation-used')]);
  });

  test('answers every invite alike, whoever was invited before, and one goes out', async () => {
    const { db } = app.site;
    const invite = (address: string) => send(INVITE, { 'entry.2001': address });
    const answers = [];
    for (const address of ['joan@example.edu', 'Joan@Example.edu', 'joan+2@example.edu']) {
      answers.push(await invite(address));
    }
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
      new Set([JSON.stringify([200, { recorded: true }])]),
    );
    expect(await stored('chatInvite')).toHaveLength(3);
    // Until it is sent nothing tells one from another.
    const queued = await db.query.selectFrom('outbox').select('recipient').execute();
    expect(queued.filter(({ recipient }) => /^joan/i.test(recipient))).toHaveLength(3);
    const claimed: string[] = [];
    for (let mail = await claimMail(db); mail; mail = await claimMail(db)) claimed.push(mail.recipient);
    expect(claimed.filter((address) => /^joan/i.test(address))).toHaveLength(1);
  });

  test('stores one message however often it is sent', async () => {
    const headers = { 'idempotency-key': sam.once() };
    const answers = await Promise.all([send(CONTACT, message, headers), send(CONTACT, message, headers)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await send(CONTACT, message, headers)).status).toBe(200);
    expect(await stored('contact')).toHaveLength(1);
  });

  test.each<[string, string, Record<string, string>, Record<string, string>]>([
    [
      'an empty sign-up',
      SIGN_UP,
      {},
      {
        name: 'Please enter your name',
        student_id: 'Please enter your Quillmoor Student ID',
        gender: 'Please choose one of the options',
        program: 'Please enter program name',
      },
    ],
    ['an email that is none', SIGN_UP, { ...member, 'entry.1004': 'sam@' }, { email: 'Please enter your email' }],
    ['a gender not offered', SIGN_UP, { ...member, 'entry.1003': 'x' }, { gender: 'Please choose one of the options' }],
    ['too many years', SIGN_UP, { ...member, 'entry.1006': '11' }, { number_of_years_member: '' }],
    ['a message without an email', CONTACT, { 'entry.3003': 'Hi' }, { email: 'Please enter a valid email' }],
  ])('%s is refused with a message per field', async (_what, path, fields, messages) => {
    const refused = await send(path, fields);
    expect([refused.status, refused.body.fields]).toEqual([422, messages]);
    expect([await stored('signup'), await stored('contact')]).toEqual([[], []]);
  });

  test('without a token it is refused, in words, as a page to a native post', async () => {
    const refused = await sam.form(CONTACT, message, { accept: 'text/html' });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(refused.text).toContain('The form was not sent from a page of this site, so nothing was saved.');
    const expired = await send(CONTACT, message, { 'x-attestation': sam.token(11 * 60_000) });
    expect([expired.status, expired.body.type]).toEqual([403, problemType('attestation-expired')]);
    expect(await stored('contact')).toEqual([]);
  });

  test.each<[string, number, () => ReturnType<Visitor['form']>]>([
    ['a wrong form id', 404, () => send('/forms/d/e/nobody/formResponse', message)],
    ['the other address shape', 404, () => send('/forms/d/contact/formResponse', message)],
    ['a field that does not exist', 400, () => send(CONTACT, { ...message, 'entry.9': 'x' })],
    ['a field under its plain name', 400, () => send(CONTACT, { email: 'sam@example.edu' })],
    ['1 MB', 413, () => send(CONTACT, { ...message, 'entry.3003': 'x'.repeat(1024 * 1024) })],
    [
      'another type',
      415,
      () => sam.json(CONTACT, message, { 'x-attestation': sam.token(), accept: 'application/json' }),
    ],
  ])('%s is refused with a sentence', async (_what, status, ask) => {
    const refused = await ask();
    expect(refused.status).toBe(status);
    expect(refused.body.error).toMatch(/^\p{Lu}.*\.$/u);
    expect(await stored('contact')).toEqual([]);
  });

  test('is for posting only', async () => {
    const answer = await app.get(CONTACT);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('an address is stopped after 100 messages in ten minutes, while it may still sign up', async () => {
    const flood = { 'x-forwarded-for': '203.0.113.60' };
    const answers = await Promise.all(Array.from({ length: 120 }, () => send(CONTACT, message, flood)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await send(SIGN_UP, member, flood)).status).toBe(200);
  });
});
