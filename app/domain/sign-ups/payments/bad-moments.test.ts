import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { admin, treasurer } from '../../../../test/actors.ts';
import { changeForm, lastToken, plantTalk, saveTalk, sendForm } from '../../../../test/cast.ts';
import { databases, freshDatabase, sqliteDatabase } from '../../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../../test/event-rows.ts';
import { runDue } from '../../../../test/jobs.ts';
import { club as sampleClub } from '../../../../test/outbox.ts';
import { clockTime, insertPersonForm, insertSignUps, listMails, signUp, signUpRow } from '../../../../test/sign-ups.ts';
import { dump, load } from '../../../../test/transfers.ts';
import { writeWallTime } from '../../../time/club-date-time.ts';
import { formatViewTime } from '../../../time/club-time.ts';
import { DAY_MS, HOUR_MS } from '../../../time/durations.ts';
import { restoreFromTrash } from '../../bring-back.ts';
import { cancelEvent, resumeEvent } from '../../event-changes/cancel-event.ts';
import { removeEvents } from '../../event-changes/remove-events.ts';
import { requireAnyEvent } from '../../events/with-drafts.ts';
import { countPaymentsToRemove } from '../../responses/forms-of-events.ts';
import { exportRecords } from '../../../transfer/export.ts';
import { countDueEvents, listCounts } from '../../looking-back/counts.ts';
import { viewYear, yearFile } from '../../looking-back/year.ts';
import type { MailingClub } from '../../mail/mail.ts';
import { erasePersonalData } from '../../personal-data/erase-personal-data.ts';
import { personalDataFile } from '../../personal-data/personal-data-file.ts';
import { viewPersonalData } from '../../personal-data/view-personal-data.ts';
import { eraseExpired } from '../../retention/erase-expired.ts';
import { listTrash } from '../../trash.ts';
import { countUnpaidPastDeadline, giveUpJobs, paymentReminderJobs } from '../commands/unpaid.ts';
import { drawJobs } from '../draw/draw.ts';
import { mailingJobs } from '../mailings.ts';
import { cancelByLink, confirmByLink, viewByLink } from '../by-link.ts';
import { cancelByOfficer, givePlaceByOfficer } from '../by-officer.ts';
import { hasPayments, viewPayments } from './list-payments.ts';
import { markPaid, settleRefunds, undoPayments } from './mark.ts';
import { paymentsFile } from './payments-file.ts';

const club: MailingClub = { ...sampleClub, membership: undefined };
const ZONE = club.clock.timeZone;
const MINUTE_MS = 60_000;
const CASH = { on: '2026-11-20', how: 'cash', note: '' };
const PRICE = { price: 1250, how_to_pay: 'Cash, or https://pay.example.edu/{reference}' };

