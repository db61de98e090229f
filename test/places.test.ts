import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { eraseResponses } from '../app/domain/responses/erase-responses.ts';
import type { RunningApp } from './app.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { seedMember } from './people.ts';
import { proxiedApps } from './proxied-apps.ts';
import { visitorOf, type Visitor } from './visitor.ts';

const HOUR = 3_600_000;

describe.each(proxiedApps)('the places of an event on %s', (_name, open) => {
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
      answers: { name: 'Ana', email },
      token: ana.token(),
      once: ana.once(),
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

  test('stand at an event whose key every object has', async () => {
    const named = { title: 'Whose key is odd', form_id: formId, time_start: Date.now() + 48 * HOUR };
    await insertEvents(app.site.db, eventRow('constructor', named));
    const list = await fetch(`${app.url}/events`);
    expect([list.status, await list.text()]).toEqual([200, expect.stringContaining('Whose key is odd')]);
    expect((await fetch(`${app.url}/events/constructor`)).status).toBe(200);
  });

  test('are not spoken of where nobody signs up, nor another fingerprint, at a key that every object has', async () => {
    const times = { time_start: Date.now() + 48 * HOUR };
    await insertEvents(app.site.db, eventRow('toString', { title: 'Open to all', ...times }));
    await insertEvents(app.site.db, eventRow('valueOf', { title: 'Drawn', form_id: formId, ...times }));
    const drawn = { draw: 1, closes: Date.now() + HOUR, draw_secret: 'a'.repeat(64) };
    await app.site.db.write(async (tx) => {
      await tx.query.updateTable('forms').set(drawn).where('id', '=', formId).execute();
      for (const changed of ['toString', 'valueOf']) tx.changed('event', changed);
    });
    const shown = { '/events': 'Open to all', '/events/valueOf/draw': 'The fingerprint', '/home': 'Talk' };
    for (const [path, words] of Object.entries(shown)) {
      const text = await (await fetch(app.url + path)).text();
      expect(text).toContain(words);
      expect(text).not.toMatch(/<p class="[^"]*"><\/p>|another fingerprint/);
    }
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

  test('an address that is to be confirmed counts once its link was followed and its button pressed', async () => {
    await app.site.db.write(({ query }) =>
      query.updateTable('forms').set({ confirms: 1 }).where('id', '=', formId).execute(),
    );
    const [first, again] = [await send('dora@example.edu'), await send('dora@example.edu')];
    expect([first.status, first.body]).toEqual([200, { recorded: true, signUp: { state: 'unconfirmed' } }]);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    const { secret } = await app.site.db.query
      .selectFrom('outbox')
      .select('secret')
      .where('recipient', '=', 'dora@example.edu')
      .where('key', 'like', `sign-up-${formId}-%`)
      .executeTakeFirstOrThrow();
    const link = `${app.url}/sign-ups/${secret}`;
    const shown = await (await fetch(link)).text();
    expect(shown).toContain('Confirm my sign-up');
    expect(await places()).toMatchObject({ taken: 0, waiting: 0 });
    const pressed = () =>
      fetch(`${link}.data`, {
        method: 'POST',
        body: JSON.stringify({ verb: 'confirm' }),
        headers: { origin: app.url, 'content-type': 'application/json' },
      });
    expect([(await pressed()).status, (await pressed()).status]).toEqual([200, 200]);
    expect(await places()).toMatchObject({ taken: 1, waiting: 0 });
    expect(await (await fetch(link)).text()).toContain('You have a place.');
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

  test('of an event that is over are closed, also where a coming one shares its form', async () => {
    const over = { title: 'Last talk', form_id: formId, time_start: Date.now() - 72 * HOUR };
    await insertEvents(app.site.db, eventRow(`over${made}`, over));
    const past = await fetch(`${app.url}/api/events/over${made}/places`);
    expect([await past.json(), await places()]).toMatchObject([{ state: 'closed' }, { state: 'open' }]);
    const pastPage = await (await fetch(`${app.url}/events/over${made}`)).text();
    expect(pastPage).toContain('Sign-up has closed.');
    expect(pastPage).not.toContain('places left');
  });

  test('close when the event ends, on kept pages too', async () => {
    const now = Date.now();
    await app.site.db.write((tx) => {
      tx.changed('event', key);
      const time = { time_start: now - HOUR, time_end: now + HOUR };
      return tx.query.updateTable('events').set(time).where('key', '=', key).execute();
    });
    expect([await places(), await page()]).toEqual([
      expect.objectContaining({ state: 'open' }),
      expect.stringContaining('id="event-form"'),
    ]);
    onTestFinished(() => {
      vi.useRealTimers();
    });
    vi.useFakeTimers({ toFake: ['Date'], now: now + HOUR - 1000 });
    expect(await places()).toMatchObject({ state: 'open' });
    vi.setSystemTime(now + HOUR);
    expect(await places()).toMatchObject({ state: 'closed' });
    const [over, refused] = [await page(), await send('ana@example.edu')];
    expect(over).toContain('Sign-up has closed.');
    expect(over).not.toContain('id="event-form"');
    expect([refused.status, refused.body.error]).toEqual([404, 'Sign-up has closed: this event is over.']);
  });

  test('while they can be had, the page says until when, where somebody has set it', async () => {
    expect(await page()).not.toContain('Sign-up closes');
    await app.site.db.write((tx) => {
      tx.changed('form', formId);
      const closes = Date.parse('2099-11-21T00:30:00Z');
      return tx.query.updateTable('forms').set({ closes }).where('id', '=', formId).execute();
    });
    // Whatever somebody has set: an event that is over takes nobody.
    const ends = async (time: string | null, said: string) => {
      await app.site.db.write((tx) => {
        tx.changed('event', key);
        const time_end = time === null ? null : Date.parse(time);
        const times = { time_start: Date.parse('2099-11-20T23:00:00Z'), time_end };
        return tx.query.updateTable('events').set(times).where('key', '=', key).execute();
      });
      expect(await page()).toMatch(new RegExp(`Sign-up closes (<!-- -->)?${said}(<!-- -->)?\\.`));
    };
    await ends('2099-11-21T03:00:00Z', 'Nov 20, 2099, 07:30 PM');
    await ends(null, 'Nov 20, 2099, 07:30 PM');
    await ends('2099-11-21T00:00:00Z', 'Nov 20, 2099, 07:00 PM');
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

  test('are reminded of by the site that runs', async () => {
    await send('ana@example.edu');
    const soon = Date.now() + 23 * HOUR;
    await app.site.db.write(async ({ query }) => {
      await query.updateTable('entries').set({ since: 1 }).where('form_id', '=', formId).execute();
      await query.updateTable('forms').set({ remind_hours: 24 }).where('id', '=', formId).execute();
      await query.updateTable('events').set({ time_start: soon }).where('key', '=', key).execute();
    });
    const reminders = async () => {
      const sent = app.site.db.query.selectFrom('outbox').select('recipient').where('kind', '=', 'event reminder');
      return (await sent.where('expires_at', '=', soon).execute()).map(({ recipient }) => recipient);
    };
    await expect.poll(reminders, { timeout: 20_000 }).toEqual(['ana@example.edu']);
  });

  describe('the link to a sign-up', () => {
    const manage = (link: string, sent: object) =>
      fetch(`${app.url}${link}.data`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: app.url },
        body: JSON.stringify(sent),
      });
    const linkOf = async (email: string) => (await send(email)).body.signUp?.link ?? '';
    const states = async () =>
      (
        await app.site.db.query
          .selectFrom('entries')
          .select(['email', 'state'])
          .where('form_id', '=', formId)
          .orderBy('since')
          .execute()
      ).map(({ email, state }) => [email, state]);
    const subjects = async () => {
      const mails = await app.site.db.query
        .selectFrom('outbox')
        .select(['recipient', 'message'])
        .where('key', 'like', `sign-up-${formId}-%`)
        .orderBy('key')
        .execute();
      return mails.map(({ recipient, message }) => `${recipient}: ${JSON.parse(message).subject}`);
    };

    test('shows it to whoever has it, and is kept by nobody', async () => {
      const answer = await fetch(app.url + (await linkOf('ana@example.edu')));
      const page = await answer.text();
      expect(page).toContain('You have a place.');
      expect(page).toContain('alt="Code for the door"');
      expect(page).toContain('<bdi>ana@example.edu</bdi>');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      expect(page).toContain('<meta name="robots" content="noindex"/>');
    });

    test('gives the place up to who waits longest, and takes another behind those who wait', async () => {
      const link = await linkOf('ana@example.edu');
      for (const name of ['ben', 'cleo']) await send(`${name}@example.edu`);
      const isInCalendars = async () => (await (await fetch(app.url + link)).text()).includes('Add to calendar');
      expect(await isInCalendars()).toBe(true);
      expect((await manage(link, { verb: 'cancel' })).status).toBe(200);
      expect(await isInCalendars()).toBe(false);
      expect(await states()).toEqual([
        ['ana@example.edu', 'cancelled'],
        ['ben@example.edu', 'going'],
        ['cleo@example.edu', 'waiting'],
      ]);
      expect((await manage(link, { verb: 'again' })).status).toBe(200);
      expect(await states()).toEqual([
        ['ben@example.edu', 'going'],
        ['cleo@example.edu', 'waiting'],
        ['ana@example.edu', 'waiting'],
      ]);
      expect((await subjects()).toSorted()).toEqual([
        'ana@example.edu: You are on the waitlist: Talk',
        'ana@example.edu: You have a place: Talk',
        'ana@example.edu: Your sign-up is cancelled: Talk',
        'ben@example.edu: A place is yours: Talk',
        'ben@example.edu: You are on the waitlist: Talk',
        'cleo@example.edu: You are on the waitlist: Talk',
      ]);
    });

    test('changes the answers, but not whose they are', async () => {
      const link = await linkOf('ana@example.edu');
      expect((await manage(link, { verb: 'change', answers: { name: '' } })).status).toBe(422);
      expect((await manage(link, { verb: 'change', answers: { name: 'Ana B', email: 'x@example.edu' } })).status).toBe(
        200,
      );
      const row = await app.site.db.query
        .selectFrom('entries')
        .select(['answers', 'email'])
        .where('form_id', '=', formId)
        .executeTakeFirstOrThrow();
      expect(JSON.parse(row.answers)).toEqual({ name: 'Ana B', email: 'ana@example.edu' });
      expect(row.email).toBe('ana@example.edu');
    });

    test('is given to nobody for what was sent before it, nor kept by them', async () => {
      const [once, token] = [ana.once(), ana.token()];
      const first = await send('ana@example.edu', { once, token });
      expect((await send('ana@example.edu', { once, token })).body.signUp?.state).toBe('going');
      const before = first.body.signUp?.link ?? '';
      expect((await manage(before, { verb: 'cancel' })).status).toBe(200);
      const link = await linkOf('ana@example.edu');
      expect((await fetch(app.url + before)).status).toBe(404);
      expect((await fetch(app.url + link)).status).toBe(200);
      const [row] = await app.site.db.query.selectFrom('entries').select('key').where('form_id', '=', formId).execute();
      await app.site.db.write((tx) => eraseResponses(tx, [{ kind: 'event', form: formId, key: row?.key ?? '' }]));
      expect((await fetch(app.url + link)).status).toBe(404);
      await linkOf('ana@example.edu');
      const again = await send('ana@example.edu', { once, token: ana.token() });
      expect([again.status, again.body.recorded, again.body.signUp]).toEqual([200, true, undefined]);
    });

    test('changes it so often and no more', async () => {
      const link = await linkOf('ana@example.edu');
      const done = [];
      for (let at = 0; at < 31; at++) {
        done.push((await manage(link, { verb: 'change', answers: { name: `Ana ${at}` } })).status);
      }
      expect(done).toEqual([...Array<number>(30).fill(200), 429]);
      expect((await fetch(app.url + link)).status).toBe(200);
    });

    test('is as secret however it is spelt, and to whoever is signed in', async () => {
      const { cookie } = await seedMember(app);
      const link = await linkOf('ana@example.edu');
      for (const spelt of [link, link.replace('sign-ups', 'Sign-Ups'), link.replace('s', '%73'), `${link}/`]) {
        for (const headers of [undefined, { cookie }]) {
          const answer = await fetch(app.url + spelt, { ...(headers && { headers }) });
          const said = ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => answer.headers.get(name));
          expect([spelt, ...said]).toEqual([spelt, 'no-store', 'no-referrer', 'noindex']);
        }
      }
    });

    test('once the event has begun is only read', async () => {
      const link = await linkOf('ana@example.edu');
      await app.site.db.write((tx) =>
        tx.query
          .updateTable('events')
          .set({ time_start: Date.now() - 1000 })
          .where('key', '=', key)
          .execute(),
      );
      expect((await manage(link, { verb: 'cancel' })).status).toBe(422);
      expect(await (await fetch(app.url + link)).text()).not.toContain('Cancel my sign-up');
    });

    test('has a code for the door until that has closed', async () => {
      const link = await linkOf('ana@example.edu');
      const moveTo = (time_start: number, time_end: number) =>
        app.site.db.write((tx) =>
          tx.query.updateTable('events').set({ time_start, time_end }).where('key', '=', key).execute(),
        );
      const read = async () => (await fetch(app.url + link)).text();
      await moveTo(Date.now() - HOUR, Date.now() + HOUR);
      const late = await read();
      expect([late.includes('Code for the door'), late.includes('This event is over.')]).toEqual([true, false]);
      await moveTo(Date.now() - 2 * HOUR, Date.now() - HOUR);
      const over = await read();
      expect([over.includes('Code for the door'), over.includes('This event is over.')]).toEqual([true, true]);
      await moveTo(Date.now() - 9 * HOUR, Date.now() - 7 * HOUR);
      const closed = await read();
      expect([closed.includes('Code for the door'), closed.includes('You have a place.')]).toEqual([false, true]);
    });

    test('that leads to nothing says so, and is not tried endlessly', async () => {
      const unknown = await fetch(`${app.url}/sign-ups/${'x'.repeat(32)}`);
      expect([unknown.status, await unknown.text()]).toEqual([
        404,
        expect.stringContaining('This link leads to no sign-up.'),
      ]);
      const tried = [];
      for (let at = 0; at < 61; at++) tried.push((await fetch(`${app.url}/sign-ups/guess-${at}.data`)).status);
      expect(tried.at(-1)).toBe(429);
      const page = await app.get('/sign-ups/unknown', { headers: { accept: 'text/html' } });
      expect([page.status, page.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
      const text = await page.text();
      expect(text).toMatch(/Please wait a little\.[^]*Too many wrong links were tried[^]*Try again/);
      expect(text).not.toContain('We will be back');
      expect((await fetch(app.url + (await linkOf('ana@example.edu')))).status).toBe(200);
    });
  });

  test('an event whose form asks for nobody has none', async () => {
    await insertEvents(app.site.db, eventRow(`${key}-plain`, { title: 'Plain' }));
    const plain = await fetch(`${app.url}/api/events/${key}-plain/places`);
    expect(await plain.json()).toEqual({ places: null, taken: 0, waiting: 0, state: 'none' });
    expect((await fetch(`${app.url}/api/events/no-such-event/places`)).status).toBe(404);
  });
});
