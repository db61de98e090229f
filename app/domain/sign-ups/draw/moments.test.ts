import { describe, expect, test } from 'vitest';
import { admin } from '../../../../test/actors.ts';
import { changeForm, plantTalk, saveTalk, sendForm, talksPlaces } from '../../../../test/cast.ts';
import { databases, freshDatabase } from '../../../../test/databases.ts';
import { runDue } from '../../../../test/jobs.ts';
import { club, takeAll } from '../../../../test/outbox.ts';
import { listMails, signUpRow } from '../../../../test/sign-ups.ts';
import type { EntryRow, FormRow } from '../../../db/tables.ts';
import { DAY_MS, HOUR_MS } from '../../../time/durations.ts';
import { requireAnyEvent } from '../../events/with-drafts.ts';
import { openEventForEditing } from '../../event-changes/editable-event.ts';
import type { EventInput } from '../../event-changes/event-input.ts';
import { addEvent } from '../../event-changes/save-event.ts';
import { cancelEvent, resumeEvent } from '../../event-changes/cancel-event.ts';
import { beginNext, queueFound } from '../../jobs/run.ts';
import { confirmByLink } from '../by-link.ts';
import { addByOfficer } from '../by-officer.ts';
import { passOnJobs } from '../commands/pass-on.ts';
import { questionJobs } from '../still-coming.ts';
import { drawJobs } from './draw.ts';
import { fingerprintOf, orderTickets } from './order.ts';
import { viewDraw } from './view.ts';

const ZONE = club.clock.timeZone;

