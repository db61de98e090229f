import { describe, expect, test } from 'vitest';
import { admin } from '../../../../test/actors.ts';
import { ana, ben, changeForm, lastToken, plantTalk, saveTalk, sendForm, talksPlaces } from '../../../../test/cast.ts';
import { databases, freshDatabase } from '../../../../test/databases.ts';
import { runDue } from '../../../../test/jobs.ts';
import { club } from '../../../../test/outbox.ts';
import { listMails, signUpRow } from '../../../../test/sign-ups.ts';
import type { EntryRow, FormRow } from '../../../db/tables.ts';
import { DAY_MS, HOUR_MS } from '../../../time/durations.ts';
import { restoreFromTrash } from '../../bring-back.ts';
import { openEventForEditing } from '../../event-changes/editable-event.ts';
import type { EventInput } from '../../event-changes/event-input.ts';
import { cancelEvent, resumeEvent } from '../../event-changes/cancel-event.ts';
import { removeEvents } from '../../event-changes/remove-events.ts';
import { requireAnyEvent } from '../../events/with-drafts.ts';
import { NEVER } from '../../records/publish-at.ts';
import { beginNext, queueFound } from '../../jobs/run.ts';
import { erasePersonalData } from '../../personal-data/erase-personal-data.ts';
import { readFields } from '../../forms/event-form.ts';
import { countOptions } from '../../forms/option-places.ts';
import { recordEntry } from '../../responses/record-response.ts';
import { eraseResponses } from '../../responses/erase-responses.ts';
import { viewResponses } from '../../responses/view-responses.ts';
import { whoIsNotified, type Change } from '../../topics.ts';
import { listTrash } from '../../trash.ts';
import { recordDoorActions, viewDoor } from '../door/door.ts';
import { countSignUps, countsText } from '../list-sign-ups.ts';
import { cancelByLink, changeByLink, confirmByLink, signUpAgain, viewByLink } from '../by-link.ts';
import { mailingJobs } from '../mailings.ts';
import { addByOfficer, cancelByOfficer, checkInByOfficer, givePlaceByOfficer } from '../by-officer.ts';
import { findPersonForm } from '../places.ts';
import { drawJobs } from './draw.ts';
import { fingerprintOf, orderTickets } from './order.ts';
import { viewDraw } from './view.ts';

const ZONE = club.clock.timeZone;

