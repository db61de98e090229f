import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findForm } from '../app/domain/forms/event-form.ts';
import { replaceAnswers } from '../app/domain/sign-ups/carry-out.ts';
import { eraseResponses } from '../app/domain/responses/erase-responses.ts';
import { newLinkForSender } from '../app/domain/sign-ups/links.ts';
import type { FormRow } from '../app/db/tables.ts';
import type { RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { sameOriginHeaders, seedAdmin } from './people.ts';
import { proxiedApps } from './proxied-apps.ts';
import { insertSignUps, signUpRow } from './sign-ups.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const HOUR = 3_600_000;
const FULL = 'This is full now. Please choose another.';

const FIELDS = [
  { name: 'shift', type: 'radio', description: 'Shift', options: ['Early', 'Late'], limits: { Early: 1 } },
  { name: 'jobs', type: 'several', description: 'Jobs', options: ['Door', 'Bar'], limits: { Door: 2, Bar: 2 } },
  { name: 'late', type: 'text', description: 'How late?', required: true, showIf: { field: 'shift', anyOf: ['Late'] } },
];

describe.each(proxiedApps)('the places of options on %s', (_name, open) => {
  let app: RunningApp;
  let visitor: Visitor;
  let sending: Record<string, string>;
  let made = 0;
  let formId = '';
  let key = '';

  beforeAll(async () => {
    app = await open();
    visitor = visitorOf(app);
    ({ sending } = await seedAdmin(app));
  });
  afterAll(() => app.close());
  beforeEach(() => {
    made += 1;
    [formId, key] = [`form${made}`, `event${made}`];
  });

  async function store(given: Partial<FormRow> = { asks_person: 1 }): Promise<void> {
    const { db } = app.site;
    await insertEvents(db, eventRow(key, { title: 'Fair', form_id: formId, time_start: Date.now() + 48 * HOUR }));
    const row = { id: formId, fields: JSON.stringify(FIELDS), version: 1, updated_at: 0, ...given };
    await db.write(({ query }) => query.insertInto('forms').values(row).execute());
  }
  const send = (name: string, answers: object, network = name) =>
    visitor.json(
      `/api/entries/${formId}`,
      {
        answers: { name, email: `${name}@example.edu`, ...answers },
        token: visitor.token(),
        once: visitor.once(),
      },
      { 'x-forwarded-for': network },
    );
  const sendTo = (answers: object) =>
    visitor.json(`/api/entries/${formId}`, { answers, token: visitor.token(), once: visitor.once() });
  const places = async () => (await fetch(`${app.url}/api/events/${key}/places`)).json();
  const taken = async (field: string, option: string) => (await places()).options[field][option].taken;
  const manage = async (link: string, command: object) => {
    const answer = await app.get(`${link}.data`, {
      method: 'POST',
      headers: { origin: app.url, 'content-type': 'application/json' },
      body: JSON.stringify(command),
    });
    return { status: answer.status, body: await answer.text() };
  };
  const linkOf = async (name: string) => {
    const { db } = app.site;
    const { key: entry } = await db.query
      .selectFrom('entries')
      .select('key')
      .where('form_id', '=', formId)
      .where('email', '=', `${name}@example.edu`)
      .executeTakeFirstOrThrow();
    return `/sign-ups/${await db.write((tx) => newLinkForSender(tx, formId, entry, crypto.randomUUID()))}`;
  };

  test('are never given twice, however many send at once, and everybody reads how many are left', async () => {
    await store();
    expect((await places()).options).toEqual({
      shift: { Early: { limit: 1, taken: 0 } },
      jobs: { Door: { limit: 2, taken: 0 }, Bar: { limit: 2, taken: 0 } },
    });
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, at) => send(`ana${at}`, { shift: 'Early' }, `10.1.${made}.${at}`)),
    );
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = sent.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(11);
    for (const { body } of refused) expect(body.fields).toEqual({ shift: FULL });
    await expect.poll(() => taken('shift', 'Early')).toBe(1);
  });

  test('also hold where the form asks for nobody, and come back with an erased response', async () => {
    await store({ asks_person: null });
    const early = { shift: 'Early', jobs: [] };
    expect((await sendTo(early)).status).toBe(200);
    expect((await sendTo(early)).body.fields).toEqual({ shift: FULL });
    expect(await places()).toMatchObject({ state: 'none', options: { shift: { Early: { limit: 1, taken: 1 } } } });
    const { db } = app.site;
    const { key: entry } = await db.query
      .selectFrom('entries')
      .select('key')
      .where('form_id', '=', formId)
      .executeTakeFirstOrThrow();
    await db.write((tx) => eraseResponses(tx, [{ kind: 'event', form: formId, key: entry }]));
    await expect.poll(() => taken('shift', 'Early')).toBe(0);
    expect((await sendTo(early)).status).toBe(200);
  });

  test('are held by those who go alone: who waits holds none, and keeps the choice when moving up', async () => {
    await store({ asks_person: 1, places: 1 });
    await send('ana', { shift: 'Early' });
    // Full is full for who would wait as well.
    expect((await send('ben', { shift: 'Early' })).status).toBe(409);
    await send('ben', { jobs: ['Bar'], shift: 'Late', late: 'very' });
    await expect.poll(() => taken('jobs', 'Bar')).toBe(0);
    await app.site.db.write(async (tx) => {
      const ben = tx.query.selectFrom('entries').select('key').where('email', '=', 'ben@example.edu');
      const found = await ben.where('form_id', '=', formId).executeTakeFirstOrThrow();
      const answers = { name: 'ben', email: 'ben@example.edu', shift: 'Early' };
      await replaceAnswers(tx, await findForm(tx, formId), [{ ...found, answers }]);
    });
    const ana = await linkOf('ana');
    await manage(ana, { verb: 'cancel' });
    await expect.poll(places).toMatchObject({ taken: 1, waiting: 0, options: { shift: { Early: { taken: 1 } } } });
    // Ana stays cancelled: what she had chosen is Ben's now.
    const again = await manage(ana, { verb: 'again' });
    expect(again.status).toBe(409);
    expect(again.body).toContain(FULL);
    const { state } = await app.site.db.query
      .selectFrom('entries')
      .select('state')
      .where('email', '=', 'ana@example.edu')
      .where('form_id', '=', formId)
      .executeTakeFirstOrThrow();
    expect(state).toBe('cancelled');
  });

  /** Ana has given up 'Early', and Ben has it. */
  const cancelThenBen = async () => {
    await store();
    await send('ana', { shift: 'Early' });
    const ana = await linkOf('ana');
    await manage(ana, { verb: 'cancel' });
    expect((await send('ben', { shift: 'Early' })).status).toBe(200);
    return ana;
  };
  const storedOf = async (name: string) => {
    const { state, answers } = await app.site.db.query
      .selectFrom('entries')
      .select(['state', 'answers'])
      .where('form_id', '=', formId)
      .where('email', '=', `${name}@example.edu`)
      .executeTakeFirstOrThrow();
    return { state, ...JSON.parse(answers) };
  };

  test('who signs up again chooses another in the place of what is full, and keeps the address', async () => {
    const ana = await cancelThenBen();
    const again = (answers: object) => manage(ana, { verb: 'again', answers: { name: 'Anna', jobs: [], ...answers } });
    for (const refused of [await manage(ana, { verb: 'again' }), await again({ shift: 'Early' })]) {
      expect([refused.status, refused.body.includes(FULL)]).toEqual([409, true]);
    }
    const missing = await again({ shift: 'Late' });
    expect([missing.status, missing.body.includes('Required field')]).toEqual([422, true]);
    expect(await storedOf('ana')).toMatchObject({ state: 'cancelled', name: 'ana', shift: 'Early' });
    const chosen = { shift: 'Late', late: 'very', email: 'other@example.edu' };
    expect((await again(chosen)).status).toBe(200);
    expect(await storedOf('ana')).toEqual({
      state: 'going',
      name: 'Anna',
      email: 'ana@example.edu',
      shift: 'Late',
      jobs: [],
      late: 'very',
    });
  });

  test('who says ‘I am coming’ chooses another there, without a script', async () => {
    const ana = (await cancelThenBen()).replace('/sign-ups/', '/still-coming/');
    const press = async (given: Record<string, string>) => {
      const body = new URLSearchParams({ ...given, answer: 'coming' });
      const headers = sameOriginHeaders(app);
      const answer = await app.get(ana, { method: 'POST', redirect: 'manual', body, headers });
      return { status: answer.status, page: await answer.text() };
    };
    const refused = await press({});
    expect(refused.status).toBe(409);
    const [form = ''] = /<form[^>]*method="post"[^>]*>.*?<\/form>/s.exec(refused.page) ?? [];
    for (const said of [FULL, 'Shift', 'value="Late"', 'Full', 'I am coming']) expect(form).toContain(said);
    expect(form).not.toContain('name="email"');
    // Another option asks one thing more.
    const more = await press({ name: 'ana', shift: 'Late' });
    expect([more.status, more.page.includes('How late?'), more.page.includes('Required field')]).toEqual([
      422,
      true,
      true,
    ]);
    expect((await storedOf('ana')).state).toBe('cancelled');
    expect((await press({ name: 'ana', shift: 'Late', late: 'very' })).status).toBe(303);
    expect(await storedOf('ana')).toMatchObject({ state: 'going', shift: 'Late', late: 'very' });
  });

  test('whoever changes answers keeps the old option until the new one is had', async () => {
    await store();
    await send('ana', { shift: 'Early', jobs: ['Door'] });
    await send('ben', { shift: 'Late', late: 'very' });
    const ben = await linkOf('ben');
    const change = { name: 'ben', jobs: [] };
    const refused = await manage(ben, { verb: 'change', answers: { ...change, shift: 'Early' } });
    expect([refused.status, refused.body.includes(FULL)]).toEqual([409, true]);
    const ana = await linkOf('ana');
    // What she has is not full to her.
    const kept = { name: 'Anna', shift: 'Early', jobs: ['Bar', 'Door', 'Bar'] };
    expect((await manage(ana, { verb: 'change', answers: kept })).status).toBe(200);
    await expect
      .poll(places)
      .toMatchObject({ options: { shift: { Early: { taken: 1 } }, jobs: { Bar: { taken: 1 } } } });
    const late = { name: 'Anna', shift: 'Late', late: 'a bit', jobs: [] };
    expect((await manage(ana, { verb: 'change', answers: late })).status).toBe(200);
    expect((await manage(ben, { verb: 'change', answers: { ...change, shift: 'Early' } })).status).toBe(200);
  });

  test('an officer gives no full option either, and sees how far each is taken', async () => {
    await store();
    await send('ana', { shift: 'Early' });
    const add = await app.get(`/admin/events/${key}/sign-ups`, {
      method: 'POST',
      headers: sending,
      body: JSON.stringify({
        once: visitor.once(),
        beyondLimit: true,
        answers: { name: 'Cleo', email: 'cleo@example.edu', shift: 'Early' },
      }),
    });
    expect([add.status, (await add.text()).includes(FULL)]).toEqual([409, true]);
    const fields = JSON.stringify([{ ...FIELDS[0], limits: { Early: 1, Late: 3 } }]);
    await app.site.db.write(({ query }) =>
      query.updateTable('forms').set({ fields }).where('id', '=', formId).execute(),
    );
    const answers = JSON.stringify({ name: 'Dan', shift: 'Early' });
    await insertSignUps(app.site.db, [signUpRow(formId, 'over', { email: null, answers })]);
    const page = await (await app.get(`/admin/events/${key}`, { headers: sending })).text();
    const text = page.replaceAll('<!-- -->', '');
    for (const said of ['2 of 1', '1 over', '0 of 3']) expect(text).toContain(said);
  });

  test('of many options stand folded above the responses, under how many are full', async () => {
    const options = Array.from({ length: 13 }, (_, at) => `Shift ${at + 1}`);
    const limits = Object.fromEntries(options.map((option) => [option, 1]));
    await store({ asks_person: 1, fields: JSON.stringify([{ ...FIELDS[0], options, limits }]) });
    await send('ana', { shift: 'Shift 2' });
    const page = await (await app.get(`/admin/events/${key}`, { headers: sending })).text();
    expect(page).toContain('Places of 13 options, 1 full');
  });

  test('that were full when a ticket was drawn are named to whoever goes without them, and to officers', async () => {
    const missed = { AAAA2222: [['shift', 'Early']], BBBB3333: [['shift', 'Early']] };
    await store({
      asks_person: 1,
      places: 3,
      draw: 1,
      drawn_at: 1,
      draw_secret: 'a'.repeat(64),
      drawn: JSON.stringify({ places: 3, tickets: ['AAAA2222', 'BBBB3333'], missed }),
    });
    await insertSignUps(app.site.db, [
      signUpRow(formId, 'ana', { ticket: 'AAAA2222' }),
      signUpRow(formId, 'ben', { ticket: 'BBBB3333', state: 'cancelled' }),
    ]);
    const textAt = async (path: string) =>
      (await (await app.get(path, { headers: sending })).text()).replaceAll('<!-- -->', '');
    const ana = await textAt(await linkOf('ana'));
    expect(ana).toContain('‘Early’ was full when your ticket was drawn. You can choose something else.');
    // Who gave the place up misses nothing of it.
    expect(await textAt(await linkOf('ben'))).not.toContain('was full when');
    expect(await textAt(`/admin/events/${key}`)).toContain('1 drawn when it was full');
    expect(await textAt(`/events/${key}/draw.json`)).not.toMatch(/Early|missed/);
  });

  test('what is asked is decided here: the rest is dropped unread, and never missing', async () => {
    await store({ asks_person: null });
    expect((await sendTo({ shift: 'Late' })).body.fields).toEqual({ late: 'Required field' });
    expect((await sendTo({ shift: 'Early', late: ['not', 'a', 'text'] })).status).toBe(200);
    const [entry] = await app.site.db.query
      .selectFrom('entries')
      .select('answers')
      .where('form_id', '=', formId)
      .execute();
    expect(JSON.parse(entry?.answers ?? '')).toEqual({ shift: 'Early', jobs: [] });
    // What is sent twice holds one place, and so does an option that is there twice.
    const twice = {
      answers: { shift: '', jobs: ['Door', 'Door'] },
      token: visitor.token(),
      once: visitor.once(),
    };
    for (const sent of [twice, { ...twice, token: visitor.token() }])
      expect((await visitor.json(`/api/entries/${formId}`, sent)).status).toBe(200);
    await expect.poll(() => taken('jobs', 'Door')).toBe(1);
    for (const [answers, field] of [
      [{ shift: 'Door' }, 'shift'],
      [{ shift: ['Late'] }, 'shift'],
      [{ jobs: 'Door' }, 'jobs'],
      [{ jobs: ['Early'] }, 'jobs'],
      [{ jobs: [['Door']] }, 'jobs'],
    ] as const) {
      const { status, body } = await sendTo(answers);
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
    }
  });

  test('are waited for while they are kept for groups, and open pages follow when they are released', async () => {
    const soon = Date.now() + HOUR;
    await store({ asks_person: 1, places: 5, keep_until: soon });
    const page = async () => (await fetch(`${app.url}/events/${key}`)).text();
    const boxOf = async () => /<input[^>]*value="Early"[^>]*>/.exec(await page())?.[0];
    await send('ana', { shift: 'Early' });
    await expect.poll(() => taken('shift', 'Early')).toBe(1);
    await expect.poll(page).toContain('Full · wait for it');
    expect(await page()).toContain('Places are kept for each group until ');
    expect(await boxOf()).not.toContain('disabled');
    expect((await send('ben', { shift: 'Early' })).body.signUp).toMatchObject({ state: 'waiting', position: 1 });
    expect((await send('cleo', { shift: 'Early' })).body.signUp).toMatchObject({ state: 'waiting', position: 2 });
    expect((await send('dora', { shift: 'Late', late: 'very' })).body.signUp).toMatchObject({ state: 'going' });
    await expect.poll(places).toMatchObject({ taken: 2, waiting: 2, state: 'open' });
    const changed = await manage(await linkOf('dora'), { verb: 'change', answers: { name: 'dora', shift: 'Early' } });
    expect([changed.status, changed.body.includes(FULL)]).toEqual([409, true]);
    // The site's own jobs release them.
    const { db } = app.site;
    await db.write(async (tx) => {
      await tx.query
        .updateTable('forms')
        .set({ keep_until: Date.now() - 1 })
        .where('id', '=', formId)
        .execute();
      tx.changed('form', formId);
    });
    await expect.poll(places, { timeout: 30_000 }).toMatchObject({ taken: 4, waiting: 0, state: 'open' });
    expect((await places()).options).toEqual({ jobs: expect.any(Object) });
    await expect.poll(page).not.toContain('Places are kept');
    expect(await page()).not.toContain('Full');
  });

  test('are left out of the address for programs once no limit holds any more', async () => {
    const fields = JSON.stringify(FIELDS.filter(({ name }) => name === 'shift'));
    await store({ asks_person: 1, places: 5, fields, keep_until: Date.now() - 1 });
    expect(await places()).toEqual({ places: 5, taken: 0, waiting: 0, state: 'open' });
  });
});