/** Some hours from now, as a dialog has it. */
function inHours(count: number): string {
  const at = new Intl.DateTimeFormat('sv', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' });
  return at.format(Date.now() + count * HOUR_MS).replace(' ', 'T');
}

describe.each(databases)('bad moments of a draw, on %s', (_, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;

  /** For two places, closing in five hours, of an event in two days. */
  const plant = (form: Partial<FormRow> = {}, people: EntryRow[] = three) =>
    plantTalk(db, { form: { draw: 1, places: 2, closes: Date.now() + 5 * HOUR_MS, ...form }, people });
  const inDraw = (key: string, ticket: string) => signUpRow('form', key, { state: 'entered', ticket });
  const three = [inDraw('ana', 'AAAA2222'), inDraw('ben', 'BBBB3333'), inDraw('cleo', 'CCCC4444')];
  const handler = drawJobs(() => club);
  /** First its secret is made. */
  const work = async (now?: number) => {
    await runDue(db, handler, now);
    await runDue(db, handler, now);
  };
  const change = (form: Partial<FormRow>) => changeForm(db, form);
  const close = () => change({ closes: Date.now() - 1 });
  const formRow = () => db.query.selectFrom('forms').selectAll().where('id', '=', 'form').executeTakeFirstOrThrow();
  const forms = () => db.query.selectFrom('forms').selectAll().orderBy('closes').execute();
  const view = async (key = 'talk') => (await viewDraw(db, await requireAnyEvent(db, key)))?.view;
  const entriesOf = (formId: string) =>
    db.query.selectFrom('entries').select(['key', 'state', 'ticket']).where('form_id', '=', formId).execute();
  const count = async (state: EntryRow['state']) =>
    (await entriesOf('form')).filter((one) => one.state === state).length;
  const placesState = async (now?: number) => (await talksPlaces(db, now))?.state;
  const saved = async () => {
    const { version, input } = await openEventForEditing(db, admin, 'talk', club);
    return { key: 'talk', version, input };
  };
  const save = (given: Partial<EventInput>) => saveTalk(db, given);
  const copy = async (given: Partial<EventInput>) => {
    const { input } = await saved();
    const fields = input.fields.map((field) => ({ ...field, name: '' }));
    return addEvent(db, admin, { ...input, fields, ...given }, club, { copyOf: 'talk' });
  };
  const refusal = (saving: Promise<unknown>) =>
    saving.then(
      () => 'saved',
      (error: { fields?: unknown }) => error.fields,
    );
  const come = (name: string, once?: string) => sendForm(db, name, { once, firstHalf: 'WXYZ' });
  const linksOf = async (name: string) => {
    const mails = await db.query
      .selectFrom('outbox')
      .select('secret')
      .where('recipient', '=', `${name}@example.edu`)
      .execute();
    return mails.flatMap(({ secret }) => secret ?? []);
  };

  describe('another event like it', () => {
    test('a copy has a secret of its own, nobody in it, and is drawn by itself', async () => {
      await plant();
      await work();
      const { key } = await copy({ closes: inHours(4) });
      const own = await view(key);
      const original = await view();
      expect(own).toMatchObject({ state: 'open', hash: expect.stringMatching(/^[0-9a-f]{64}$/), tickets: [] });
      expect(own?.hash).not.toBe(original?.hash);
      const { formId } = await requireAnyEvent(db, key);
      expect(await entriesOf(formId ?? '')).toEqual([]);
      await close();
      await work();
      expect((await view())?.tickets).toHaveLength(3);
      expect(await view(key)).toEqual(own);
    });

    test('a copy of one that was drawn is to come, and needs a time that has not passed', async () => {
      await plant();
      await close();
      await work();
      expect(await refusal(copy({}))).toEqual({ closes: 'This time has passed. Please choose a later one.' });
      const { key } = await copy({ closes: inHours(4) });
      expect(await view(key)).toMatchObject({ state: 'open', secret: null, tickets: [] });
      expect((await view(key))?.hash).not.toBe((await view())?.hash);
    });

    test('each that is repeated is drawn at its own time, with its own secret, of its own people', async () => {
      await plant();
      await copy({ closes: inHours(4), repeatWeekly: '2' });
      const [, ...repeated] = (await forms()).toSorted((one) => (one.id === 'form' ? -1 : 1));
      expect(repeated).toHaveLength(3);
      const secrets = [await formRow(), ...repeated].map(({ draw_secret: secret }) => secret);
      expect(new Set(secrets.filter(Boolean)).size).toBe(secrets.filter(Boolean).length);
      const [first, second] = repeated;
      if (!first || !second) throw new Error('It was not repeated');
      expect((second.closes ?? 0) - (first.closes ?? 0)).toBeGreaterThanOrEqual(7 * DAY_MS - HOUR_MS);
      await work((first.closes ?? 0) + 1);
      const drawn = (await forms()).filter(({ drawn_at: at }) => at !== null).map(({ id }) => id);
      expect(drawn).toEqual([first.id]);
      expect(await count('entered')).toBe(3);
      await work((second.closes ?? 0) + 1);
      const all = (await forms()).filter(({ drawn_at: at }) => at !== null);
      expect(new Set(all.map(({ draw_secret: secret }) => secret)).size).toBe(3);
    });
  });

  describe('the event is moved', () => {
    test('later: it is drawn when it said, and those who are in it are told of the time', async () => {
      await plant();
      await work();
      const before = await view();
      const { input } = await saved();
      const [start, end] = [input.start, input.end].map((wall) => `2099${wall.slice(4)}`);
      await save({ start: start ?? '', end: end ?? '' });
      expect(await listMails(db)).toEqual(['ana', 'ben', 'cleo'].map((name) => `${name}: Changed: Talk`));
      expect(await view()).toEqual(before);
      await close();
      await work();
      expect(await view()).toMatchObject({ state: 'drawn', hash: before?.hash });
    });

    test('to before its draw: that is refused, and the draw stays where it was', async () => {
      await plant();
      await work();
      expect(await refusal(save({ start: inHours(3), end: inHours(4) }))).toEqual({
        closes: 'Places are drawn when sign-up closes, before the event begins. Please enter an earlier time',
      });
    });

    test('after the draw, what was drawn stays, and nobody is drawn again', async () => {
      await plant();
      await close();
      await work();
      const [drawn, people] = [await view(), await entriesOf('form')];
      const { input } = await saved();
      const [start, end] = [input.start, input.end].map((wall) => `2099${wall.slice(4)}`);
      await save({ start: start ?? '', end: end ?? '' });
      await work();
      expect([await view(), await entriesOf('form')]).toEqual([drawn, people]);
    });
  });

  describe('the time of the draw', () => {
    const opensLater = { opens: Date.now() + HOUR_MS };

    test.each([
      ['in the past', inHours(-2), 'This time has passed. Please choose a later one.'],
      [
        'in five minutes',
        inHours(1 / 12),
        'Sign-up must be open for at least ten minutes before the draw. Please enter a later time.',
      ],
    ])('cannot be moved to %s while nobody has seen a fingerprint either', async (_when, closes, said) => {
      await plant(opensLater, []);
      expect(await refusal(save({ opens: '', closes }))).toEqual({ closes: said });
    });

    test('may be moved earlier as long as nobody could rely on it', async () => {
      await plant(opensLater, []);
      expect(await refusal(save({ closes: inHours(3) }))).toBe('saved');
    });

    test('stays open to other changes once it has passed', async () => {
      await plant({}, []);
      await close();
      expect(await refusal(save({ title: 'Another talk' }))).toBe('saved');
    });
  });

  test('once it is held, how places are given stays as well', async () => {
    await plant();
    await close();
    await work();
    expect(await refusal(save({ givenBy: 'First come, first served' }))).toEqual({
      givenBy: 'Somebody has signed up: how places are given cannot be changed any more.',
    });
  });

  test('before it more places or fewer count as they are when it is drawn', async () => {
    await plant();
    await save({ places: '1' });
    await close();
    await work();
    expect(await view()).toMatchObject({ places: 1 });
    expect([await count('going'), await count('waiting')]).toEqual([1, 2]);
  });

  test('cancelled after it, and taking place after all: all stand as they were drawn', async () => {
    await plant();
    await close();
    await work();
    await takeAll(db);
    const [drawn, people] = [await view(), await entriesOf('form')];
    await cancelEvent(db, admin, { ...(await saved()), input: { reason: '' } }, club);
    await work();
    expect(await view()).toEqual(drawn);
    await resumeEvent(db, admin, await saved(), club);
    await work();
    expect([await view(), await entriesOf('form')]).toEqual([drawn, people]);
    const lines = (await listMails(db)).map((line) => line.split(': ')[1]);
    expect(['Cancelled', 'Changed'].map((what) => lines.filter((line) => line === what).length)).toEqual([3, 3]);
  });

  test('a form taken away after it leaves its people, and another one begins with another secret', async () => {
    await plant();
    await close();
    await work();
    const [drawn, people] = [await view(), await entriesOf('form')];
    await save({ hasForm: false });
    expect(await view()).toBeUndefined();
    await save({ hasForm: true, asksPerson: true, givenBy: 'By a draw', places: '2', closes: inHours(4) });
    expect(await view()).toMatchObject({ state: 'open', tickets: [] });
    expect((await view())?.hash).not.toBe(drawn?.hash);
    expect(await entriesOf('form')).toEqual(people);
  });

  describe('a clock that jumps', () => {
    const asks = { ask_again_hours: 24, pass_on: 1, places: 1 };
    const handlers = [handler, questionJobs(() => club), passOnJobs(() => club)];

    test.each([
      ['the draw first', handlers],
      ['the draw last', handlers.toReversed()],
    ])(
      'forward over the draw, ‘Still coming?’ and its end at once, %s: who was drawn just now keeps it',
      async (_order, all) => {
        await plant(asks);
        const { start } = await requireAnyEvent(db, 'talk');
        const late = (start ?? 0) - 60_000;
        for (let times = 0; times < 2; times++) for (const one of all) await runDue(db, one, late);
        expect([await count('going'), await count('waiting')]).toEqual([1, 2]);
        expect((await view())?.state).toBe('drawn');
        expect((await listMails(db)).filter((line) => /Still coming|passed on|is yours/.test(line))).toEqual([]);
      },
    );

    test('forward over the whole event: it is drawn, and nobody is written to', async () => {
      await plant(asks);
      for (const one of [handler, ...handlers]) await runDue(db, one, Date.now() + 9 * DAY_MS);
      expect([(await view())?.state, await listMails(db)]).toEqual(['drawn', []]);
    });

    test('back to before sign-up opened: the fingerprint stays, and so do those who entered', async () => {
      const opens = Date.now() - HOUR_MS;
      await plant({ opens });
      await work();
      const shown = await view();
      await work(opens - HOUR_MS);
      expect([await placesState(opens - HOUR_MS), await view(), await count('entered')]).toEqual(['notYet', shown, 3]);
    });

    test('forward to the draw and back: it was held, and is not held again', async () => {
      await plant();
      const { closes } = await formRow();
      await work((closes ?? 0) + 1);
      const [drawn, people] = [await view(), await entriesOf('form')];
      expect(drawn?.state).toBe('drawn');
      await work();
      await work((closes ?? 0) + DAY_MS);
      expect([await view(), await entriesOf('form')]).toEqual([drawn, people]);
    });
  });

  describe('at once', () => {
    test('forty who send one address are one sign-up with one ticket, and each of their links confirms it', async () => {
      await plant({}, []);
      await Promise.all(Array.from({ length: 40 }, () => come('dora')));
      const links = await linksOf('dora');
      await Promise.all(links.map((link) => confirmByLink(db, club, link)));
      expect(await entriesOf('form')).toEqual([
        expect.objectContaining({ state: 'entered', ticket: expect.stringMatching(/^WXYZ/) }),
      ]);
      expect((await listMails(db)).filter((line) => line.includes('You are in the draw'))).toHaveLength(1);
    });

    test('forty with the same half have forty tickets, and one secret', async () => {
      await plant({}, []);
      const names = Array.from({ length: 40 }, (_one, at) => `person-${at}`);
      await Promise.all(names.map((name) => come(name)));
      const links = await Promise.all(names.map(linksOf));
      await Promise.all(links.map(([link = '']) => confirmByLink(db, club, link)));
      const tickets = (await entriesOf('form')).map(({ ticket }) => ticket);
      expect(new Set(tickets).size).toBe(40);
      await close();
      await work();
      const { draw_secret: secret } = await formRow();
      expect((await view())?.tickets.map(({ ticket }) => ticket)).toEqual(
        orderTickets(
          secret ?? '',
          tickets.flatMap((ticket) => ticket ?? []),
        ),
      );
    });

    test('who confirms while it is drawn is in it, or is told that sign-up has closed', async () => {
      await plant();
      await come('dora');
      const [link = ''] = await linksOf('dora');
      await change({ closes: Date.now() + 50 });
      const confirming = confirmByLink(db, club, link).then(
        () => 'in',
        (error: Error) => error.message,
      );
      await work((await formRow()).closes ?? 0);
      const [said, tickets] = [await confirming, (await view())?.tickets.length];
      expect([
        ['in', 4],
        ['Sign-up has closed.', 3],
      ]).toContainEqual([said, tickets]);
      expect(await count('entered')).toBe(0);
    });
  });

  describe('with no secret when sign-up has closed', () => {
    test('the fingerprint is there to be seen before anybody is drawn by it', async () => {
      await plant();
      await close();
      const once = async () => {
        await queueFound(db, handler);
        return beginNext(db, handler);
      };
      await once();
      const shown = await view();
      expect(shown).toMatchObject({ state: 'open', hash: expect.stringMatching(/^[0-9a-f]{64}$/), secret: null });
      expect(await count('entered')).toBe(3);
      await once();
      const drawn = await view();
      expect(drawn).toMatchObject({ state: 'drawn', hash: shown?.hash });
      expect(fingerprintOf(drawn?.secret ?? '')).toBe(shown?.hash);
    });

    test('an officer who enters somebody after it has closed, before it was drawn, is in time', async () => {
      await plant({}, []);
      await close();
      const answers = { name: 'Dora', email: 'dora@example.edu' };
      await addByOfficer(db, admin, club, { eventKey: 'talk', once: 'once', answers, beyondLimit: false });
      expect((await view())?.hash).toMatch(/^[0-9a-f]{64}$/);
      await work();
      expect((await view())?.tickets).toHaveLength(1);
    });
  });
});