describe.each(databases)('a draw, on %s', (_, open) => {
  const { db } = freshDatabase(open);

  /** For two places, closing in an hour. */
  const plant = (form: Partial<FormRow> = {}, people: EntryRow[] = []) =>
    plantTalk(db, { form: { draw: 1, places: 2, closes: Date.now() + HOUR_MS, ...form }, people });
  const inDraw = (key: string, ticket: string) => signUpRow('form', key, { state: 'entered', ticket });
  const three = [inDraw('ana', 'AAAA2222'), inDraw('ben', 'BBBB3333'), inDraw('cleo', 'CCCC4444')];
  const come = (name: string, half?: string) => sendForm(db, name, { firstHalf: half });
  const linkOf = (name: string) => lastToken(db, name);
  const enter = async (name: string, half?: string) => {
    await come(name, half);
    await confirmByLink(db, club, await linkOf(name));
  };
  const entryOf = async (name: string) =>
    db.query.selectFrom('entries').selectAll().where('email', '=', `${name}@example.edu`).executeTakeFirstOrThrow();
  const formRow = () => db.query.selectFrom('forms').selectAll().where('id', '=', 'form').executeTakeFirstOrThrow();
  const change = (form: Partial<FormRow>) => changeForm(db, form);
  const close = () => change({ closes: Date.now() - 1 });
  const view = async () => (await viewDraw(db, await requireAnyEvent(db, 'talk')))?.view;
  const handler = drawJobs(() => club);
  /** Does what is due now; returns how much that was. */
  const work = async () => {
    for (let done = 0; ; done++) {
      await queueFound(db, handler);
      if (!(await beginNext(db, handler))) return done;
    }
  };
  const states = async () => {
    const rows = await db.query
      .selectFrom('entries')
      .select(['key', 'state'])
      .orderBy('since')
      .orderBy('key')
      .execute();
    return rows.map(({ key, state }) => `${key} ${state}`);
  };
  const places = () => talksPlaces(db);
  const save = (given: Partial<EventInput>) => saveTalk(db, given);
  const refusal = (saving: Promise<unknown>) =>
    saving.then(
      () => 'saved',
      (error: { fields?: unknown }) => error.fields,
    );

  describe('before it', () => {
    test('the secret is made when the first enters, and only its fingerprint is shown', async () => {
      await plant();
      expect(await view()).toMatchObject({ state: 'open', hash: null });
      await enter('dora');
      const { draw_secret: secret } = await formRow();
      expect(secret).toMatch(/^[0-9a-f]{64}$/);
      const shown = { state: 'open', hash: fingerprintOf(secret ?? ''), secret: null, places: 2, tickets: [] };
      expect(await view()).toEqual(shown);
      await enter('eve');
      expect(await view()).toEqual(shown);
    });

    test('the secret is made when sign-up opens, also where nobody has come', async () => {
      await plant({ opens: Date.now() + HOUR_MS, closes: Date.now() + 2 * HOUR_MS });
      expect([await work(), (await formRow()).draw_secret]).toEqual([0, null]);
      await change({ opens: Date.now() - 1 });
      expect([await work(), (await view())?.hash]).toEqual([1, expect.stringMatching(/^[0-9a-f]{64}$/)]);
      expect(await work()).toBe(0);
    });

    test('the secret is there at once for a saved event whose sign-up is open', async () => {
      await plant({ draw_secret: null });
      await save({ title: 'Another talk' });
      expect((await view())?.hash).toMatch(/^[0-9a-f]{64}$/);
    });

    test('a ticket begins with what the sender’s browser chose, and nobody has another’s', async () => {
      await plant();
      for (const name of ['dora', 'eve', 'finn']) await enter(name, 'WXYZ');
      const tickets = await Promise.all(['dora', 'eve', 'finn'].map(async (name) => (await entryOf(name)).ticket));
      expect(tickets).toEqual(tickets.map(() => expect.stringMatching(/^WXYZ[A-Z0-9]{4}$/)));
      expect(new Set(tickets).size).toBe(3);
      await enter('gina');
      expect((await entryOf('gina')).ticket).toMatch(/^[A-Z0-9]{8}$/);
    });

    test('an address is confirmed first, whatever the form says, and its answer is the same for all', async () => {
      await plant({ confirms: null }, [inDraw('ana', 'AAAA2222')]);
      const answers = [await come('dora'), await come('ana')];
      expect(answers).toEqual(answers.map(() => ({ isNew: true, signUp: { state: 'unconfirmed' } })));
      expect((await entryOf('dora')).state).toBe('unconfirmed');
      await confirmByLink(db, club, await linkOf('dora'));
      const { state, ticket } = await entryOf('dora');
      expect(state).toBe('entered');
      expect(await viewByLink(db, club, await linkOf('dora'))).toMatchObject({
        state,
        ticket,
        hasDraw: true,
        code: null,
      });
      expect(await listMails(db)).toEqual([
        'ana: Your sign-up: Talk',
        'dora: Confirm your sign-up: Talk',
        'dora: You are in the draw: Talk',
      ]);
    });

    test('the mail says the ticket and leads to the draw', async () => {
      await plant();
      await enter('dora');
      const mail = await db.query
        .selectFrom('outbox')
        .select('message')
        .where('message', 'like', '%in the draw%')
        .executeTakeFirstOrThrow();
      const { text } = JSON.parse(mail.message);
      expect(text).toContain(`Your ticket: ${(await entryOf('dora')).ticket}.`);
      expect(text).toContain('https://club.example.edu/events/talk/draw');
    });

    test('no number says how many are in it', async () => {
      await plant({}, three);
      expect(await places()).toEqual({ places: 2, state: 'draw' });
      expect(await view()).toMatchObject({ tickets: [] });
    });

    test('nobody is given a place: not by an officer, not at the door', async () => {
      await plant({}, [...three, signUpRow('form', 'zoe', { state: 'cancelled' })]);
      const refused = 'Places are drawn when sign-up closes: nobody gets one before then.';
      for (const key of ['ana', 'zoe']) {
        const giving = givePlaceByOfficer(db, admin, club, { eventKey: 'talk', key, beyondLimit: true });
        await expect(giving).rejects.toThrow(refused);
      }
      const checkIn = checkInByOfficer(db, admin, club, { eventKey: 'talk', key: 'ana', at: Date.now() });
      await expect(checkIn).rejects.toThrow('They have no place');
      const at = { now: Date.now(), actions: [] as never[] };
      const added = { verb: 'add', id: 'one', key: 'new-one', name: 'Dora', email: '', at: Date.now() } as const;
      const came = { verb: 'checkIn', id: 'two', key: 'ana', at: Date.now() } as const;
      const outcomes = await recordDoorActions(db, club, 'talk', { ...at, actions: [added, came] });
      expect(outcomes.map(({ problem }) => problem)).toEqual([refused, refused]);
      expect((await viewDoor(db, 'talk', { membership: undefined, timeZone: ZONE })).people).toEqual([]);
      expect(await states()).toEqual(['ana entered', 'ben entered', 'cleo entered', 'zoe cancelled']);
    });

    test('an officer enters somebody like anyone, also beyond a limit that they agreed to', async () => {
      await plant({ waitlist: 0 }, three);
      const answers = { name: 'Dora', email: 'dora@example.edu' };
      const added = await addByOfficer(db, admin, club, { eventKey: 'talk', once: 'once', answers, beyondLimit: true });
      expect(added).toEqual({ name: 'Dora', state: 'entered', position: null });
      expect(await listMails(db)).toEqual(['dora: You are in the draw: Talk']);
    });

    test('officers see how many are in it', async () => {
      await plant({}, three);
      const form = await findPersonForm(db, 'form', ZONE);
      if (!form) throw new Error('There is no form');
      const counts = await countSignUps(db, form);
      expect(countsText(counts)).toBe('3 in the draw for 2 places');
      expect(countsText({ ...counts, places: 1 })).toBe('3 in the draw for 1 place');
    });

    test('who withdraws is out of it, and comes in again with another ticket', async () => {
      await plant();
      await enter('dora', 'WXYZ');
      const { ticket } = await entryOf('dora');
      await cancelByLink(db, club, await linkOf('dora'));
      expect(await entryOf('dora')).toMatchObject({ state: 'cancelled', ticket: null });
      await signUpAgain(db, club, await linkOf('dora'), { firstHalf: 'QRST' });
      const again = await entryOf('dora');
      expect(again.ticket).toMatch(/^QRST/);
      expect(again.ticket).not.toBe(ticket);
      await cancelByOfficer(db, admin, club, { eventKey: 'talk', key: again.key });
      await close();
      await work();
      expect((await view())?.tickets).toEqual([]);
    });

    test('a sign-up for the draw sent forty times is one', async () => {
      await plant();
      const once = { attestation: 'attestation', idempotencyKey: 'once', firstHalf: 'WXYZ' };
      const send = () =>
        recordEntry(db, { formId: 'form', club, ...once, answers: { name: 'dora', email: 'dora@example.edu' } });
      await Promise.all(Array.from({ length: 40 }, send));
      await confirmByLink(db, club, await linkOf('dora'));
      expect(await states()).toEqual([expect.stringMatching(/ entered$/)]);
    });
  });

  test('nobody counts who enters by watching what visitors are notified of', async () => {
    await plant();
    await enter('ana');
    const told: Change[] = [];
    db.onCommit((changes) => {
      told.push(...changes);
    });
    await enter('ben');
    await enter('cleo');
    await changeByLink(db, club, await linkOf('cleo'), { name: 'Cleopatra' });
    await cancelByLink(db, club, await linkOf('ben'));
    await signUpAgain(db, club, await linkOf('ben'));
    const { key } = await entryOf('cleo');
    await db.write((tx) => eraseResponses(tx, [{ kind: 'event', form: 'form', key }]));
    expect(told.filter((change) => whoIsNotified(change) === 'everyone')).toEqual([]);
    expect(told.filter(({ topic }) => topic === 'entry').length).toBeGreaterThan(5);
    // The first one shows the fingerprint, where nobody has made it before; what is drawn is shown at once.
    await close();
    await work();
    expect(told).toContainEqual({ topic: 'places', key: 'talk' });
  });

  describe('when sign-up has closed', () => {
    test('it is held once: the first go, the rest wait in the order that the secret makes', async () => {
      await plant({}, three);
      await work();
      await close();
      expect([await work(), await work()]).toEqual([1, 0]);
      const { draw_secret: secret, drawn_at: at } = await formRow();
      const order = orderTickets(secret ?? '', ['AAAA2222', 'BBBB3333', 'CCCC4444']);
      const names = new Map(three.map(({ ticket, key }) => [ticket, key]));
      expect(await states()).toEqual(
        order.map((ticket, place) => `${names.get(ticket)} ${place < 2 ? 'going' : 'waiting'}`),
      );
      expect(await view()).toEqual({
        state: 'drawn',
        hash: fingerprintOf(secret ?? ''),
        secret,
        places: 2,
        tickets: order.map((ticket, place) => ({ ticket, place: place < 2 })),
      });
      expect(at).toBeGreaterThan(0);
      expect(await places()).toEqual({ places: 2, taken: 2, waiting: 1, state: 'closed' });
    });

    test('each is written to once', async () => {
      await plant({}, three);
      await close();
      await work();
      const mails = (await listMails(db)).map((mail) => mail.split(': ')[1] ?? '');
      expect(mails.toSorted((one, other) => one.localeCompare(other))).toEqual([
        'You are on the waitlist',
        'You have a place',
        'You have a place',
      ]);
      await runDue(db, mailingJobs());
      expect(await listMails(db)).toHaveLength(3);
    });

    test('who moves up before their turn to be written to reads that alone', async () => {
      const many = Array.from({ length: 600 }, (_none, at) =>
        inDraw(`person-${at}`, `T${String(at).padStart(7, '0')}`),
      );
      await plant({ places: 300 }, many);
      await close();
      await work();
      const going = await db.query.selectFrom('entries').select('key').where('state', '=', 'going').execute();
      for (const { key } of going.slice(0, 5)) await cancelByOfficer(db, admin, club, { eventKey: 'talk', key });
      await runDue(db, mailingJobs());
      const mails = (await listMails(db)).map((mail) => mail.split(': '));
      const told = Map.groupBy(mails, ([name]) => name);
      const twice = [...told.values()].filter(
        (some) => some.length > 1 && !some.some(([, what]) => what?.includes('cancelled')),
      );
      expect(
        twice.filter((some) => some.map(([, what]) => what).join() !== 'A place is yours,You are on the waitlist'),
      ).toEqual([]);
      expect(told.size).toBe(600);
    });

    test('is not told to those whose turn comes once the event is cancelled', async () => {
      const many = Array.from({ length: 600 }, (_none, at) =>
        inDraw(`person-${at}`, `T${String(at).padStart(7, '0')}`),
      );
      await plant({ places: 300 }, many);
      await close();
      await work();
      const told = await listMails(db);
      expect(told).toHaveLength(500);
      await cancelEvent(db, admin, { key: 'talk', version: 0, input: { reason: '' } }, club);
      await runDue(db, mailingJobs());
      const after = (await listMails(db)).filter((mail) => !mail.includes('Cancelled'));
      expect(after).toEqual(told);
    });

    test('fewer than there are places all go, and who comes later has what is left', async () => {
      await plant({ places: 4 }, three);
      await close();
      await work();
      expect((await states()).every((state) => state.endsWith('going'))).toBe(true);
      const add = (name: string) =>
        addByOfficer(db, admin, club, {
          eventKey: 'talk',
          once: name,
          beyondLimit: false,
          answers: { name, email: `${name}@example.edu` },
        });
      expect([(await add('dora')).state, (await add('eve')).state]).toEqual(['going', 'waiting']);
    });

    test('who comes later stands behind all that were drawn', async () => {
      await plant({}, three);
      await close();
      await work();
      const answers = { name: 'Dora', email: 'dora@example.edu' };
      const given = { eventKey: 'talk', once: 'once', answers, beyondLimit: false };
      expect(await addByOfficer(db, admin, club, given)).toMatchObject({ state: 'waiting', position: 2 });
      expect((await entryOf('dora')).ticket).toBeNull();
    });

    test('options go to who is drawn first and not beyond their limit; who waits keeps what they chose', async () => {
      const fields = [
        { name: 'shift', type: 'radio', description: 'Shift', options: ['Early', 'Late'], limits: { Early: 1 } },
        { name: 'jobs', type: 'several', description: 'Jobs', options: ['Bar', 'Door'], limits: { Bar: 1 } },
        { name: 'alarm', type: 'text', description: 'Alarm?', showIf: { field: 'shift', anyOf: ['Early'] } },
      ];
      const chosen = { shift: 'Early', jobs: ['Bar', 'Door'], alarm: 'at six' };
      const people = three.map((one) => {
        const person = { name: one.key, email: one.email };
        return { ...one, answers: JSON.stringify({ ...person, ...chosen }) };
      });
      await plant({ fields: JSON.stringify(fields) }, people);
      await close();
      await work();
      const rows = await db.query.selectFrom('entries').select(['key', 'state', 'answers']).orderBy('since').execute();
      const has = rows.map(({ key, state, answers }) => {
        const { name, email, ...others } = JSON.parse(answers);
        expect([name, email]).toEqual([key, `${key}@example.edu`]);
        return [state, others];
      });
      expect(has).toEqual([
        ['going', chosen],
        ['going', { shift: '', jobs: ['Door'] }],
        ['waiting', chosen],
      ]);
      const form = { id: 'form', fields: readFields(JSON.stringify(fields)) };
      expect(await countOptions(db, form)).toEqual({
        shift: { Early: { limit: 1, taken: 1 } },
        jobs: { Bar: { limit: 1, taken: 1 } },
      });
      const mails = await db.query.selectFrom('outbox').select(['recipient', 'message']).execute();
      // One of them has to do without, and reads of what: in the one mail of the draw, and on the own page.
      const told = mails.filter(({ message }) => message.includes('was full when your ticket was drawn'));
      expect([mails.length, told.length]).toEqual([3, 1]);
      const [, second = { key: '' }, third = { key: '' }] = rows;
      expect(told[0]?.recipient).toBe(`${second.key}@example.edu`);
      expect(told[0]?.message).toContain(
        'What you chose was full when your ticket was drawn: ‘Early’ (Shift), ‘Bar’ (Jobs). You have the place without it',
      );
      const missed = async (token: string) => (await viewByLink(db, club, token)).missed;
      const token = await linkOf(second.key);
      expect(await missed(token)).toEqual({ shift: ['Early'], jobs: ['Bar'] });
      expect(await missed(await linkOf(rows[0]?.key ?? ''))).toEqual({});
      expect(await missed(await linkOf(third.key))).toEqual({});
      // So does an officer, until they have chosen something else.
      const without = async () =>
        (await viewResponses(db, admin, 'form')).options.flatMap(({ places: options }) =>
          options.map(({ option, missedBy }) => [option, ...missedBy]),
        );
      expect(await without()).toEqual([
        ['Early', second.key],
        ['Bar', second.key],
      ]);
      await changeByLink(db, club, token, { name: second.key, shift: 'Late', jobs: ['Door'], alarm: '' });
      expect(await missed(token)).toEqual({ jobs: ['Bar'] });
      expect(await without()).toEqual([['Early'], ['Bar', second.key]]);
      // Who moves up later has what they chose, beyond the limit if need be.
      await cancelByOfficer(db, admin, club, { eventKey: 'talk', key: rows[1]?.key ?? '' });
      expect((await countOptions(db, form))['shift']).toEqual({ Early: { limit: 1, taken: 2 } });
    });

    test('an option that was full for nobody is not spoken of', async () => {
      const fields = [{ name: 'shift', type: 'radio', description: 'Shift', options: ['Early'], limits: { Early: 1 } }];
      await plant({ fields: JSON.stringify(fields) }, three);
      await close();
      await work();
      const mails = await db.query.selectFrom('outbox').select('message').execute();
      expect([mails.length, mails.some(({ message }) => message.includes('was full'))]).toEqual([3, false]);
    });

    test('a place that becomes free goes to who waits longest', async () => {
      await plant({}, three);
      await close();
      await work();
      const [first = '', , third = ''] = (await states()).map((state) => state.split(' ')[0] ?? '');
      await cancelByOfficer(db, admin, club, { eventKey: 'talk', key: first });
      expect((await entryOf(third)).state).toBe('going');
      expect((await view())?.tickets).toHaveLength(3);
    });

    test('nobody entered: the secret is shown all the same', async () => {
      await plant();
      await work();
      await close();
      await work();
      expect(await view()).toMatchObject({
        state: 'drawn',
        secret: expect.stringMatching(/^[0-9a-f]{64}$/),
        tickets: [],
      });
    });

    test('nobody confirms any more, and who was not confirmed is not drawn', async () => {
      await plant();
      await come('dora');
      await close();
      await expect(confirmByLink(db, club, await linkOf('dora'))).rejects.toThrow('Sign-up has closed.');
      await work();
      expect((await view())?.tickets).toEqual([]);
      expect((await entryOf('dora')).state).toBe('unconfirmed');
    });

    test('a cancelled event draws nothing, until it takes place after all', async () => {
      await plant({}, three);
      const version = async () => (await requireAnyEvent(db, 'talk')).version;
      await cancelEvent(db, admin, { key: 'talk', version: await version(), input: { reason: '' } }, club);
      expect((await listMails(db)).filter((mail) => mail.includes('Cancelled'))).toHaveLength(3);
      await close();
      expect(await work()).toBe(0);
      await resumeEvent(db, admin, { key: 'talk', version: await version() }, club);
      await work();
      expect((await view())?.state).toBe('drawn');
    });

    test('a draft draws nothing, until it is published', async () => {
      await plantTalk(db, {
        event: { publish_at: NEVER },
        form: { draw: 1, places: 2, closes: Date.now() - 1 },
        people: three,
      });
      expect(await work()).toBe(0);
      await save({ visibility: 'Published' });
      await work();
      expect((await view())?.state).toBe('drawn');
    });

    test('an event that was removed and comes back keeps its secret, and is drawn then', async () => {
      await plant({}, three);
      await work();
      const { draw_secret: secret } = await formRow();
      await removeEvents(db, admin, ['talk'], club);
      expect((await listMails(db)).filter((mail) => mail.includes('Cancelled'))).toHaveLength(3);
      const [trashed] = await listTrash(db);
      await restoreFromTrash(db, trashed?.key ?? '');
      expect((await formRow()).draw_secret).toBe(secret);
      await close();
      await work();
      expect(await view()).toMatchObject({ state: 'drawn', secret });
      await removeEvents(db, admin, ['talk'], club);
      const before = await listTrash(db);
      await restoreFromTrash(db, before[0]?.key ?? '');
      expect((await view())?.tickets).toHaveLength(3);
      expect(await work()).toBe(0);
    });

    test('a clock that jumps back opens nothing again', async () => {
      await plant({}, three);
      await close();
      await work();
      await change({ closes: Date.now() + HOUR_MS });
      expect((await places())?.state).toBe('closed');
      expect(await work()).toBe(0);
      await expect(come('dora')).rejects.toThrow('Sign-up has closed.');
    });

    test('two copies hold it once', async () => {
      await plant({}, three);
      await work();
      await close();
      await queueFound(db, handler);
      const [one, other] = await Promise.all([beginNext(db, handler), beginNext(db, handler)]);
      expect([one, other].filter(Boolean)).toHaveLength(1);
      expect(await listMails(db)).toHaveLength(3);
    });

    test('nobody is written to about an event that is over', async () => {
      const start = Date.now() - DAY_MS;
      await plantTalk(db, {
        event: { time_start: start, time_end: start + HOUR_MS },
        form: { draw: 1, places: 2, closes: start - HOUR_MS },
        people: three,
      });
      await work();
      expect([(await view())?.state, await listMails(db)]).toEqual(['drawn', []]);
    });

    test('whoever has a place already, by an import, keeps it', async () => {
      await plant(
        {},
        [...three, ana, ben].map((row, at) =>
          at < 3 ? { ...row, key: `e-${row.key}`, email: `e-${row.email}` } : row,
        ),
      );
      await close();
      await work();
      expect((await places())?.taken).toBe(2);
      expect((await view())?.tickets.filter(({ place }) => place)).toHaveLength(1);
    });
  });

  describe('who is erased', () => {
    const erase = (name: string) =>
      erasePersonalData(db, admin, { email: `${name}@example.edu`, club: { email: club.email }, mailing: club });

    test('before it is not in it', async () => {
      await plant({}, three);
      await erase('ana');
      await close();
      await work();
      expect((await view())?.tickets.map(({ ticket }) => ticket).toSorted()).toEqual(['BBBB3333', 'CCCC4444']);
    });

    test('after it stays in the list as a ticket, and their place goes on', async () => {
      await plant({}, three);
      await close();
      await work();
      const drawn = await view();
      const [first = ''] = (await states()).map((state) => state.split(' ')[0] ?? '');
      await erase(first);
      expect(await view()).toEqual(drawn);
      expect((await places())?.taken).toBe(2);
    });
  });

  describe('its settings', () => {
    const hours = (count: number) => {
      const at = new Intl.DateTimeFormat('sv', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' });
      return at.format(Date.now() + count * HOUR_MS).replace(' ', 'T');
    };
    const draw = { asksPerson: true, givenBy: 'By a draw', places: '2', closes: hours(5) } as const;
    const question = { name: '', type: 'text' as const, description: 'Why?', required: false, options: [] as string[] };
    const CLOSES = 'Sign-up must be open for at least ten minutes before the draw. Please enter a later time.';

    test('are stored, and read back', async () => {
      await plant({ draw: null, closes: null });
      await save(draw);
      expect(await formRow()).toMatchObject({ draw: 1, places: 2 });
      expect((await openEventForEditing(db, admin, 'talk', club)).input.givenBy).toBe('By a draw');
    });

    test.each<[string, Partial<EventInput>, object]>([
      ['no places', { places: '' }, { places: 'A draw needs a number of places. Please enter how many there are' }],
      [
        'no end of sign-up',
        { closes: '' },
        { closes: 'Places are drawn when sign-up closes. Please enter when that is' },
      ],
      ['five minutes', { opens: hours(5 - 1 / 12) }, { closes: CLOSES }],
      [
        'an end that has passed',
        { opens: hours(-3), closes: hours(-2) },
        { closes: 'This time has passed. Please choose a later one.' },
      ],
      ['an end in five minutes, open at once', { closes: hours(1 / 12) }, { closes: CLOSES }],
      [
        'an end after the beginning',
        { closes: hours(72) },
        { closes: 'Places are drawn when sign-up closes, before the event begins. Please enter an earlier time' },
      ],
    ])('refuse %s at its field', async (_what, given, fields) => {
      await plant({ draw: null, closes: null });
      expect(await refusal(save({ ...draw, ...given }))).toEqual(fields);
    });

    test('stay once somebody has entered: the way, and the question who', async () => {
      await plant({ closes: Date.now() + 5 * HOUR_MS }, three);
      expect(await refusal(save({ givenBy: 'First come, first served' }))).toEqual({
        givenBy: 'Somebody has signed up: how places are given cannot be changed any more.',
      });
      expect(Object.keys((await refusal(save({ asksPerson: false, fields: [question] }))) as object)).toEqual([
        'asksPerson',
      ]);
      expect(await refusal(save({ places: '3' }))).toBe('saved');
    });

    test('are not begun where people have signed up already', async () => {
      await plant({ draw: null, closes: null }, [ana]);
      expect(await refusal(save(draw))).toEqual({
        givenBy: 'Somebody has signed up: how places are given cannot be changed any more.',
      });
    });

    test('may be left while nobody has entered', async () => {
      await plant({ closes: Date.now() + 5 * HOUR_MS });
      expect(await refusal(save({ givenBy: 'First come, first served' }))).toBe('saved');
    });

    test('‘Sign-up closes’ is moved later alone, and not once it has passed', async () => {
      await plant({ closes: Date.now() + 5 * HOUR_MS }, three);
      await work();
      expect(await refusal(save({ closes: hours(4) }))).toEqual({
        closes: 'People know when places are drawn: this can only be moved later.',
      });
      expect(await refusal(save({ closes: hours(6) }))).toBe('saved');
      await close();
      expect(await refusal(save({ closes: hours(7) }))).toEqual({
        closes: 'Sign-up has closed: the time of the draw cannot be changed any more.',
      });
      expect(await work()).toBe(1);
    });

    test('more places after the draw let people move up, fewer take nobody’s', async () => {
      await plant({}, three);
      await close();
      await work();
      await save({ places: '1' });
      expect((await places())?.taken).toBe(2);
      await save({ places: '3' });
      expect((await places())?.taken).toBe(3);
      expect((await view())?.tickets.filter(({ place }) => place)).toHaveLength(2);
    });

    test('a form that is taken away draws nothing', async () => {
      await plant({}, three);
      await save({ hasForm: false });
      await close();
      expect(await work()).toBe(0);
      expect(await view()).toBeUndefined();
    });
  });
});
