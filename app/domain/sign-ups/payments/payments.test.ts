import { describe, expect, test } from 'vitest';
import { admin, member, treasurer } from '../../../../test/actors.ts';
import { changeForm, lastToken, plantTalk, saveTalk, sendForm } from '../../../../test/cast.ts';
import { databases, freshDatabase } from '../../../../test/databases.ts';
import { runDue } from '../../../../test/jobs.ts';
import { club } from '../../../../test/outbox.ts';
import { listMails } from '../../../../test/sign-ups.ts';
import { dump, load } from '../../../../test/transfers.ts';
import { exportRecords } from '../../../transfer/export.ts';
import { writeWallTime } from '../../../time/club-date-time.ts';
import { DAY_MS, HOUR_MS } from '../../../time/durations.ts';
import { NotAllowed } from '../../errors.ts';
import { requireAnyEvent } from '../../events/with-drafts.ts';
import { countDueEvents, listCounts } from '../../looking-back/counts.ts';
import { eraseExpired } from '../../retention/erase-expired.ts';
import { openEventForEditing } from '../../event-changes/editable-event.ts';
import { removeEvents } from '../../event-changes/remove-events.ts';
import { updateEvent } from '../../event-changes/save-event.ts';
import { findPersonForm, findSettings, viewEventPlaces } from '../places.ts';
import { giveUpJobs, paymentReminderJobs } from '../commands/unpaid.ts';
import { recordDoorActions, viewDoor } from '../door/door.ts';
import { cancelByLink, signUpAgain, viewByLink } from '../by-link.ts';
import type { Actor } from '../../actor.ts';
import type { MailingClub } from '../../mail/mail.ts';
import { addByOfficer, checkInByOfficer } from '../by-officer.ts';
import { responsesFile } from '../../responses/csv.ts';
import { viewPayments } from './list-payments.ts';
import { paymentsFile } from './payments-file.ts';
import { markPaid, settleRefunds, undoPayments } from './mark.ts';
import { matchStatement } from './match.ts';

const CASH = { on: '2026-11-20', how: 'cash', note: '' };
const ZONE = club.clock.timeZone;
const wall = (moment: number) => writeWallTime(moment, ZONE).wall;

