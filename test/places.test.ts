import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { sendingApps } from './sending-apps.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const HOUR = 3_600_000;

describe.each(sendingApps)('the places of an event on %s', (_name, open) => {
  let app: RunningApp;
  let ana: Visitor;
  let made = 0;
  let formId = '';
  let key = '';

  beforeAll(async () => {
    app = await open();
    ana = visitorOf(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    made += 1;
    [formId, key] = [`form${made}`, `event${made}`];
    await insertEvents(
      app.site.db,
      eventRow(key, { title: 'Talk', form_id: formId, time_start: Date.now() + 48 * HOUR }),
    );
    await app.site.db.write(({ query }) =>
      query
        .insertInto('forms')
        .values({ id: formId, fields: '[]', asks_person: 1, places: 1, version: 1, updated_at: 0 })
        .execute(),
    );
  });

  const send = (email: string, given: object = {}) =>
    ana.json(`/api/entries/${formId}`, {
      ...{ answers: { name: 'Ana', email }, token: ana.token(), once: ana.once() },
      ...given,
    });
  const places = async () => (await fetch(`${app.url}/api/events/${key}/places`)).json();
  const page = async () => (await fetch(`${app.url}/events/${key}`)).text();

  test('go to who comes first, then the waitlist grows, and the kept page says so', async () => {
    expect(await places()).toEqual({ places: 1, taken: 0, waiting: 0, state: 'open' });
    expect(await page()).toContain('1 of 1 places left');
    const first = await send('ana@example.edu');
    expect(first.body).toMatchObject({ recorded: true, signUp: { state: 'going' } });
    expect(first.body.signUp?.link).toMatch(/^\/sign-ups\/[\w-]{22,}$/);
    expect((await send('ben@example.edu')).body.signUp).toMatchObject({ state: 'waiting', position: 1 });
    await expect.poll(places).toEqual({ places: 1, taken: 1, waiting: 1, state: 'waitlist' });
    expect(await page()).toContain('All places are taken. Join the waitlist: whoever cancels makes room.');
  });

  test('an address that is signed up is told so, and sent its link', async () => {
    await send('ana@example.edu');
    const again = await send(' ANA@example.edu');
    expect([again.status, again.body.fields]).toEqual([
      422,
      { email: 'This address is signed up already. We have sent its link again.' },
    ]);
    const mails = await app.site.db.query
      .selectFrom('outbox')
      .select(['kind', 'recipient', 'message', 'secret'])
      .where('recipient', '=', 'ana@example.edu')
      .where('key', 'like', `sign-up-${formId}-%`)
      .orderBy('created_at')
      .execute();
    expect(mails.map(({ kind }) => kind)).toEqual(['sign-up', 'sign-up link']);
    for (const { message, secret } of mails) expect(message).not.toContain(secret);
  });

  test('a double click signs up once, and both are told the same', async () => {
    const [once, token] = [ana.once(), ana.token()];
    const both = await Promise.all([
      send('ana@example.edu', { once, token }),
      send('ana@example.edu', { once, token }),
    ]);
    expect(both.map(({ status, body }) => [status, body.signUp?.state])).toEqual([
      [200, 'going'],
      [200, 'going'],
    ]);
    expect(
      await app.site.db.query.selectFrom('entries').select('state').where('form_id', '=', formId).execute(),
    ).toEqual([{ state: 'going' }]);
  });

  test('before it opens there is no form, and nothing can be sent', async () => {
    const opens = Date.now() + HOUR;
    await app.site.db.write((tx) => {
      tx.changed('form', formId);
      return tx.query.updateTable('forms').set({ opens }).where('id', '=', formId).execute();
    });
    expect(await places()).toMatchObject({ state: 'notYet' });
    expect(await page()).toMatch(/Sign-up opens [A-Z][a-z]+ \d+, \d{4}, \d\d:\d\d [AP]M\./);
    const refused = await send('ana@example.edu');
    expect([refused.status, refused.body.error]).toEqual([422, 'Sign-up has not opened yet.']);
  });

  test('an event whose form asks for nobody has none', async () => {
    await insertEvents(app.site.db, eventRow(`${key}-plain`, { title: 'Plain' }));
    const plain = await fetch(`${app.url}/api/events/${key}-plain/places`);
    expect(await plain.json()).toEqual({ places: null, taken: 0, waiting: 0, state: 'none' });
    expect((await fetch(`${app.url}/api/events/no-such-event/places`)).status).toBe(404);
  });
});
