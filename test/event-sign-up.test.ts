import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listResponses } from '../app/domain/responses/list-responses.ts';
import { admin } from './actors.ts';
import type { RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { addEventWithForm, proxiedApps, storeForm } from './proxied-apps.ts';
import { problemType, visitorOf, type Visitor } from './visitor.ts';

const FIELDS = [
  { name: 'name', type: 'text', description: 'Name', required: true },
  { name: 'size', type: 'radio', description: 'Size', required: true, options: ['S', 'L'] },
  { name: 'photos', type: 'checkbox', description: 'Photos are fine' },
];
const ANSWERS = { name: 'Sam', size: 'S', photos: true };

describe.each(proxiedApps)('signing up to an event on %s', (_name, open) => {
  let app: RunningApp;
  let sam: Visitor;
  let formId = '';
  let forms = 0;

  beforeAll(async () => {
    app = await open();
    sam = visitorOf(app);
  });

  afterAll(() => app.close());

  beforeEach(async () => {
    formId = `form${++forms}`;
    await addEventWithForm(app, formId, FIELDS);
  });

  const stored = async (id = formId) =>
    (await listResponses(app.site.db, admin, { kind: 'event', id })).map(({ answers }) => answers);
  const send = (given: object = {}, headers: Record<string, string> = {}) =>
    sam.json(`/api/entries/${formId}`, { answers: ANSWERS, token: sam.token(), once: sam.once(), ...given }, headers);

  test('the whole way: challenge, solution, token, response', async () => {
    const answer = await send({ token: await sam.attest() });
    expect([answer.status, answer.body]).toEqual([200, { recorded: true }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await stored()).toEqual([ANSWERS]);
  });

  test('a double click, a retry with a new token and a resend store one', async () => {
    const once = sam.once();
    const token = sam.token();
    const { signUps } = app.site.counters;
    const answers = await Promise.all([
      send({ once, token }),
      send({ once, token }),
      send({ once, token: sam.token() }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stored()).toHaveLength(1);
    expect(app.site.counters.signUps).toBe(signUps + 1);
    const other = await send({ once, answers: { ...ANSWERS, name: 'Alex' } });
    expect([other.status, other.body.type]).toEqual([409, problemType('sent-before')]);
    expect(await stored()).toEqual([ANSWERS]);
  });

  test.each([
    ['no', () => undefined, 'attestation-missing'],
    ['a made-up', () => 'x.y', 'attestation-wrong'],
    ['an expired', () => sam.token(11 * 60_000), 'attestation-expired'],
  ])('%s token is refused with 403 and a sentence', async (_what, token, code) => {
    const answer = await send({ token: token() });
    expect([answer.status, answer.body.type]).toEqual([403, problemType(code)]);
    expect(answer.body.error).toMatch(/^\p{Lu}.*\.$/u);
    expect(await stored()).toEqual([]);
  });

  test('a replayed token is refused', async () => {
    const token = sam.token();
    await send({ token });
    const again = await send({ token });
    expect([again.status, again.body.type]).toEqual([403, problemType('attestation-used')]);
    expect(await stored()).toHaveLength(1);
  });

  test.each<[string, object, Record<string, string>]>([
    ['nothing', {}, { name: 'Required field', size: 'Required field' }],
    ['an option not offered', { ...ANSWERS, size: 'XL' }, { size: 'Please choose one of the options' }],
    ['a field that does not exist', { ...ANSWERS, x: 'y' }, { x: 'The form does not ask this' }],
    [
      'wrong types',
      { name: 1, size: [], photos: 'on' },
      {
        name: 'Please enter a text',
        size: 'Please choose one of the options',
        photos: 'Please tick this or leave it',
      },
    ],
    ['a text too long', { ...ANSWERS, name: 'x'.repeat(10_001) }, { name: 'Please use at most 10,000 characters' }],
  ])('%s is refused with a message per field and the form as it is', async (_what, answers, fields) => {
    const refused = await send({ answers });
    expect([refused.status, refused.body.fields]).toEqual([422, fields]);
    expect(refused.body.error).toBe('Please fill all required fields, indicated with *');
    expect(refused.body.form?.fields).toHaveLength(3);
    expect(await stored()).toEqual([]);
  });

  test('the form that changed meanwhile comes back with the refusal', async () => {
    await storeForm(app, formId, [{ name: 'email', type: 'text', description: 'Email', required: true }]);
    const refused = await send();
    expect(refused.status).toBe(422);
    expect(refused.body.form?.fields).toMatchObject([{ name: 'email', description: 'Email' }]);
    expect(await stored()).toEqual([]);
  });

  test('a wrong form id and a form that was taken down are 404', async () => {
    for (const id of ['nobody', '%00', '__proto__']) {
      const answer = await sam.json(`/api/entries/${id}`, { answers: ANSWERS, token: sam.token() });
      expect([answer.status, answer.body.error]).toEqual([404, 'This form is closed: the club has taken it down.']);
    }
    await app.site.db.write(({ query }) =>
      query.updateTable('events').set({ form_id: null }).where('form_id', '=', formId).execute(),
    );
    expect((await send()).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  test('nothing is remembered of a form that does not exist, however long its name', async () => {
    const remembered = () => rememberedRows(app);
    const before = await remembered();
    for (const id of ['nobody', 'x'.repeat(14_500)]) {
      const answer = await sam.json(`/api/entries/${id}`, { answers: ANSWERS, token: sam.token(), once: sam.once() });
      expect(answer.status).toBe(404);
    }
    expect(await remembered()).toBe(before);
  });

  test('an event that is over takes no response, unless a later one has the form too', async () => {
    const [day, hour] = [86_400_000, 3_600_000];
    const move = (start: number, end: number | null = null) =>
      app.site.db.write(async ({ query, changed }) => {
        const at = { time_start: Date.now() + start, time_end: end === null ? null : Date.now() + end };
        await query.updateTable('events').set(at).where('form_id', '=', formId).execute();
        changed('event', `event-${formId}`);
      });
    const form = async () => (await app.get(`/events/event-${formId}`)).text();
    expect(await form()).toContain('id="event-form"');

    await move(-3 * day, -2 * day);
    const once = sam.once();
    const answer = await send({ once });
    expect([answer.status, answer.body.error]).toEqual([404, 'Sign-up has closed: this event is over.']);
    expect(await form()).not.toContain('id="event-form"');
    expect(await form()).toContain('Sign-up has closed.');
    await move(-2 * day);
    expect((await send()).status).toBe(404);
    expect(await stored()).toEqual([]);

    // It lasts until today, or its day is not over.
    await move(-3 * day, hour);
    expect((await send({ once })).status).toBe(200);
    expect(await form()).toContain('id="event-form"');
    await move(-3 * day, -2 * day);
    // What had arrived is not called refused.
    expect((await send({ once })).status).toBe(200);

    await insertEvents(app.site.db, eventRow(`later-${formId}`, { form_id: formId, time_start: Date.now() + day }));
    expect((await send()).status).toBe(200);
    expect(await stored()).toHaveLength(2);
  });

  test('1 MB in a text field is refused before it is read', async () => {
    const answer = await send({ answers: { ...ANSWERS, name: 'x'.repeat(1024 * 1024) } });
    expect(answer.status).toBe(413);
    expect(answer.body.error).toMatch(/too long/);
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['no JSON', '{', 400],
    ['a list', '[]', 400],
    ['lists in lists', `{"answers":{"name":${'['.repeat(60_000)}${']'.repeat(60_000)}}}`, 400],
    ['no answers', { token: 'TOKEN' }, 400],
    ['a once-only key of another shape', { answers: ANSWERS, once: 'short', token: 'TOKEN' }, 400],
  ])('%s is refused with a sentence', async (_what, content, status) => {
    const filled = typeof content === 'string' ? content : { ...content, token: sam.token() };
    const answer = await sam.json(`/api/entries/${formId}`, filled);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatch(/^\p{Lu}.*\.$/u);
    const asForm = await sam.form(`/api/entries/${formId}`, { name: 'Sam' });
    expect(asForm.status).toBe(415);
    expect(await stored()).toEqual([]);
  });

  test('another website cannot send in a visitor’s name', async () => {
    const answer = await send({}, { origin: 'https://elsewhere.example' });
    expect([401, 403]).toContain(answer.status);
    expect(await stored()).toEqual([]);
  });

  test('an address that sends 200 times is stopped at 100, with when to try again; others are not', async () => {
    const flood = { 'x-forwarded-for': '203.0.113.50' };
    const statuses: number[] = [];
    for (let sent = 0; sent < 200; sent += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => send({}, flood)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100);
    const refused = await send({}, flood);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600);
    expect(refused.body.error).toMatch(/^Too many .* Please try again in \d+ minutes\.$/);
    expect((await send({}, { 'x-forwarded-for': '203.0.113.51' })).status).toBe(200);
    expect(await stored()).toHaveLength(101);
    formId = `form${++forms}`;
    await addEventWithForm(app, formId, FIELDS);
    expect((await send({}, flood)).status).toBe(200);
  });

  test('200 sign-ups at once, from many addresses, are all there exactly once', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `Visitor ${index}`);
    const answers = await Promise.all(
      names.map((name, index) =>
        send({ answers: { ...ANSWERS, name } }, { 'x-forwarded-for': `198.51.100.${index % 50}` }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set((await stored()).map(({ name }) => name))).toEqual(new Set(names));
    expect(await stored()).toHaveLength(names.length);
  });
});

/** Rows that a request leaves so that others can be told from it. */
async function rememberedRows({ site: { db } }: RunningApp): Promise<number> {
  const tables = ['used_tokens', ...(db.dialect === 'postgres' ? ['rate_limits'] : [])];
  const counts = await Promise.all(
    tables.map((table) => sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db.query)),
  );
  return counts.reduce((sum, { rows: [row] }) => sum + Number(row?.rows), 0);
}