describe.each(databases)('a price, on %s', (_, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;

  /** A talk in two days that costs 12.50, for two. */
  const plant = (form: object = {}, event: object = {}) =>
    plantTalk(db, {
      event,
      form: { places: 2, price: 1250, how_to_pay: 'Pay at https://pay.example.edu/{reference}', ...form },
    });
  const rows = () => db.query.selectFrom('entries').selectAll().orderBy('since').execute();
  const keyOf = async (name: string) => (await rows()).find(({ email }) => email?.startsWith(name))?.key ?? '';
  const pay = async (...names: string[]) =>
    markPaid(db, treasurer, club, { eventKey: 'talk', keys: await Promise.all(names.map(keyOf)), input: CASH });
  const standing = async () => {
    const { summary, payments } = await viewPayments(db, treasurer, 'talk', club);
    return [summary, ...payments.map(({ name, payment }) => `${name}: ${payment}`)];
  };
  const own = async (name: string) => (await viewByLink(db, club, await lastToken(db, name))).payment;
  const refusal = (doing: Promise<unknown>) =>
    doing.then(
      () => 'taken',
      ({ message, fields }: { message: string; fields?: object }) => fields ?? message,
    );
  const later = async (at: number) => {
    await runDue(
      db,
      giveUpJobs(() => club),
      at,
    );
  };

  test('is owed by who gets a place, from then on, whatever it costs later', async () => {
    await plant();
    const { signUp } = await sendForm(db, 'ana');
    const says = expect.stringMatching(/^Please pay \$12\.50 by /);
    const reference = expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(signUp?.payment).toEqual({ says, reference, howToPay: expect.stringContaining('https://pay.example.edu/') });
    expect(signUp?.payment?.howToPay).toContain(signUp?.payment?.reference);
    await changeForm(db, { price: 2000 });
    await sendForm(db, 'ben');
    const { signUp: waiting } = await sendForm(db, 'cleo');
    expect(waiting?.payment).toBeUndefined();
    expect(await own('ana')).toEqual(signUp?.payment);
    expect((await rows()).map(({ owes }) => owes)).toEqual([1250, 2000, null]);
    const { message } = await db.query
      .selectFrom('outbox')
      .select('message')
      .where('recipient', '=', 'ana@example.edu')
      .executeTakeFirstOrThrow();
    const { text } = JSON.parse(message);
    for (const line of ['Please pay $12.50 by', `Reference: ${signUp?.payment?.reference}`, 'How to pay'])
      expect(text).toContain(line);
    await cancelByLink(db, club, await lastToken(db, 'ana'));
    expect(await own('cleo')).toMatchObject({ says: expect.stringContaining('Please pay $20.00') });
  });

  test('is said beforehand to who waits, and to who cancels what becomes of the payment', async () => {
    await plant();
    for (const name of ['ana', 'ben', 'cleo']) await sendForm(db, name);
    await pay('ana');
    const view = async (name: string) => {
      const { costs, refund } = await viewByLink(db, club, await lastToken(db, name));
      return { costs, refund };
    };
    expect(await view('ana')).toEqual({ costs: null, refund: 'You paid $12.50. The club will give it back.' });
    expect(await view('ben')).toEqual({ costs: null, refund: null });
    expect(await view('cleo')).toEqual({ costs: 'A place costs $12.50. You pay once you have one.', refund: null });
  });

  test('may go, and who owed it goes on reading how to pay', async () => {
    await plant();
    await sendForm(db, 'ana');
    const { version, input } = await openEventForEditing(db, admin, 'talk', club);
    await updateEvent(db, admin, { key: 'talk', version, input: { ...input, price: '' } }, club);
    expect(await own('ana')).toMatchObject({
      says: expect.stringContaining('Please pay $12.50'),
      howToPay: expect.stringContaining('https://pay.example.edu/'),
    });
    const before = await dump(db);
    expect((await load(db, JSON.parse(before), { replace: true })).refused).toEqual([]);
    expect(await dump(db)).toBe(before);
  });

  test('that is added later is owed by nobody who has a place already, nor more by who owes as it is raised', async () => {
    await plant({ price: null, places: 9 });
    await sendForm(db, 'ana');
    await saveTalk(db, { price: '12.50', howToPay: 'Cash' });
    await sendForm(db, 'ben');
    await saveTalk(db, { price: '20' });
    await sendForm(db, 'cleo');
    expect((await rows()).map(({ owes }) => owes)).toEqual([null, 1250, 2000]);
    expect(await standing()).toEqual(['0 paid, 2 to pay, $0.00 of $32.50', 'ben: To pay', 'cleo: To pay']);
    expect(await own('ana')).toBeNull();
  });

  test('that members alone may pay from now on leaves place and debt to who has them', async () => {
    await plant({ places: 9 });
    for (const name of ['ana', 'ben']) await sendForm(db, name);
    await pay('ben');
    const before = await standing();
    const { version, input } = await openEventForEditing(db, admin, 'talk', club);
    const changed = { ...input, audience: 'Members only', memberPrice: '8' };
    await updateEvent(db, admin, { key: 'talk', version, input: changed }, { ...club, membership: {} });
    expect((await findSettings(db, 'form'))?.memberPrice).toBe(800);
    expect(await standing()).toEqual(before);
    expect(await own('ana')).toMatchObject({ says: expect.stringContaining('Please pay $12.50 by ') });
    await pay('ana');
    expect((await standing())[0]).toBe('2 paid, 0 to pay, $25.00 of $25.00');
  });

  test('is marked once by two at the same moment, and what is refunded is in no sum', async () => {
    await plant();
    await sendForm(db, 'ana');
    await sendForm(db, 'ben');
    expect(await standing()).toEqual(['0 paid, 2 to pay, $0.00 of $25.00', 'ana: To pay', 'ben: To pay']);
    const both = await Promise.all([refusal(pay('ana')), refusal(pay('ana'))]);
    expect(both).toHaveLength(2);
    expect(both.filter((one) => one === 'taken')).toHaveLength(1);
    expect(await own('ana')).toEqual({ says: 'Paid. Thank you!', reference: null, howToPay: null });
    expect(await standing()).toEqual(['1 paid, 1 to pay, $12.50 of $25.00', 'ana: Paid', 'ben: To pay']);
    // All or none.
    expect(await refusal(pay('ben', 'ana'))).not.toBe('taken');
    expect((await standing())[2]).toBe('ben: To pay');
    await cancelByLink(db, club, await lastToken(db, 'ana'));
    expect(await own('ana')).toMatchObject({ says: 'You paid $12.50. The club will give it back.' });
    expect(await standing()).toEqual(['0 paid, 1 to pay, $0.00 of $12.50', 'ana: To refund', 'ben: To pay']);
    const whom = { eventKey: 'talk', keys: [await keyOf('ana')] };
    await settleRefunds(db, treasurer, club, { ...whom, as: 'kept' });
    expect(await own('ana')).toMatchObject({ says: 'Your payment is not given back.' });
    await undoPayments(db, treasurer, club, whom);
    await settleRefunds(db, treasurer, club, { ...whom, as: 'refunded' });
    expect(await own('ana')).toMatchObject({ says: expect.stringMatching(/^Given back on \w+ \d+, \d+\.$/) });
    expect(await refusal(settleRefunds(db, treasurer, club, { ...whom, as: 'kept' }))).not.toBe('taken');
  });

  test('keeps its reference and what was not refunded when somebody signs up again', async () => {
    await plant();
    await sendForm(db, 'ana');
    const [{ reference } = { reference: null }] = await rows();
    await pay('ana');
    const token = await lastToken(db, 'ana');
    await cancelByLink(db, club, token);
    await changeForm(db, { price: 2000 });
    await signUpAgain(db, club, token);
    expect(await rows()).toMatchObject([{ reference, owes: 2000, paid_amount: 1250, state: 'going' }]);
    expect(await standing()).toEqual(['1 paid, 0 to pay, $12.50 of $12.50', 'ana: Paid']);
  });

  test('reminds once, a day before, and gives places up that are not paid in time; who pays or came keeps theirs', async () => {
    await plant({ pay_within_days: 3, give_up_unpaid: 1 }, { time_start: Date.now() + 9 * DAY_MS });
    for (const name of ['ana', 'ben', 'cleo', 'dan']) await sendForm(db, name);
    const reminders = paymentReminderJobs(() => club);
    const from = Date.now();
    await runDue(db, reminders, from + 2 * DAY_MS - HOUR_MS);
    expect((await listMails(db)).filter((line) => line.includes('Please pay'))).toEqual([]);
    await runDue(db, reminders, from + 2 * DAY_MS + HOUR_MS);
    await runDue(db, reminders, from + 2 * DAY_MS + 2 * HOUR_MS);
    expect((await listMails(db)).filter((line) => line.includes('Please pay'))).toEqual([
      'ana: Please pay: Talk',
      'ben: Please pay: Talk',
    ]);
    await pay('ana');
    await later(from + 3 * DAY_MS - HOUR_MS);
    expect((await rows()).map(({ state }) => state)).toEqual(['going', 'going', 'waiting', 'waiting']);
    await later(from + 3 * DAY_MS + HOUR_MS);
    await later(from + 3 * DAY_MS + 2 * HOUR_MS);
    expect((await rows()).map(({ state }) => state)).toEqual(['going', 'cancelled', 'going', 'waiting']);
    const mails = (await listMails(db)).filter((line) => /^(ben|cleo): (Your|A place)/.test(line));
    expect(mails).toEqual(['ben: Your place was given up: Talk', 'cleo: A place is yours: Talk']);
    // A payment marked later brings nobody back.
    await pay('ben');
    expect((await standing())[2]).toBe('ben: To refund');
    await checkInByOfficer(db, admin, club, { eventKey: 'talk', key: await keyOf('cleo'), at: from });
    await later(from + 7 * DAY_MS);
    expect((await rows()).map(({ state }) => state)).toEqual(['going', 'cancelled', 'going', 'waiting']);
  });

  test('reminds who was marked by mistake, and loses no place unwarned', async () => {
    await plant({ pay_within_days: 3, give_up_unpaid: 1 }, { time_start: Date.now() + 9 * DAY_MS });
    await sendForm(db, 'ana');
    await pay('ana');
    await undoPayments(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf('ana')] });
    const reminders = paymentReminderJobs(() => club);
    const from = Date.now();
    await runDue(db, reminders, from + 2 * DAY_MS + HOUR_MS);
    await runDue(db, reminders, from + 2 * DAY_MS + 2 * HOUR_MS);
    expect((await listMails(db)).filter((line) => line.includes('Please pay'))).toEqual(['ana: Please pay: Talk']);
  });

  test('until the event moves with it, is cut by an earlier start, and is nobody’s once its date is hidden', async () => {
    const start = Date.now() + 9 * DAY_MS;
    await plant({}, { time_start: start, time_end: start + 20 * DAY_MS });
    await sendForm(db, 'ana');
    await changeForm(db, { pay_within_days: 7 });
    await sendForm(db, 'ben');
    const payBy = async () => (await rows()).map(({ pay_by: at }) => at);
    const [, ben] = await payBy();
    await saveTalk(db, { start: wall(start + DAY_MS) });
    const moved = (await requireAnyEvent(db, 'talk')).start;
    expect(await payBy()).toEqual([moved, ben]);
    await saveTalk(db, { start: wall(start - 5 * DAY_MS) });
    const earlier = (await requireAnyEvent(db, 'talk')).start;
    expect(await payBy()).toEqual([earlier, earlier]);
    await saveTalk(db, { hiddenDate: true, customDate: 'Soon' });
    expect(await payBy()).toEqual([null, earlier]);
    expect(await own('ana')).toMatchObject({ says: 'Please pay $12.50.' });
  });

  test('for members confirms the address, and is theirs at once', async () => {
    await plant({ member_price: 0, places: 5 });
    const email = 'mia@example.edu';
    const payments = [{ on: '2026-09-01', until: '2039-08-31', how: 'cash', note: '' }];
    await load(db, { member: { mia: { name: 'Mia', email, payments } } });
    expect(await sendForm(db, 'ana')).toMatchObject({ signUp: { state: 'unconfirmed' } });
    for (const name of ['mia', 'ben'])
      await addByOfficer(
        db,
        admin,
        { ...club, membership: {} },
        {
          eventKey: 'talk',
          answers: { name, email: `${name}@example.edu` },
          beyondLimit: false,
          once: `once-${name}`,
        },
      );
    const going = (await rows()).filter(({ state }) => state === 'going');
    expect(going.map(({ email: address, owes, reference }) => [address, owes, reference !== null])).toEqual([
      ['mia@example.edu', null, false],
      ['ben@example.edu', 1250, true],
    ]);
  });

  test('stands on the page, with what members pay where the club has members', async () => {
    const shown = async (at: MailingClub) => {
      const form = await findPersonForm(db, 'form', ZONE);
      return form && (await viewEventPlaces(db, form, at)).price;
    };
    const withMembers = { ...club, membership: {}, clock: { ...club.clock, locale: 'en-US' }, currency: 'CAD' };
    await plant();
    expect(await shown(withMembers)).toBe('CA$12.50');
    await changeForm(db, { member_price: 800 });
    expect(await shown(withMembers)).toBe('CA$12.50, members CA$8.00');
    expect(await shown({ ...withMembers, membership: undefined })).toBe('CA$12.50');
    await changeForm(db, { member_price: 0 });
    expect(await shown(withMembers)).toBe('CA$12.50, members CA$0.00');
  });

  test('is refused in the dialog where it is none, each at its field', async () => {
    await plant({ price: null });
    const priced = { price: '12.50', howToPay: 'Cash' };
    expect(await refusal(saveTalk(db, { ...priced, price: '-1' }))).toHaveProperty('price');
    expect(await refusal(saveTalk(db, { ...priced, price: '12.505' }))).toHaveProperty('price');
    expect(await refusal(saveTalk(db, { ...priced, price: '1000001' }))).toHaveProperty('price');
    expect(await refusal(saveTalk(db, { ...priced, memberPrice: '13' }))).toHaveProperty('memberPrice');
    expect(await refusal(saveTalk(db, { ...priced, howToPay: '' }))).toHaveProperty('howToPay');
    expect(await refusal(saveTalk(db, { ...priced, howToPay: 'x'.repeat(1001) }))).toHaveProperty('howToPay');
    await saveTalk(db, { ...priced, memberPrice: '0', payWithin: '3 days', giveUpUnpaid: true });
    const settings = { price: 1250, memberPrice: 0, howToPay: 'Cash', payWithinDays: 3, giveUpUnpaid: true };
    expect(await findSettings(db, 'form')).toMatchObject(settings);
    await saveTalk(db, { price: '' });
    expect(await findSettings(db, 'form')).toMatchObject({ price: null, memberPrice: null, giveUpUnpaid: false });
  });

  test('is to be refunded to all who paid when the event is cancelled', async () => {
    await plant();
    for (const name of ['ana', 'ben']) await sendForm(db, name);
    await pay('ana');
    await db.write(({ query }) => query.updateTable('events').set({ cancelled: 1 }).execute());
    expect(await standing()).toEqual(['0 paid, 0 to pay, $0.00 of $0.00', 'ana: To refund', 'ben: –']);
    const { content } = await paymentsFile(db, treasurer, 'talk', club);
    expect(content.slice(1).split('\r\n').slice(0, 2)).toEqual([
      'Date,Reference,Name,Amount,How,Payment,Note',
      expect.stringMatching(/^2026-11-20,[A-Z2-9]{8},ana,12\.50,Cash,To refund,$/),
    ]);
  });

  test('is marked at the door, by two phones once, and by helpers only where their link shows payments', async () => {
    await plant();
    await sendForm(db, 'ana');
    const key = await keyOf('ana');
    const act = (id: string, marksPayments = true) =>
      recordDoorActions(
        db,
        club,
        'talk',
        { now: Date.now(), actions: [{ verb: 'pay', id: id.repeat(36), key, at: Date.now() }] },
        { marksPayments },
      );
    const toPay = async (payments?: typeof club) =>
      (await viewDoor(db, 'talk', { membership: undefined, timeZone: ZONE, payments })).people.map((one) => one.toPay);
    expect([await toPay(club), await toPay()]).toEqual([['$12.50'], [undefined]]);
    expect(await act('a', false)).toMatchObject([{ problem: 'This link does not show payments.' }]);
    expect(await act('a')).toEqual([{ id: 'a'.repeat(36), key }]);
    expect(await act('b')).toEqual([{ id: 'b'.repeat(36), key }]);
    expect(await toPay(club)).toEqual([undefined]);
    expect(await rows()).toMatchObject([{ paid_how: 'cash', paid_amount: 1250 }]);
  });

  test('of several is marked of all or of none, and the refusal names who was marked meanwhile', async () => {
    await plant({ places: 3 });
    for (const name of ['ana', 'ben']) await sendForm(db, name);
    const keys = [await keyOf('ana'), await keyOf('ben')];
    await markPaid(db, treasurer, club, { eventKey: 'talk', keys: keys.slice(1), input: CASH });
    await expect(markPaid(db, treasurer, club, { eventKey: 'talk', keys, input: CASH })).rejects.toThrow(
      '‘ben’: Somebody else has already marked this as paid. Nothing was changed.',
    );
    expect((await standing())[0]).toBe('1 paid, 1 to pay, $12.50 of $25.00');
  });

  test('is marked no second time where phones send again what an officer undid meanwhile', async () => {
    await plant();
    await sendForm(db, 'ana');
    const key = await keyOf('ana');
    const act = (id: string) =>
      recordDoorActions(
        db,
        club,
        'talk',
        { now: Date.now(), actions: [{ verb: 'pay', id: id.repeat(36), key, at: Date.now() }] },
        { marksPayments: true },
      );
    await checkInByOfficer(db, admin, club, { eventKey: 'talk', key, at: Date.now() });
    await act('a');
    await act('b');
    await undoPayments(db, treasurer, club, { eventKey: 'talk', keys: [key] });
    for (const id of ['a', 'b']) expect(await act(id)).toEqual([{ id: id.repeat(36), key }]);
    expect((await standing())[1]).toBe('ana: To pay');
    await act('c');
    expect((await standing())[1]).toBe('ana: Paid');
    expect(await rows()).toMatchObject([{ state: 'going', checked_in: expect.any(Number) }]);
  });

  test('is not taken back where somebody takes back a refund twice, or saw another one', async () => {
    await plant();
    await sendForm(db, 'ana');
    await pay('ana');
    await db.write(({ query }) => query.updateTable('events').set({ cancelled: 1 }).execute());
    const ana = { eventKey: 'talk', keys: [await keyOf('ana')] };
    const undo = (of: 'payment' | 'refunded' | 'kept') =>
      undoPayments(db, treasurer, club, { ...ana, of }).then(
        () => 'taken',
        ({ message }: Error) => message,
      );
    const changed = 'This payment is not what you saw any more. Nothing was changed.';
    for (const [as, other] of [
      ['refunded', 'kept'],
      ['kept', 'refunded'],
    ] as const) {
      await settleRefunds(db, treasurer, club, { ...ana, as });
      expect([await undo('payment'), await undo(other)]).toEqual([changed, changed]);
      expect([await undo(as), await undo(as)]).toEqual(['taken', changed]);
      expect((await standing())[1]).toBe('ana: To refund');
    }
    expect([await undo('payment'), await undo('payment')]).toEqual([
      'taken',
      'This payment is no longer marked as paid.',
    ]);
  });

  test('is marked at the door for who signed up again meanwhile, as a check-in is', async () => {
    await plant();
    await sendForm(db, 'ana');
    const key = await keyOf('ana');
    await db.write(async ({ query }) => {
      const old = await query.selectFrom('entries').selectAll().executeTakeFirstOrThrow();
      const left = { state: 'cancelled', email: null, owes: null, reference: null } as const;
      await query.updateTable('entries').set(left).execute();
      await query
        .insertInto('entries')
        .values({ ...old, key: 'new', since: (old.since ?? 0) + 1 })
        .execute();
    });
    const at = Date.now();
    const actions = (['pay', 'checkIn'] as const).map((verb) => ({ verb, id: verb.padEnd(36, '-'), key, at }));
    const act = () => recordDoorActions(db, club, 'talk', { now: at, actions }, { marksPayments: true });
    for (const outcomes of [await act(), await act()]) expect(outcomes.map((one) => one.key)).toEqual(['new', 'new']);
    expect(await rows()).toMatchObject([
      { state: 'cancelled', paid_on: null },
      { key: 'new', state: 'going', paid_how: 'cash', checked_in: at },
    ]);
  });

  test('is found in a bank statement by its reference, and nothing is marked by that', async () => {
    await plant({ places: 3 });
    for (const name of ['ana', 'ben', 'cleo']) await sendForm(db, name);
    const [ana, ben] = (await rows()).map(({ reference }) => reference ?? '');
    const text = [
      `2026-11-20;Transfer;${ana?.toLowerCase()};12,50`,
      `"20 Nov","Ben ${ben?.slice(0, 4)} ${ben?.slice(4)}","10.00"`,
      '2026-11-20;Transfer;ABCD2345;12,50',
      '2026-11-20;Transfer;A0OD2345;12,50',
      '2026-11-20;Rent;800,00',
    ].join('\n');
    const { found, unknown } = await matchStatement(db, treasurer, club, { eventKey: 'talk', text });
    expect([found.map(({ name, hasWrongAmount }) => [name, hasWrongAmount]), unknown]).toEqual([
      [
        ['ana', false],
        ['ben', true],
      ],
      2,
    ]);
    expect((await standing())[0]).toBe('0 paid, 3 to pay, $0.00 of $37.50');
    for (const text of ['x\n'.repeat(10_001), 'x'.repeat(1_000_001)])
      await expect(matchStatement(db, treasurer, club, { eventKey: 'talk', text })).rejects.toThrow(
        'A statement can have 10,000 lines and 1,000,000 characters at most.',
      );
  });

  test('is found in a statement behind words that would make another reference of it', async () => {
    await plant({ places: 3 });
    for (const name of ['ana', 'ben']) await sendForm(db, name);
    const [ana = '', ben = ''] = (await rows()).map(({ reference }) => reference ?? '');
    const text = [
      `Nr 12 ${ana.slice(0, 4)} ${ana.slice(4)};12,50`,
      `a b ${ben.slice(0, 2)}-${ben.slice(2, 6)}-${ben.slice(6)};12,50`,
    ].join('\n');
    const { found } = await matchStatement(db, treasurer, club, { eventKey: 'talk', text });
    expect(found.map(({ name, hasWrongAmount }) => [name, hasWrongAmount])).toEqual([
      ['ana', false],
      ['ben', false],
    ]);
  });

  test('is not proposed for money that went out, as a transfer that came back did', async () => {
    await plant({ places: 3 });
    for (const name of ['ana', 'ben', 'cleo']) await sendForm(db, name);
    const [ana, ben, cleo] = (await rows()).map(({ reference }) => reference ?? '');
    const text = [`Returned;${ana};-12,50`, `Returned;${ben};"−12.50"`, `Received;${cleo};+12,50`].join('\n');
    const { found } = await matchStatement(db, treasurer, club, { eventKey: 'talk', text });
    expect(found.map(({ name, hasWrongAmount }) => [name, hasWrongAmount])).toEqual([
      ['ana', true],
      ['ben', true],
      ['cleo', false],
    ]);
  });

  test('is found where it comes too late for a place, and can be marked: it is to be refunded', async () => {
    await plant();
    await sendForm(db, 'ana');
    await cancelByLink(db, club, await lastToken(db, 'ana'));
    const [{ reference } = { reference: null }] = await rows();
    const { found } = await matchStatement(db, treasurer, club, { eventKey: 'talk', text: `${reference};12,50` });
    expect(found).toMatchObject([{ name: 'ana', payment: '–', hasWrongAmount: false, canBeMarked: true }]);
    await pay('ana');
    expect((await standing())[1]).toBe('ana: To refund');
    const again = await matchStatement(db, treasurer, club, { eventKey: 'talk', text: `${reference};12,50` });
    expect(again.found).toMatchObject([{ payment: 'To refund', canBeMarked: false }]);
  });

  test('shows a treasurer no address: that is an answer', async () => {
    await plant();
    await sendForm(db, 'ana');
    const emails = async (actor: Actor) =>
      (await viewPayments(db, actor, 'talk', club)).payments.map(({ email }) => email);
    expect(await emails(treasurer)).toEqual(['']);
    expect(await emails(admin)).toEqual(['ana@example.edu']);
  });

  test('is nobody’s to see who has no such right, and of an event without one there is no list', async () => {
    await plant({ price: null });
    await expect(viewPayments(db, member, 'talk', club)).rejects.toBeInstanceOf(NotAllowed);
    await expect(viewPayments(db, treasurer, 'talk', club)).rejects.toThrow('This event has no price.');
  });

  test('comes back from an export, amounts in the currency; a reference that is taken is reported', async () => {
    await plant();
    for (const name of ['ana', 'ben']) await sendForm(db, name);
    await pay('ana');
    await cancelByLink(db, club, await lastToken(db, 'ana'));
    const before = await dump(db);
    const file = JSON.parse(before);
    expect(file.form.form).toMatchObject({ price: 12.5, howToPay: expect.any(String) });
    const [ana, ben] = [await keyOf('ana'), await keyOf('ben')];
    expect(file.entry.form[ana]).toMatchObject({
      $owes: 12.5,
      $payBy: expect.any(Number),
      $paid: { on: '2026-11-20', how: 'cash' },
    });
    expect((await load(db, file, { replace: true })).refused).toEqual([]);
    expect(await dump(db)).toBe(before);
    const taken = { ...file.entry.form[ben], $email: 'eve@example.edu', email: 'eve@example.edu' };
    const { refused } = await load(db, { entry: { form: { eve: taken } } });
    expect(refused).toEqual([expect.stringContaining('gets one of its own')]);
    expect(new Set((await rows()).map(({ reference }) => reference)).size).toBe(3);
  });

  test('that was given back or kept says the day in an export, and comes back from it', async () => {
    await plant();
    for (const name of ['ana', 'ben']) await sendForm(db, name);
    const keys = [await keyOf('ana'), await keyOf('ben')];
    const input = { on: '2026-11-20', how: 'transfer', note: 'From her sister' };
    await markPaid(db, treasurer, club, { eventKey: 'talk', keys, input });
    for (const [at, as] of [
      [0, 'refunded'],
      [1, 'kept'],
    ] as const) {
      await cancelByLink(db, club, await lastToken(db, ['ana', 'ben'][at] ?? ''));
      await settleRefunds(db, treasurer, club, { eventKey: 'talk', keys: keys.slice(at, at + 1), as });
    }
    const [before, text] = [await standing(), await dump(db)];
    const [ana, ben] = keys.map((key) => JSON.parse(text).entry.form[key]);
    const paid = { on: '2026-11-20', how: 'transfer', note: 'From her sister' };
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(ana).toMatchObject({ $state: 'cancelled', $owes: 12.5, $paid: paid, $refunded: day });
    expect(ben).toMatchObject({ $state: 'cancelled', $owes: 12.5, $paid: paid, $kept: day });
    expect((await load(db, JSON.parse(text), { replace: true })).refused).toEqual([]);
    expect([await standing(), await dump(db)]).toEqual([before, text]);
  });

  test('with a reference that is none is imported without it, and says so', async () => {
    await plant();
    const owing = (name: string, $reference: string) => {
      const email = `${name}@example.edu`;
      return { name, email, $state: 'going', $email: email, $since: 1, $owes: 12.5, $reference };
    };
    const entry = { form: { ana: owing('ana', 'ABC0EFGH'), ben: owing('ben', ' abcdefg2 ') } };
    expect((await load(db, { entry })).refused).toEqual([
      'entry/form/ana/$reference: must be eight letters and digits without 0, O, 1 and I',
    ]);
    const stored = Object.fromEntries((await rows()).map(({ key, owes, reference }) => [key, { owes, reference }]));
    expect(stored).toEqual({
      ana: { owes: 1250, reference: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/) },
      ben: { owes: 1250, reference: 'ABCDEFG2' },
    });
  });

  test.each([
    ['JPY', '1500', 1500, '¥1,500', '¥3,000', '1500'],
    ['KWD', '12.345', 12_345, 'KWD 12.345', 'KWD 24.690', '12.345'],
  ])('adds up in the decimals of %s', async (currency, typed, smallest, one, two, plain) => {
    const there = { ...club, currency };
    await plant({ price: null });
    const { version, input } = await openEventForEditing(db, admin, 'talk', there);
    const priced = { ...input, price: typed, howToPay: 'Cash' };
    await updateEvent(db, admin, { key: 'talk', version, input: priced }, there);
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: there });
    expect((await rows()).map(({ owes }) => owes)).toEqual([smallest, smallest]);
    await markPaid(db, treasurer, there, { eventKey: 'talk', keys: [await keyOf('ana')], input: CASH });
    expect((await viewPayments(db, treasurer, 'talk', there)).summary).toBe(`1 paid, 1 to pay, ${one} of ${two}`);
    expect((await paymentsFile(db, treasurer, 'talk', there)).content).toContain(`,ana,${plain},Cash,Paid,`);
    let text = '';
    for await (const part of exportRecords(db, { currency })) text += part;
    const file = JSON.parse(text);
    expect([file.form.form.price, file.entry.form[await keyOf('ana')].$owes]).toEqual([Number(typed), Number(typed)]);
  });

  test('is marked, undone and given back without a mail to anybody', async () => {
    await plant();
    await sendForm(db, 'ana');
    const whom = { eventKey: 'talk', keys: [await keyOf('ana')] };
    await cancelByLink(db, club, await lastToken(db, 'ana'));
    const before = await listMails(db);
    await pay('ana');
    await settleRefunds(db, treasurer, club, { ...whom, as: 'refunded' });
    for (const of of ['refunded', 'payment'] as const) await undoPayments(db, treasurer, club, { ...whom, of });
    expect(await listMails(db)).toEqual(before);
  });

  test('goes with the event into the trash', async () => {
    await plant();
    await sendForm(db, 'ana');
    await removeEvents(db, admin, ['talk'], club);
    expect(await rows()).toEqual([]);
  });

  test('is counted for the year as it stands a day after, and outlives names and answers for as long as the club says', async () => {
    await plant();
    for (const name of ['ana', 'ben']) await sendForm(db, name);
    await pay('ana');
    const years = { timeZone: ZONE, yearStartsIn: 9 };
    const after = Date.now() + 20 * DAY_MS;
    await db.write(({ query }) => query.updateTable('events').set({ updated_at: 1 }).execute());
    await countDueEvents(db, years, after);
    expect(await listCounts(db, years, after)).toMatchObject([{ key: 'talk', takenIn: 1250 }]);
    const [{ reference } = { reference: null }] = await rows();
    await eraseExpired(db, { retention: { responsesDays: 7 }, timeZone: ZONE, now: after });
    expect(await rows()).toEqual([]);
    const { payments } = await viewPayments(db, treasurer, 'talk', club);
    expect(payments).toMatchObject([{ name: '', email: '', reference, cents: 1250, payment: 'Paid' }]);
    const later = after + 400 * DAY_MS;
    await eraseExpired(db, { retention: { responsesDays: 7, paymentsDays: 365 }, timeZone: ZONE, now: later });
    expect((await viewPayments(db, treasurer, 'talk', club)).payments).toEqual([]);
    expect(await listCounts(db, years, later)).toMatchObject([{ takenIn: 1250 }]);
  });

  test('stands in the table of responses and its CSV', async () => {
    await plant();
    await sendForm(db, 'ana');
    await pay('ana');
    const { content } = await responsesFile(db, admin, club, 'talk', null);
    expect(content.slice(1).split('\r\n')[0]).toBe(
      'Status,Signed up at,Came at,Price,Reference,Payment,Paid on,Name,Email',
    );
    expect(content).toMatch(/,12\.50,[A-Z2-9]{8},Paid,2026-11-20,ana/);
  });
});