describe.each(databases)('money at a bad moment, on %s', (_, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;

  const rows = () => db.query.selectFrom('entries').selectAll().orderBy('since').execute();
  const keyOf = async (name: string) => (await rows()).find(({ email }) => email?.startsWith(name))?.key ?? '';
  const states = async () =>
    Object.fromEntries((await rows()).map(({ email, state }) => [email?.split('@')[0], state]));
  const pay = async (name: string) =>
    markPaid(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf(name)], input: CASH });
  const standing = async () => {
    const { summary, payments } = await viewPayments(db, treasurer, 'talk', club);
    return [summary, ...payments.map(({ name, reference, payment }) => `${name} ${reference} ${payment}`)];
  };
  const giveUp = (at: number, site = db) =>
    runDue(
      site,
      giveUpJobs(() => club),
      at,
    );
  const remind = (at: number) =>
    runDue(
      db,
      paymentReminderJobs(() => club),
      at,
    );
  /** So many days later: what people have to pay by lies as much further back. */
  const passDays = (days: number) =>
    db.write(async ({ query }) => {
      for (const [table, column] of [
        ['entries', 'pay_by'],
        ['entries', 'remind_to_pay_at'],
        ['events', 'time_start'],
      ] as const)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - ${days * DAY_MS}`.execute(
          query,
        );
    });
  const mailsAbout = async (what: string) => (await listMails(db)).filter((line) => line.includes(what));
  const textTo = async (name: string) => {
    const mails = db.query.selectFrom('outbox').select('message').where('recipient', '=', `${name}@example.edu`);
    const [last] = await mails.orderBy('created_at', 'desc').execute();
    const { text } = JSON.parse(last?.message ?? '{"text":""}');
    return String(text);
  };

  test('a draft that is published again gives up nobody’s place that came due meanwhile', async () => {
    await plantTalk(db, {
      event: { time_start: Date.now() + 9 * DAY_MS },
      form: { ...PRICE, places: 1, pay_within_days: 3, give_up_unpaid: 1 },
    });
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
    await saveTalk(db, { visibility: 'Draft' });
    await passDays(4);
    await saveTalk(db, { visibility: 'Published' });
    await giveUp(Date.now());
    expect(await states()).toEqual({ ana: 'going', ben: 'waiting' });
    expect(await mailsAbout('given up')).toEqual([]);
    await saveTalk(db, { giveUpUnpaid: true });
    await giveUp(Date.now());
    expect(await states()).toEqual({ ana: 'cancelled', ben: 'going' });
  });

  test('a draft that takes place after all gives up nobody’s place either, once it is published', async () => {
    await plantTalk(db, {
      event: { time_start: Date.now() + 9 * DAY_MS },
      form: { ...PRICE, places: 1, pay_within_days: 3, give_up_unpaid: 1 },
    });
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
    const { version } = await saveTalk(db, { visibility: 'Draft' });
    await cancelEvent(db, admin, { key: 'talk', version, input: { reason: '' } }, club);
    await passDays(4);
    await resumeEvent(db, admin, { key: 'talk', version: version + 1 }, club);
    // What its dialog has said is so from now on, not only once it is published.
    expect(await countUnpaidPastDeadline(db, await requireAnyEvent(db, 'talk'))).toBe(0);
    await saveTalk(db, { visibility: 'Published' });
    await giveUp(Date.now());
    expect(await states()).toEqual({ ana: 'going', ben: 'waiting' });
  });

  test('an event that takes place after all gives up nobody’s place that came due meanwhile', async () => {
    await plantTalk(db, {
      event: { time_start: Date.now() + 9 * DAY_MS },
      form: { ...PRICE, places: 1, pay_within_days: 3, give_up_unpaid: 1 },
    });
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
    await cancelEvent(db, admin, { key: 'talk', version: 0, input: { reason: '' } }, club);
    await passDays(4);
    expect(await countUnpaidPastDeadline(db, await requireAnyEvent(db, 'talk'))).toBe(1);
    await resumeEvent(db, admin, { key: 'talk', version: 1 }, club);
    await giveUp(Date.now());
    expect(await states()).toEqual({ ana: 'going', ben: 'waiting' });
    expect(await mailsAbout('given up')).toEqual([]);
  });

  test('an event that is put off after it should have begun gives up nobody’s place that came due with its start', async () => {
    await plantTalk(db, {
      event: { time_start: Date.now() + 2 * DAY_MS },
      form: { ...PRICE, places: 1, pay_within_days: 3, give_up_unpaid: 1 },
    });
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
    await passDays(3);
    await giveUp(Date.now());
    const later = (days: number) => writeWallTime(Date.now() + days * DAY_MS, ZONE).wall;
    expect(await saveTalk(db, { start: later(7), end: later(8) })).toMatchObject({
      note: '1 person has not paid in time and keeps their place: ‘Give up unpaid places’ has been unticked; you can tick it again.',
    });
    await giveUp(Date.now());
    expect(await states()).toEqual({ ana: 'going', ben: 'waiting' });
    expect(await mailsAbout('given up')).toEqual([]);
  });

  test('whose payment is undone after the deadline keeps the place for as long as a new one has to be paid', async () => {
    await plantTalk(db, {
      event: { time_start: Date.now() + 20 * DAY_MS },
      form: { ...PRICE, places: 1, pay_within_days: 3, give_up_unpaid: 1 },
    });
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
    await pay('ana');
    await passDays(4);
    await undoPayments(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf('ana')] });
    const later = async (at: number) => {
      await giveUp(at);
      await remind(at);
      await giveUp(at);
      return states();
    };
    const kept = { ana: 'going', ben: 'waiting' };
    expect(await later(Date.now() + MINUTE_MS)).toEqual(kept);
    expect((await standing()).at(-1)).toMatch(/Overdue$/);
    expect(await later(Date.now() + 3 * DAY_MS - MINUTE_MS)).toEqual(kept);
    expect(await later(Date.now() + 3 * DAY_MS + MINUTE_MS)).toEqual({ ana: 'cancelled', ben: 'going' });
    expect(await mailsAbout('Please pay')).toEqual([]);
  });

  test('who owes again with an hour left, as the event takes place after all, has as long as for a new place', async () => {
    const form = { ...PRICE, places: 1, pay_within_days: 3, give_up_unpaid: 1 };
    await plantTalk(db, { event: { time_start: Date.now() + 20 * DAY_MS }, form });
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
    await pay('ana');
    const saved = async () => ({ key: 'talk', version: (await requireAnyEvent(db, 'talk')).version });
    await cancelEvent(db, admin, { ...(await saved()), input: { reason: '' } }, club);
    await settleRefunds(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf('ana')], as: 'refunded' });
    await passDays(3 - 1 / 24);
    await resumeEvent(db, admin, await saved(), club);
    const kept = { ana: 'going', ben: 'waiting' };
    for (const [at, after] of [
      [2 * HOUR_MS, kept],
      [3 * DAY_MS - MINUTE_MS, kept],
      [3 * DAY_MS + MINUTE_MS, { ana: 'cancelled', ben: 'going' }],
    ] as const) {
      await giveUp(Date.now() + at);
      expect(await states()).toEqual(after);
    }
  });

  test('that was undone late leaves as much time after an export and an import', async () => {
    const form = { ...PRICE, places: 1, pay_within_days: 3, give_up_unpaid: 1 };
    await plantTalk(db, { event: { time_start: Date.now() + 20 * DAY_MS }, form });
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
    await pay('ana');
    await passDays(4);
    await undoPayments(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf('ana')] });
    const text = await dump(db);
    await load(db, JSON.parse(text));
    expect(await dump(db)).toBe(text);
    await pay('ana');
    expect(await dump(db)).not.toContain('graceUntil');
    const stays = async () => {
      await load(db, JSON.parse(text));
      await giveUp(Date.now() + 2 * DAY_MS);
      expect(await states()).toEqual({ ana: 'going', ben: 'waiting' });
      expect(await dump(db)).toBe(text);
    };
    await stays();
    await load(db, {}, { replace: true });
    await stays();
    await giveUp(Date.now() + 3 * DAY_MS + MINUTE_MS);
    expect(await states()).toEqual({ ana: 'cancelled', ben: 'going' });
  });

  describe('a file from before', () => {
    const form = { ...PRICE, places: 1, pay_within_days: 3, give_up_unpaid: 1 };
    const kept = { ana: 'going', ben: 'waiting' };
    const event = { time_start: Date.now() + 20 * DAY_MS };
    const saved = async () => ({ key: 'talk', version: (await requireAnyEvent(db, 'talk')).version });
    const takeIn = async (text: string) => {
      const { refused } = await load(db, JSON.parse(text));
      await giveUp(Date.now());
      return refused;
    };
    const SAYS =
      'form/form/giveUpUnpaid: is left out: 1 person has not paid in time and keeps their place. ‘Give up unpaid places’ can be ticked again';

    test.each([
      ['it was cancelled', async () => {}],
      ['it was cancelled, and takes place after all', async () => resumeEvent(db, admin, await saved(), club)],
    ])('gives up nobody’s place that came due once %s', async (_what, then) => {
      await plantTalk(db, { event, form });
      for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
      await cancelEvent(db, admin, { ...(await saved()), input: { reason: '' } }, club);
      await passDays(4);
      const file = JSON.parse(await dump(db));
      delete file.event.talk.cancelled;
      await then();
      expect(await takeIn(JSON.stringify(file))).toEqual([SAYS]);
      expect(await states()).toEqual(kept);
      expect(await mailsAbout('given up')).toEqual([]);
    });

    test.each([
      ['the event alone', []],
      ['the event and its responses', ['entry']],
    ])('gives up nobody’s place that came due, and says so, where it has %s', async (_what, more) => {
      await plantTalk(db, { event, form });
      for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
      await cancelEvent(db, admin, { ...(await saved()), input: { reason: '' } }, club);
      await passDays(4);
      const file = JSON.parse(await dump(db));
      delete file.event.talk.cancelled;
      const part = Object.fromEntries(['event', ...more].map((name) => [name, file[name]]));
      expect(await takeIn(JSON.stringify(part))).toEqual([SAYS]);
      expect(await states()).toEqual(kept);
      expect(await takeIn(JSON.stringify(part))).toEqual([]);
    });

    test('gives up nobody’s place that came due in the trash', async () => {
      await plantTalk(db, { event, form });
      for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
      await passDays(4);
      const file = await dump(db);
      await removeEvents(db, admin, ['talk'], club);
      expect(await takeIn(file)).toEqual([SAYS]);
      expect(await states()).toEqual(kept);
    });

    test('gives up nobody’s place where it puts off an event that has begun', async () => {
      await plantTalk(db, { event: { time_start: Date.now() + 2 * DAY_MS }, form });
      for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
      const ago = Date.now() - DAY_MS;
      await db.write(async ({ query }) => {
        await query.updateTable('events').set({ time_start: ago }).execute();
        await query
          .updateTable('entries')
          .set({ pay_by: ago, remind_to_pay_at: null })
          .where('owes', 'is not', null)
          .execute();
      });
      await giveUp(Date.now());
      const file = JSON.parse(await dump(db));
      file.event.talk.datetime.timeStartTimestamp = Date.now() + 20 * DAY_MS;
      expect(await takeIn(JSON.stringify(file))).toEqual([SAYS]);
      expect(await states()).toEqual(kept);
    });

    test('leaves time to whoever has paid since', async () => {
      await plantTalk(db, { event, form });
      for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
      await passDays(2.5);
      const file = await dump(db);
      await pay('ana');
      await passDays(1);
      const before = JSON.parse(file).entry.form[await keyOf('ana')].$payBy;
      await takeIn(file.replaceAll(String(before), String(before - DAY_MS)));
      expect(await states()).toEqual(kept);
      await giveUp(Date.now() + 3 * DAY_MS - MINUTE_MS);
      expect(await states()).toEqual(kept);
      await giveUp(Date.now() + 3 * DAY_MS + MINUTE_MS);
      expect(await states()).toEqual({ ana: 'cancelled', ben: 'going' });
    });

    test('is as it says of people who are new here', async () => {
      await plantTalk(db, { event, form });
      for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
      await passDays(4);
      const file = await dump(db);
      await load(db, {}, { replace: true });
      expect(await takeIn(file)).toEqual([]);
      expect(await states()).toEqual({ ana: 'cancelled', ben: 'going' });
    });
  });

  test.each([null, 3])('who signs up once the event has begun owes, and is not overdue at once, %s', async (days) => {
    const time_start = Date.now() - MINUTE_MS;
    await plantTalk(db, { event: { time_start }, form: { ...PRICE, pay_within_days: days } });
    await sendForm(db, 'ana', { at: club });
    expect((await standing())[1]).toMatch(/To pay$/);
    expect((await viewByLink(db, club, await lastToken(db, 'ana')))?.payment?.says).toBe('Please pay $12.50.');
    await giveUp(Date.now() + 4 * DAY_MS);
    expect(await states()).toEqual({ ana: 'going' });
  });

  test('who has paid and waits again reads that it counts for a place, and who cancels that it is refunded', async () => {
    await plantTalk(db, { form: { ...PRICE, places: 1 } });
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
    await pay('ana');
    await cancelByLink(db, club, await lastToken(db, 'ana'));
    const says = async () => (await viewByLink(db, club, await lastToken(db, 'ana')))?.payment?.says;
    expect(await says()).toBe('You paid $12.50. The club will give it back.');
    await sendForm(db, 'ana', { at: club });
    expect((await states()).ana).toBe('waiting');
    expect(await says()).toBe(
      'You paid $12.50. It counts once you have a place; if you get none, the club will give it back.',
    );
    await cancelEvent(db, admin, { key: 'talk', version: 0, input: { reason: '' } }, club);
    expect(await says()).toBe('You paid $12.50. The club will give it back.');
  });

  describe('an officer cancels one paid sign-up, and', () => {
    const plantPaid = async () => {
      await plantTalk(db, { form: { ...PRICE, places: 1 } });
      for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
      await pay('ana');
      await cancelByOfficer(db, admin, club, { eventKey: 'talk', key: await keyOf('ana') });
    };
    const linesOf = async () => (await standing()).map((line) => line.replace(/ \w{8} /, ' '));
    const giveBack = async () => givePlaceByOfficer(db, admin, club, { ...(await ana()), beyondLimit: true });
    const ana = async () => ({ eventKey: 'talk', key: await keyOf('ana') });
    const settle = async (as: 'refunded' | 'kept') =>
      settleRefunds(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf('ana')], as });
    const own = async () => (await viewByLink(db, club, await lastToken(db, 'ana'))).payment;

    test('what they paid is to be refunded, they are told so, and who waits owes in their place', async () => {
      await plantPaid();
      expect(await states()).toEqual({ ana: 'cancelled', ben: 'going' });
      expect(await linesOf()).toEqual(['0 paid, 1 to pay, $0.00 of $12.50', 'ana To refund', 'ben To pay']);
      const text = await textTo('ana');
      expect(text).toContain('Your sign-up for Talk is cancelled.');
      expect(text).toContain('You paid $12.50. The club will give it back.');
      expect(text).not.toMatch(/Please pay|Reference/);
      expect(await own()).toMatchObject({ says: 'You paid $12.50. The club will give it back.', reference: null });
    });

    test('who gets the place again has paid for it, under the same reference', async () => {
      await plantPaid();
      const [{ reference } = { reference: null }] = await rows();
      await giveBack();
      expect(await linesOf()).toEqual(['1 paid, 1 to pay, $12.50 of $25.00', 'ana Paid', 'ben To pay']);
      expect((await rows())[0]?.reference).toBe(reference);
      expect(await own()).toMatchObject({ says: 'Paid. Thank you!' });
      expect(await textTo('ana')).toContain('Paid. Thank you!');
    });

    test('who gets the place again after a refund owes for it, and after ‘Keep the payment’ has paid', async () => {
      await plantPaid();
      await settle('refunded');
      expect(await own()).toMatchObject({ says: expect.stringMatching(/^Given back on /) });
      await giveBack();
      expect((await linesOf())[1]).toBe('ana To pay');
      expect(await own()).toMatchObject({ says: expect.stringContaining('Please pay $12.50 by ') });
      await pay('ana');
      await cancelByOfficer(db, admin, club, await ana());
      await settle('kept');
      expect(await own()).toMatchObject({ says: 'Your payment is not given back.' });
      await giveBack();
      expect((await linesOf())[1]).toBe('ana Paid');
    });

    test('it comes back from the trash with the event as it stood: to be refunded, and settled', async () => {
      await plantPaid();
      for (const as of [null, 'refunded'] as const) {
        if (as) await settle(as);
        const [before, token] = [await standing(), await lastToken(db, 'ana')];
        await removeEvents(db, admin, ['talk'], club);
        const [trashed] = await listTrash(db);
        await restoreFromTrash(db, trashed?.key ?? '');
        expect(await standing()).toEqual(before);
        expect((await viewByLink(db, club, token)).payment?.says).toMatch(as ? /^Given back on / : /give it back\.$/);
      }
    });

    test('erasing them takes it out of the list, and nobody else’s', async () => {
      await plantPaid();
      const looking = {
        email: 'ana@example.edu',
        club: { ...sampleClub, ...sampleClub.clock, institution: 'Example' },
        mailing: club,
      };
      await erasePersonalData(db, admin, looking);
      expect(await linesOf()).toEqual(['0 paid, 1 to pay, $0.00 of $12.50', 'ben To pay']);
    });
  });

  test('an event with thirty who paid is cancelled: each is to be refunded, on the list and in its CSV', async () => {
    await plantTalk(db, { form: { ...PRICE, places: 40 } });
    const names = Array.from({ length: 31 }, (_, at) => `person${at}`);
    for (const name of names) await sendForm(db, name, { at: club });
    const keys = (await rows()).map(({ key }) => key);
    await markPaid(db, treasurer, club, { eventKey: 'talk', keys: keys.slice(0, 30), input: CASH });
    expect((await standing())[0]).toBe('30 paid, 1 to pay, $375.00 of $387.50');
    await cancelEvent(db, admin, { key: 'talk', version: 0, input: { reason: '' } }, club);
    const [summary, ...people] = await standing();
    expect(summary).toBe('0 paid, 0 to pay, $0.00 of $0.00');
    expect(people.filter((line) => line.endsWith('To refund'))).toHaveLength(30);
    const { content } = await paymentsFile(db, treasurer, 'talk', club);
    expect(content.match(/^2026-11-20,[A-Z2-9]{8},person\d+,12\.50,Cash,To refund,\r?$/gm)).toHaveLength(30);
  });

  test('two copies give the same unpaid place up once, and who waited longest has it', async () => {
    await plantTalk(db, { form: { ...PRICE, places: 2, pay_within_days: 1, give_up_unpaid: 1 } });
    for (const name of ['ana', 'ben', 'cleo', 'dan', 'eve']) await sendForm(db, name, { at: club });
    const other = await opened.copy();
    const at = Date.now() + DAY_MS + MINUTE_MS;
    await Promise.all([giveUp(at), giveUp(at, other), giveUp(at, other), giveUp(at)]);
    expect(await states()).toEqual({
      ...{ ana: 'cancelled', ben: 'cancelled', cleo: 'going', dan: 'going' },
      eve: 'waiting',
    });
    expect(await mailsAbout('given up')).toEqual([
      'ana: Your place was given up: Talk',
      'ben: Your place was given up: Talk',
    ]);
    expect(await mailsAbout('A place is yours')).toEqual([
      'cleo: A place is yours: Talk',
      'dan: A place is yours: Talk',
    ]);
  });

  test('who pays as their place is given up keeps it, or is to get their money back', async () => {
    await plantTalk(db, { form: { ...PRICE, places: 1, pay_within_days: 1, give_up_unpaid: 1 } });
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
    await Promise.all([pay('ana'), giveUp(Date.now() + DAY_MS + MINUTE_MS, await opened.copy())]);
    const { ana, ben } = await states();
    const [, line] = await standing();
    expect([ana, ben, line?.endsWith('Paid'), line?.endsWith('To refund')]).toEqual(
      ana === 'going' ? ['going', 'waiting', true, false] : ['cancelled', 'going', false, true],
    );
  });

  test('a site that was down gives up late and reminds of what can still be paid, but nothing once the event has begun', async () => {
    const start = Date.now() + 9 * DAY_MS;
    await plantTalk(db, {
      event: { time_start: start },
      form: { ...PRICE, places: 2, pay_within_days: 3, give_up_unpaid: 1 },
    });
    for (const name of ['ana', 'ben', 'cleo']) await sendForm(db, name, { at: club });
    // Nobody is reminded of what is over.
    await remind(Date.now() + 5 * DAY_MS);
    expect(await mailsAbout('Please pay')).toEqual([]);
    await giveUp(start);
    await giveUp(start + HOUR_MS);
    expect(await states()).toEqual({ ana: 'going', ben: 'going', cleo: 'waiting' });
    const late = Date.now() + 5 * DAY_MS;
    await giveUp(late);
    expect(await states()).toEqual({ ana: 'cancelled', ben: 'cancelled', cleo: 'going' });
    // Whoever moved up late has all of their own time.
    expect((await rows()).find(({ email }) => email?.startsWith('cleo'))?.pay_by).toBe(late + 3 * DAY_MS);
  });

  test('a mail names what a member pays, and the price of everyone is in no mail to them', async () => {
    const withMembers: MailingClub = { ...club, membership: {} };
    await plantTalk(db, { form: { ...PRICE, member_price: 800, places: 5 } });
    const payments = [{ on: '2026-09-01', until: '2039-08-31', how: 'cash', note: '' }];
    await load(db, { member: { mia: { name: 'Mia', email: 'mia@example.edu', payments } } });
    for (const name of ['mia', 'ben']) {
      await sendForm(db, name, { at: withMembers });
      expect(await textTo(name)).not.toMatch(/\$\d/);
      await confirmByLink(db, withMembers, await lastToken(db, name));
    }
    expect(await textTo('mia')).toContain('Please pay $8.00 by ');
    expect(await textTo('mia')).not.toContain('$12.50');
    expect(await textTo('ben')).toContain('Please pay $12.50 by ');
  });

  test('who is drawn owes from then on and is told so; who waits is not', async () => {
    const closes = Date.now() + HOUR_MS;
    await plantTalk(db, { form: { ...PRICE, draw: 1, places: 1, closes } });
    for (const name of ['ana', 'ben']) {
      await sendForm(db, name, { at: club });
      await confirmByLink(db, club, await lastToken(db, name));
      expect(await textTo(name)).not.toMatch(/\$\d/);
    }
    expect((await rows()).map(({ owes }) => owes)).toEqual([null, null]);
    await changeForm(db, { closes: Date.now() - 1 });
    await runDue(
      db,
      drawJobs(() => club),
    );
    await runDue(db, mailingJobs());
    const drawn = await rows();
    expect(drawn.map(({ state, owes }) => [state, owes])).toEqual([
      ['going', 1250],
      ['waiting', null],
    ]);
    const [first, second] = drawn.map(({ email }) => email?.split('@')[0] ?? '');
    const text = await textTo(first ?? '');
    for (const line of ['Please pay $12.50 by ', `Reference: ${drawn[0]?.reference}`, 'How to pay'])
      expect(text).toContain(line);
    expect(await textTo(second ?? '')).not.toMatch(/\$\d|Reference/);
  });

  test('everything about one address has their payment; erasing takes it out of the sums, not out of the year', async () => {
    await plantTalk(db, { form: { ...PRICE, places: 5 } });
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
    await pay('ana');
    await pay('ben');
    const [{ reference } = { reference: null }] = await rows();
    const looking = {
      email: 'ana@example.edu',
      club: { ...sampleClub, ...sampleClub.clock, institution: 'Example' },
      mailing: club,
    };
    const { content } = await personalDataFile(db, admin, looking, club.clock);
    for (const answer of [reference, '2026-11-20', '$12.50']) expect(content).toContain(`"answer": "${answer}"`);
    const years = { timeZone: ZONE, yearStartsIn: 9 };
    const after = Date.now() + 20 * DAY_MS;
    await db.write(({ query }) => query.updateTable('events').set({ updated_at: 1 }).execute());
    await countDueEvents(db, years, after);
    await erasePersonalData(db, admin, looking);
    const [summary, ...people] = await standing();
    expect([summary, people.length]).toEqual(['1 paid, 0 to pay, $12.50 of $12.50', 1]);
    expect(await listCounts(db, years, after)).toMatchObject([{ takenIn: 2500 }]);
    expect(await dump(db)).not.toContain(reference ?? 'none');
  });

  test('everything about one address has the notes on payments that name it, of others too, also in the trash', async () => {
    await plantTalk(db, { form: { ...PRICE, places: 5 } });
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
    const keys = await Promise.all(['ana', 'ben'].map(keyOf));
    const input = { ...CASH, note: 'Sent by Ana@example.edu for both' };
    await markPaid(db, treasurer, club, { eventKey: 'talk', keys, input });
    const looking = {
      email: 'ana@example.edu',
      club: { ...sampleClub, ...sampleClub.clock, institution: 'Example' },
      mailing: club,
    };
    const { content } = await personalDataFile(db, admin, looking, club.clock);
    for (const answer of ['Cash', input.note]) expect(content).toContain(`"answer": "${answer}"`);
    expect(content).not.toContain('ben');
    expect(await viewPersonalData(db, admin, looking)).toMatchObject({
      responses: [{ event: { key: 'talk' } }],
      paymentNotes: [{ name: 'ben', event: { key: 'talk' } }],
    });
    await removeEvents(db, admin, ['talk'], club);
    expect((await viewPersonalData(db, admin, looking)).trash).toMatchObject([{ isNamed: true }]);
    const [trashed] = await listTrash(db);
    await restoreFromTrash(db, trashed?.key ?? '');
    await erasePersonalData(db, admin, looking);
    expect((await rows()).map(({ paid_note: note }) => note)).toEqual(['Sent by an erased person for both']);
    await undoPayments(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf('ben')] });
    await markPaid(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf('ben')], input });
    await removeEvents(db, admin, ['talk'], club);
    await erasePersonalData(db, admin, looking);
    const left = await db.query.selectFrom('trash').select('content').execute();
    expect(JSON.stringify(left)).toContain('Sent by an erased person for both');
    expect(JSON.stringify(left)).not.toMatch(/ana@example/i);
  });

  test('who got their money back while it was cancelled owes again where it takes place after all', async () => {
    const form = { ...PRICE, places: 5, pay_within_days: 3, give_up_unpaid: 1 };
    await plantTalk(db, { form, event: { time_start: Date.now() + 9 * DAY_MS } });
    for (const name of ['ana', 'ben', 'cleo']) await sendForm(db, name, { at: club });
    for (const name of ['ana', 'ben', 'cleo']) await pay(name);
    const saved = async () => ({ key: 'talk', version: (await requireAnyEvent(db, 'talk')).version });
    await cancelEvent(db, admin, { ...(await saved()), input: { reason: '' } }, club);
    const settle = async (name: string, as: 'refunded' | 'kept') =>
      settleRefunds(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf(name)], as });
    await settle('ana', 'refunded');
    await settle('ben', 'kept');
    await resumeEvent(db, admin, await saved(), club);
    const [summary, ...people] = await standing();
    expect(summary).toBe('2 paid, 1 to pay, $25.00 of $37.50');
    expect(people.map((line) => line.replace(/ \w{8} /, ' '))).toEqual(['ana To pay', 'ben Paid', 'cleo Paid']);
    await remind(Date.now() + 2 * DAY_MS + HOUR_MS);
    expect((await listMails(db)).filter((line) => line.includes('Please pay'))).toEqual(['ana: Please pay: Talk']);
  });

  test.each([
    ['asks for nobody any more', { asksPerson: false }],
    ['is taken off the event', { hasForm: false }],
  ])('stays to be marked and refunded where the form %s', async (_what, given) => {
    await plantTalk(db, { form: { ...PRICE, places: 5 } });
    for (const name of ['ana', 'ben', 'cleo']) await sendForm(db, name, { at: club });
    await pay('ana');
    await pay('ben');
    await cancelByLink(db, club, await lastToken(db, 'ben'));
    const before = await standing();
    await saveTalk(db, given);
    expect(await standing()).toEqual(before);
    const event = await requireAnyEvent(db, 'talk');
    expect(await hasPayments(db, event)).toBe(true);
    await pay('cleo');
    await settleRefunds(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf('ben')], as: 'refunded' });
    expect((await standing()).map((line) => line.split(' ').at(-1))).toEqual(['$25.00', 'Paid', 'Refunded', 'Paid']);
  });

  test('stays in the list and in the year’s sum where the event has another form with a price since', async () => {
    await plantTalk(db, { form: { ...PRICE, places: 5 } });
    for (const name of ['ana', 'ben', 'cleo']) await sendForm(db, name, { at: club });
    await pay('ana');
    await pay('ben');
    await cancelByLink(db, club, await lastToken(db, 'ben'));
    const before = await standing();
    await saveTalk(db, { hasForm: false });
    const years = { timeZone: ZONE, yearStartsIn: 9 };
    const takenIn = async () => (await listCounts(db, years, Date.now() + 20 * DAY_MS))[0]?.takenIn;
    expect(await takenIn()).toBe(1250);
    // Where another event has it, it is that one's.
    await insertEvents(db, eventRow('other', { form_id: 'form' }));
    expect([await hasPayments(db, await requireAnyEvent(db, 'talk')), await takenIn()]).toEqual([false, null]);
    await db.write(({ query }) =>
      query.updateTable('events').set({ form_id: null }).where('key', '=', 'other').execute(),
    );
    await saveTalk(db, { hasForm: true, asksPerson: true, price: '20', howToPay: 'Cash' });
    expect(await standing()).toEqual(before);
    const { formId } = await requireAnyEvent(db, 'talk');
    await insertSignUps(db, [signUpRow(formId ?? '', 'dan', { owes: 2000, reference: 'DANDAN22' })]);
    await markPaid(db, treasurer, club, {
      eventKey: 'talk',
      keys: [await keyOf('cleo'), await keyOf('dan')],
      input: CASH,
    });
    await settleRefunds(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf('ben')], as: 'kept' });
    const [summary, ...people] = await standing();
    expect(summary).toBe('3 paid, 0 to pay, $45.00 of $45.00');
    expect(people.map((line) => line.split(' ').at(-1))).toEqual(['Paid', 'Paid', 'Kept', 'Paid']);
    expect(await takenIn()).toBe(5750);
    const nobody = markPaid(db, treasurer, club, { eventKey: 'talk', keys: ['nobody'], input: CASH });
    await expect(nobody).rejects.toThrow('There is no such sign-up.');
  });

  test('by a form that was taken off an event is not forgotten before the event', async () => {
    await plantTalk(db, { form: { ...PRICE, places: 5 } });
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
    await pay('ana');
    await saveTalk(db, { hasForm: false });
    const before = await standing();
    expect(before).toHaveLength(3);
    await eraseExpired(db, { retention: { paymentsDays: 1 }, timeZone: ZONE });
    expect(await standing()).toEqual(before);
  });

  test('is counted for the year before it is forgotten, however long the event lasts', async () => {
    const [start, end] = [Date.now() - 5 * DAY_MS, Date.now() - HOUR_MS];
    await plantTalk(db, { form: PRICE, event: { time_start: start, time_end: end, updated_at: 1 } });
    const paid = { owes: 1250, reference: 'ABCD2345', paid_on: '2026-11-20', paid_how: 'cash', paid_amount: 1250 };
    await insertSignUps(db, [signUpRow('form', 'ana', paid)]);
    const years = { timeZone: ZONE, yearStartsIn: 9 };
    const tidy = async (now: number) => {
      await countDueEvents(db, years, now);
      await eraseExpired(db, { retention: { paymentsDays: 1 }, ...years, now });
      const [count] = await listCounts(db, years, now);
      return [count?.takenIn, (await rows()).filter(({ paid_on: paidOn }) => paidOn !== null).length];
    };
    expect(await tidy(Date.now())).toEqual([1250, 1]);
    expect(await tidy(Date.now() + 2 * DAY_MS)).toEqual([1250, 0]);
  });

  test('who signed up on the last day is reminded where the event is moved to a later one; who was reminded is not', async () => {
    const start = Date.now() + 2 * HOUR_MS;
    const owing = { owes: 1250, pay_by: start, pays_with_start: 1 };
    await plantTalk(db, {
      event: { time_start: start },
      form: { ...PRICE, places: 5 },
      people: [signUpRow('form', 'ana', { ...owing, reference: 'ABCD2345' })],
    });
    await sendForm(db, 'ben', { at: club });
    await saveTalk(db, {
      start: writeWallTime(start + 7 * DAY_MS, ZONE).wall,
      end: writeWallTime(start + 8 * DAY_MS, ZONE).wall,
    });
    await remind(start + 6 * DAY_MS + HOUR_MS);
    await remind(start + 6 * DAY_MS + 2 * HOUR_MS);
    expect(await mailsAbout('Please pay')).toEqual(['ben: Please pay: Talk']);
  });

  test('what the club keeps of somebody who is erased before the event is counted for its year all the same', async () => {
    const kept = { owes: 1250, reference: 'ABCD2345', paid_on: '2026-11-20', paid_how: 'cash', paid_amount: 1250 };
    await plantTalk(db, {
      form: { ...PRICE, places: 5 },
      people: [signUpRow('form', 'ana', { ...kept, state: 'cancelled', kept_on: '2026-11-21' })],
    });
    await sendForm(db, 'ben', { at: club });
    await pay('ben');
    await eraseExpired(db, { retention: { responsesDays: 1 }, timeZone: ZONE });
    expect(await keyOf('ana')).toBe('');
    const years = { timeZone: ZONE, yearStartsIn: 9 };
    const after = Date.now() + 20 * DAY_MS;
    await db.write(({ query }) => query.updateTable('events').set({ updated_at: 1 }).execute());
    expect(await listCounts(db, years, after)).toMatchObject([{ key: 'talk', takenIn: 2500 }]);
  });

  test('what the club keeps of a cancelled event is taken in, though the event counts for nothing else', async () => {
    await plantTalk(db, { form: { ...PRICE, places: 5 } });
    for (const name of ['ana', 'ben', 'cleo']) await sendForm(db, name, { at: club });
    for (const name of ['ana', 'ben']) await pay(name);
    await cancelEvent(db, admin, { key: 'talk', version: 0, input: { reason: '' } }, club);
    const years = { timeZone: ZONE, yearStartsIn: 9 };
    const now = Date.now() + 20 * DAY_MS;
    expect(await listCounts(db, years, now)).toEqual([]);
    await settleRefunds(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf('ana')], as: 'kept' });
    const options = { clock: club.clock, yearStartsIn: 9, hasMembers: false, currency: 'USD', now };
    expect(await viewYear(db, admin, options)).toMatchObject({
      ...{ events: 0, signUps: 0, came: 0, people: 0, unknown: 0, takenIn: '$12.50' },
      listed: [{ title: 'Talk (cancelled)', signUps: 0, came: 0, takenIn: '$12.50' }],
    });
    expect((await yearFile(db, admin, options)).content).toContain('Talk (cancelled),0,0,12.50');
    await countDueEvents(db, years, now);
    expect((await viewYear(db, admin, options)).takenIn).toBe('$12.50');
  });

  describe('what the club keeps of a cancelled event stays in the year’s sum', () => {
    const options = { clock: club.clock, yearStartsIn: 9, hasMembers: false, currency: 'USD' };
    const after = Date.now() + 20 * DAY_MS;
    const taken = async () => {
      const { takenIn, events, unknown, listed } = await viewYear(db, admin, { ...options, now: after });
      return { takenIn, events, unknown, titles: listed.map(({ title }) => title) };
    };
    const settle = async (name: string, as: 'refunded' | 'kept') =>
      settleRefunds(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf(name)], as });
    const cancelTalk = async () => {
      const { version } = await requireAnyEvent(db, 'talk');
      await cancelEvent(db, admin, { key: 'talk', version, input: { reason: '' } }, club);
    };
    const keepOne = async () => {
      await plantTalk(db, { form: { ...PRICE, places: 5 } });
      for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
      for (const name of ['ana', 'ben']) await pay(name);
    };
    const kept = { takenIn: '$12.50', events: 0, unknown: 0 };

    test('once its payments are forgotten', async () => {
      await keepOne();
      await cancelTalk();
      await settle('ana', 'kept');
      await eraseExpired(db, { retention: { paymentsDays: 1 }, timeZone: ZONE, now: after });
      expect((await rows()).map(({ paid_on: paidOn }) => paidOn)).toEqual([null, null]);
      expect(await taken()).toEqual({ ...kept, titles: ['Talk (cancelled)'] });
      await removeEvents(db, admin, ['talk'], club);
      expect(await taken()).toEqual({ ...kept, titles: ['Talk (cancelled)'] });
    });

    test('in the trash and after it, and is counted once where the event comes back', async () => {
      await keepOne();
      await cancelTalk();
      await settle('ana', 'kept');
      await removeEvents(db, admin, ['talk'], club);
      expect(await taken()).toEqual({ ...kept, titles: ['Talk (cancelled)'] });
      const [trashed] = await listTrash(db);
      await restoreFromTrash(db, trashed?.key ?? '');
      expect(await taken()).toEqual({ ...kept, titles: ['Talk (cancelled)'] });
      await settle('ben', 'kept');
      expect((await taken()).takenIn).toBe('$25.00');
      await removeEvents(db, admin, ['talk'], club);
      await db.write(({ query }) => query.deleteFrom('trash').execute());
      expect(await taken()).toEqual({ ...kept, takenIn: '$25.00', titles: ['A removed event (cancelled)'] });
    });

    test('also of somebody who had cancelled before the event was removed', async () => {
      await keepOne();
      await cancelByLink(db, club, await lastToken(db, 'ana'));
      await settle('ana', 'kept');
      await removeEvents(db, admin, ['talk'], club);
      expect(await taken()).toEqual({ ...kept, titles: ['Talk (cancelled)'] });
      const [trashed] = await listTrash(db);
      await restoreFromTrash(db, trashed?.key ?? '');
      expect(await taken()).toEqual({ takenIn: '$25.00', events: 1, unknown: 1, titles: ['Talk'] });
      await db.write(({ query }) => query.updateTable('events').set({ updated_at: 1 }).execute());
      await countDueEvents(db, { timeZone: ZONE, yearStartsIn: 9 }, after);
      await removeEvents(db, admin, ['talk'], club);
      expect(await taken()).toEqual({ takenIn: '$25.00', events: 1, unknown: 1, titles: ['Talk'] });
    });

    test('is counted once where another event has its form', async () => {
      await keepOne();
      await cancelByLink(db, club, await lastToken(db, 'ana'));
      await settle('ana', 'kept');
      const { start } = await requireAnyEvent(db, 'talk');
      await insertEvents(db, eventRow('other', { form_id: 'form', time_start: start, cancelled: 1 }));
      await cancelTalk();
      await removeEvents(db, admin, ['other'], club);
      expect((await taken()).takenIn).toBe('$12.50');
      await removeEvents(db, admin, ['talk'], club);
      expect((await taken()).takenIn).toBe('$12.50');
    });
  });

  test('what the club keeps counts once where another event has the form of the cancelled one', async () => {
    await plantTalk(db, { form: { ...PRICE, places: 5 } });
    for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
    for (const name of ['ana', 'ben']) await pay(name);
    await cancelByLink(db, club, await lastToken(db, 'ana'));
    await settleRefunds(db, treasurer, club, { eventKey: 'talk', keys: [await keyOf('ana')], as: 'kept' });
    const { start } = await requireAnyEvent(db, 'talk');
    await insertEvents(db, eventRow('other', { form_id: 'form', time_start: start, cancelled: 1 }));
    const options = { clock: club.clock, yearStartsIn: 9, hasMembers: false, currency: 'USD' };
    const now = Date.now() + 20 * DAY_MS;
    expect((await viewYear(db, admin, { ...options, now })).takenIn).toBe('$25.00');
    await db.write(({ query }) => query.updateTable('events').set({ cancelled: 1 }).execute());
    expect((await viewYear(db, admin, { ...options, now })).takenIn).toBe('$12.50');
  });

  describe('in the trash', () => {
    test('comes back with the event as it was: who owes, who paid, who is to be refunded, and their own pages', async () => {
      await plantTalk(db, { form: { ...PRICE, places: 5 } });
      for (const name of ['ana', 'ben', 'cleo']) await sendForm(db, name, { at: club });
      await pay('ana');
      await pay('ben');
      await cancelByLink(db, club, await lastToken(db, 'ben'));
      const token = await lastToken(db, 'ana');
      const before = await standing();
      await removeEvents(db, admin, ['talk'], club);
      const [trashed] = await listTrash(db);
      await restoreFromTrash(db, trashed?.key ?? '');
      expect(await standing()).toEqual(before);
      expect((await viewByLink(db, club, token)).payment).toMatchObject({ says: 'Paid. Thank you!' });
    });

    test('is counted before it goes there, where it was not given back', async () => {
      await plantTalk(db, { form: { ...PRICE, places: 5 }, event: { time_start: Date.now() - 3 * DAY_MS } });
      const paid = { owes: 1250, paid_on: '2026-11-20', paid_how: 'cash', paid_amount: 1250 };
      await insertSignUps(db, [
        signUpRow('form', 'ana', { ...paid, reference: 'ABCD2345' }),
        signUpRow('form', 'ben', { ...paid, reference: 'ABCD2346', state: 'cancelled' }),
        signUpRow('form', 'cleo', { ...paid, reference: 'ABCD2347', state: 'cancelled', refunded_on: '2026-11-21' }),
        signUpRow('form', 'dan', { ...paid, reference: 'ABCD2348', state: 'cancelled', kept_on: '2026-11-21' }),
        signUpRow('form', 'eve', { owes: 1250, reference: 'ABCD2349' }),
      ]);
      const count = () => countPaymentsToRemove(db, admin, ['talk']);
      expect(await count()).toBe(2);
      await eraseExpired(db, { retention: { responsesDays: 1 }, timeZone: ZONE });
      expect(await count()).toBe(2);
      // Another event keeps the form, and what was paid for it.
      await insertEvents(db, eventRow('other', { form_id: 'form' }));
      expect(await count()).toBe(0);
    });

    test('comes back after a deadline without giving up anybody’s place, and says so', async () => {
      await plantTalk(db, {
        event: { time_start: Date.now() + 9 * DAY_MS },
        form: { ...PRICE, places: 2, pay_within_days: 3, give_up_unpaid: 1 },
      });
      for (const name of ['ana', 'ben', 'cleo']) await sendForm(db, name, { at: club });
      await pay('ana');
      await passDays(4);
      await removeEvents(db, admin, ['talk'], club);
      const [trashed] = await listTrash(db);
      const { note } = await restoreFromTrash(db, trashed?.key ?? '');
      expect(note).toBe(
        '1 person has not paid in time and keeps their place: ‘Give up unpaid places’ has been unticked; you can tick it again.',
      );
      await giveUp(Date.now());
      expect(await states()).toEqual({ ana: 'going', ben: 'going', cleo: 'waiting' });
      // Deadlines stay as they were: an officer who ticks it again gives the place up.
      expect((await standing()).slice(1).map((line) => line.split(' ').at(-1))).toEqual(['Paid', 'Overdue']);
      await saveTalk(db, { giveUpUnpaid: true });
      await giveUp(Date.now());
      expect(await states()).toEqual({ ana: 'going', ben: 'cancelled', cleo: 'going' });
    });

    test('comes back as it was where everybody has time left, or has paid', async () => {
      await plantTalk(db, {
        event: { time_start: Date.now() + 9 * DAY_MS },
        form: { ...PRICE, places: 2, pay_within_days: 3, give_up_unpaid: 1 },
      });
      await sendForm(db, 'ana', { at: club });
      await removeEvents(db, admin, ['talk'], club);
      const [trashed] = await listTrash(db);
      expect(await restoreFromTrash(db, trashed?.key ?? '')).not.toHaveProperty('note');
      await giveUp(Date.now() + 4 * DAY_MS);
      expect(await states()).toEqual({ ana: 'cancelled' });
    });

    test('keeps what bookkeepers need where the responses’ days are over there', async () => {
      await plantTalk(db, { form: { ...PRICE, places: 5 } });
      for (const name of ['ana', 'ben']) await sendForm(db, name, { at: club });
      await pay('ana');
      const [{ reference } = { reference: null }] = await rows();
      await db.write(({ query }) => query.updateTable('entries').set({ created_at: 1 }).execute());
      await removeEvents(db, admin, ['talk'], club);
      await eraseExpired(db, { retention: { responsesDays: 7 }, timeZone: ZONE });
      const [trashed] = await listTrash(db);
      const { content } = await db.query.selectFrom('trash').select('content').executeTakeFirstOrThrow();
      expect(content).not.toContain('ana@example.edu');
      await restoreFromTrash(db, trashed?.key ?? '');
      expect(await standing()).toEqual(['1 paid, 0 to pay, $12.50 of $12.50', ` ${reference} Paid`]);
    });

    test('a payment without a name goes there with its event, and is gone with it', async () => {
      await plantTalk(db, { form: { ...PRICE, places: 5 }, event: { time_start: Date.now() - 3 * DAY_MS } });
      const paid = { owes: 1250, reference: 'ABCD2345', paid_on: '2026-11-20', paid_how: 'cash', paid_amount: 1250 };
      await insertSignUps(db, [signUpRow('form', 'ana', paid)]);
      const retention = { responsesDays: 1, paymentsDays: 365 };
      await eraseExpired(db, { retention, timeZone: ZONE });
      const before = await standing();
      expect(before).toEqual(['1 paid, 0 to pay, $12.50 of $12.50', ' ABCD2345 Paid']);
      await removeEvents(db, admin, ['talk'], club);
      expect(await db.query.selectFrom('nameless_payments').selectAll().execute()).toEqual([]);
      await eraseExpired(db, { retention, timeZone: ZONE, now: Date.now() + DAY_MS });
      const [trashed] = await listTrash(db);
      await restoreFromTrash(db, trashed?.key ?? '');
      expect(await standing()).toEqual(before);
    });

    test('is kept there no longer than payments are', async () => {
      await plantTalk(db, { form: { ...PRICE, places: 5 }, event: { time_start: Date.now() - 3 * DAY_MS } });
      const paid = { owes: 1250, paid_on: '2026-11-20', paid_how: 'cash', paid_amount: 1250 };
      await insertSignUps(db, [
        signUpRow('form', 'ana', { ...paid, reference: 'ABCD2345' }),
        signUpRow('form', 'ben', { ...paid, reference: 'ABCD2346', created_at: Date.now() }),
      ]);
      await eraseExpired(db, { retention: { responsesDays: 1 }, timeZone: ZONE });
      await removeEvents(db, admin, ['talk'], club);
      const now = Date.now() + 3 * DAY_MS;
      await eraseExpired(db, { retention: { paymentsDays: 2 }, timeZone: ZONE, now });
      const { content } = await db.query.selectFrom('trash').select('content').executeTakeFirstOrThrow();
      expect(content).not.toMatch(/ABCD234[56]/);
      expect(content).toContain('ben@example.edu');
    });

    test('who comes back while somebody else has their reference gets one of their own', async () => {
      await plantTalk(db, { form: { ...PRICE, places: 5 } });
      await sendForm(db, 'ana', { at: club });
      await pay('ana');
      const [{ reference } = { reference: null }] = await rows();
      await removeEvents(db, admin, ['talk'], club);
      await insertEvents(db, eventRow('other', { form_id: 'other', time_start: Date.now() + DAY_MS }));
      await insertPersonForm(db, 'other', PRICE);
      await insertSignUps(db, [signUpRow('other', 'eve', { owes: 1250, reference })]);
      const [trashed] = await listTrash(db);
      await restoreFromTrash(db, trashed?.key ?? '');
      const ana = (await rows()).find(({ email }) => email === 'ana@example.edu');
      expect(ana).toMatchObject({ paid_amount: 1250, reference: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/) });
      expect(ana?.reference).not.toBe(reference);
    });
  });

  test('the archive holds no payment, with persons or without', async () => {
    await plantTalk(db, { form: { ...PRICE, places: 5 } });
    const paid = { owes: 1250, paid_on: '2026-11-20', paid_how: 'cash', paid_amount: 1250 };
    await insertSignUps(db, [signUpRow('form', 'ana', { ...paid, reference: 'ABCD2345' })]);
    await db.write(({ query }) =>
      query
        .insertInto('nameless_payments')
        .values({ ...paid, reference: 'ABCD2346', form_id: 'form', has_place: 1 })
        .execute(),
    );
    for (const withPersons of [true, false]) {
      let text = '';
      for await (const part of exportRecords(db, { withPersons, withMembers: false })) text += part;
      expect(text).not.toMatch(/ABCD234|\$paid|\$owes/);
      expect(text.includes('ana@example.edu')).toBe(withPersons);
    }
  });

  test('by a form that was taken off the event stays in sight after an export and an import', async () => {
    await plantTalk(db, { form: { ...PRICE, places: 5 } });
    await sendForm(db, 'ana', { at: club });
    await pay('ana');
    await saveTalk(db, { hasForm: false });
    const before = await standing();
    const text = await dump(db);
    expect((await load(db, JSON.parse(text), { replace: true })).refused).toEqual([]);
    expect(await standing()).toEqual(before);
    await db.write(({ query }) => query.deleteFrom('former_forms').execute());
    await load(db, JSON.parse(text));
    expect(await standing()).toEqual(before);
    expect(await dump(db)).toBe(text);
    // A file from before there was such a record says nothing of it.
    const { formerForm: _, ...older } = JSON.parse(text);
    await load(db, older, { replace: true });
    expect(await standing()).toEqual(before);
    let archived = '';
    for await (const part of exportRecords(db, { withMembers: false })) archived += part;
    expect(archived).not.toContain('formerForm');
  });

  test('a payment without a name is in an export, and comes back from it', async () => {
    await plantTalk(db, { form: { ...PRICE, places: 5 }, event: { time_start: Date.now() - 3 * DAY_MS } });
    const paid = { owes: 1250, reference: 'ABCD2345', paid_on: '2026-11-20', paid_how: 'transfer', paid_amount: 1250 };
    await insertSignUps(db, [
      signUpRow('form', 'ana', paid),
      signUpRow('form', 'ben', { ...paid, reference: 'ABCD2346', state: 'cancelled', refunded_on: '2026-11-21' }),
    ]);
    await eraseExpired(db, { retention: { responsesDays: 1 }, timeZone: ZONE });
    const [before, text] = [await standing(), await dump(db)];
    expect(before).toEqual(['1 paid, 0 to pay, $12.50 of $12.50', ' ABCD2345 Paid', ' ABCD2346 Refunded']);
    expect((await load(db, JSON.parse(text), { replace: true })).refused).toEqual([]);
    expect(await dump(db)).toBe(text);
    expect(await standing()).toEqual(before);
    await load(db, {}, { replace: true });
    expect(await db.query.selectFrom('nameless_payments').selectAll().execute()).toEqual([]);
  });
});

test.each([
  ['the clocks go forward in between', '2027-03-12T12:00', 'America/Toronto', '2027-03-15T13:00'],
  ['the clocks go back in between', '2027-11-05T12:00', 'America/Toronto', '2027-11-08T11:00'],
  ['they go forward at the club, east of Greenwich', '2027-03-26T12:00', 'Europe/Berlin', '2027-03-29T13:00'],
  ['it ends in the hour that is there twice', '2027-11-04T02:30', 'America/Toronto', '2027-11-07T01:30'],
])('three days to pay are 72 hours, also where %s', async (_, from, timeZone, until) => {
  const { db, close } = await sqliteDatabase();
  const there = { ...club, clock: { ...club.clock, timeZone } };
  const [now, payBy] = [clockTime(from, timeZone), clockTime(from, timeZone) + 72 * HOUR_MS];
  await insertEvents(db, eventRow('talk', { title: 'Talk', form_id: 'form', time_start: payBy + 9 * DAY_MS }));
  await insertPersonForm(db, 'form', { ...PRICE, pay_within_days: 3, give_up_unpaid: 1 });
  await signUp(db, 'ana@example.edu', { now });
  const due = async (at: number) => {
    for (const handler of [paymentReminderJobs, giveUpJobs])
      await runDue(
        db,
        handler(() => there),
        at,
      );
    return listMails(db);
  };
  expect(await due(payBy - DAY_MS - 1)).toEqual([]);
  expect(await due(payBy - DAY_MS)).toEqual(['ana: Please pay: Talk']);
  const { message } = await db.query.selectFrom('outbox').select('message').executeTakeFirstOrThrow();
  const wall = formatViewTime(clockTime(until, timeZone), { locale: 'en', timeZone });
  expect(JSON.parse(message).text).toContain(`Please pay $12.50 by ${wall}.`);
  expect(await due(payBy - 1)).toHaveLength(1);
  expect(await due(payBy)).toEqual(['ana: Please pay: Talk', 'ana: Your place was given up: Talk']);
  await close();
});
