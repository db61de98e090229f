import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { saveTalk } from '../../../test/cast.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { runDue } from '../../../test/jobs.ts';
import { claimMail, club, SENT, takeAll } from '../../../test/outbox.ts';
import { insertPersonForm, insertSignUps, listMails, signUpRow } from '../../../test/sign-ups.ts';
import { dump, load } from '../../../test/transfers.ts';
import type { FormRow } from '../../db/tables.ts';
import { openEventForEditing } from '../event-changes/editable-event.ts';
import type { EventInput } from '../event-changes/event-input.ts';
import { importEventFile } from '../event-import/import-events.ts';
import type { EventRow } from '../events/event.ts';
import { cancelEvent } from '../event-changes/cancel-event.ts';
import { findAnyEvent } from '../events/with-drafts.ts';
import { erasePersonalData } from '../personal-data/erase-personal-data.ts';
import { mailingJobs } from './mailings.ts';
import { cancelByLink, sayComing, viewComing } from './by-link.ts';
import { viewSignUps } from './by-officer.ts';
import { passOnJobs } from './commands/pass-on.ts';
import { questionJobs } from './still-coming.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Saving and answering take the present for granted. */
const START = Math.floor(Date.now() / 60_000) * 60_000 + 10 * DAY;

describe.each(databases)('‘Still coming?’ on %s', (_, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;

  const signUp = (name: string, since: number, given = {}) => signUpRow('form', name, { since, ...given });
  const waits = (name: string, since: number) => signUp(name, since, { state: 'waiting' });
  async function talk(people: ReturnType<typeof signUp>[], form: Partial<FormRow> = {}, event: Partial<EventRow> = {}) {
    await insertEvents(db, eventRow('talk', { title: 'Talk', form_id: 'form', time_start: START, ...event }));
    const asks = { places: 3, remind_hours: null, ask_again_hours: 24, pass_on: 1 };
    await insertPersonForm(db, 'form', { ...asks, ...form });
    await insertSignUps(db, people);
  }
  const at = async (now: number, site = db) => {
    await runDue(
      site,
      questionJobs(() => club),
      now,
    );
    await runDue(site, mailingJobs(), now);
    await runDue(
      site,
      passOnJobs(() => club),
      now,
    );
  };
  const set = (given: Partial<EventRow>) =>
    db.write(({ query }) => query.updateTable('events').set(given).where('key', '=', 'talk').execute());
  const update = (given: Partial<EventInput>) => saveTalk(db, { tellSignUps: false, ...given });
  /** The token of somebody's question. */
  const tokenOf = async (name: string) => {
    for (let mail = await claimMail(db); mail; mail = await claimMail(db)) {
      await mail.end(SENT);
      const [token] = /(?<=\/still-coming\/)[\w-]+/.exec(mail.message.text) ?? [];
      if (mail.recipient.startsWith(name) && token !== undefined) return token;
    }
    throw new Error(`${name} was not asked`);
  };
  const said = async () => {
    const event = await findAnyEvent(db, 'talk');
    return event && (await viewSignUps(db, admin, event, club))?.stillComing;
  };
  const standing = async () => {
    const rows = await db.query
      .selectFrom('entries')
      .select(['key', 'state'])
      .where('form_id', '=', 'form')
      .where('state', '!=', 'cancelled')
      .orderBy('since')
      .execute();
    const of = (state: string) => rows.filter((row) => row.state === state).map(({ key }) => key);
    return { going: of('going').toSorted(), waiting: of('waiting') };
  };

  test('an event that a file moves to a time soon is not asked about', async () => {
    const soon = Date.now() + 12 * HOUR;
    await talk([signUp('ana', soon - 3 * DAY)]);
    const readIn = (start: number) => {
      const said = { line: 2, id: 'talk@other', title: 'Talk', location: '', description: '', url: '' };
      const events = [{ ...said, start, end: null, cancelled: false }];
      const file = { events, notRead: [], columns: null, asksColumns: false, asksOrder: false };
      return importEventFile(db, admin, club, file, { leftOut: [], isPublished: true });
    };
    await readIn(START);
    expect(await readIn(soon)).toMatchObject({ added: 0, changed: 1 });
    await at(Date.now());
    expect(await listMails(db)).toEqual([]);
  });

  test('is asked once of those who go, the chosen number of hours before, with one link', async () => {
    await talk([
      signUp('ana', 1),
      waits('ben', 2),
      signUp('cleo', 3, { state: 'cancelled' }),
      signUp('dan', 4, { email: null }),
      signUp('late', START - DAY + 1),
    ]);
    await at(START - DAY - 1);
    expect([await listMails(db), await said()]).toEqual([[], null]);
    await at(START - DAY);
    await at(START - DAY + HOUR);
    expect(await listMails(db)).toEqual(['ana: Still coming? Talk']);
    expect(await said()).toEqual({
      text: '0 come, 0 cannot, 1 have not answered',
      come: [],
      cannot: [],
      silent: ['ana'],
    });
    const mail = await claimMail(db);
    expect(mail?.message.text.match(/\/still-coming\//g)).toHaveLength(1);
    expect(mail?.message.text).not.toContain('/sign-ups/');
  });

  test('two days before where officers chose so, and made up for until the event begins', async () => {
    await talk([signUp('ana', 1)], { ask_again_hours: 48 });
    await at(START);
    expect(await listMails(db)).toEqual([]);
    await at(START - 2 * DAY - 1);
    expect(await listMails(db)).toEqual([]);
    await at(START - HOUR);
    expect(await listMails(db)).toEqual(['ana: Still coming? Talk']);
  });

  test('is not asked of drafts, cancelled and undated events, nor of a form without the setting', async () => {
    await talk([signUp('ana', 1)], {}, { publish_at: START });
    await at(START - DAY);
    await set({ publish_at: null, cancelled: 1 });
    await at(START - DAY);
    await set({ cancelled: null, hidden_date: 1 });
    await at(START - DAY);
    await set({ hidden_date: null });
    await db.write(({ query }) => query.updateTable('forms').set({ ask_again_hours: null }).execute());
    await at(START - DAY);
    expect(await listMails(db)).toEqual([]);
  });

  test('is answered by a press, which can be changed; a place that is given up goes to whoever waits', async () => {
    await talk([signUp('ana', 1), signUp('ben', 2), waits('cleo', 3)], { places: 2 });
    await at(START - DAY);
    const token = await tokenOf('ana');
    expect(await viewComing(db, club, token)).toMatchObject({ state: 'going', isComing: false, canAnswer: true });
    expect((await viewComing(db, club, token)).canCome).toBe(true);
    expect(await said()).toMatchObject({ text: '0 come, 0 cannot, 2 have not answered' });
    await sayComing(db, club, token);
    await sayComing(db, club, token);
    expect(await said()).toEqual({
      text: '1 come, 0 cannot, 1 have not answered',
      come: ['ana'],
      cannot: [],
      silent: ['ben'],
    });
    await cancelByLink(db, club, token);
    expect(await standing()).toEqual({ going: ['ben', 'cleo'], waiting: [] });
    // Cleo was never asked.
    expect(await said()).toMatchObject({ text: '0 come, 1 cannot, 1 have not answered', cannot: ['ana'] });
    await sayComing(db, club, token);
    expect(await standing()).toEqual({ going: ['ben', 'cleo'], waiting: ['ana'] });
    // Who waits can give that up, but not say that they are coming.
    expect(await viewComing(db, club, token)).toMatchObject({ state: 'waiting', canAnswer: true, canCome: false });
    expect(await said()).toMatchObject({ text: '0 come, 0 cannot, 1 have not answered' });
    await expect(viewComing(db, club, 'guess')).rejects.toMatchObject({ name: 'NotFound' });
    await set({ time_start: Date.now() - 1, time_end: Date.now() + HOUR });
    expect(await viewComing(db, club, token)).toMatchObject({ canAnswer: false });
    await expect(sayComing(db, club, token)).rejects.toThrow('has begun');
  });

  test('passes on the places of the latest who said nothing, to as many as wait, six hours before', async () => {
    await talk([signUp('ana', 1), signUp('ben', 2), signUp('cleo', 3), waits('dan', 4), waits('eve', 5)]);
    await at(START - DAY);
    const token = await tokenOf('ben');
    await sayComing(db, club, token);
    await takeAll(db);
    await at(START - 6 * HOUR - 1);
    expect(await standing()).toEqual({ going: ['ana', 'ben', 'cleo'], waiting: ['dan', 'eve'] });
    await insertSignUps(db, [waits('fay', 6)]);
    await at(START - 6 * HOUR);
    expect(await standing()).toEqual({ going: ['ben', 'dan', 'eve'], waiting: ['ana', 'cleo', 'fay'] });
    expect(await listMails(db)).toEqual([
      'ana: Still coming? Talk',
      'ana: Your place was passed on: Talk',
      'ben: Still coming? Talk',
      'cleo: Still coming? Talk',
      'cleo: Your place was passed on: Talk',
      ...['dan: A place is yours: Talk', 'eve: A place is yours: Talk'],
    ]);
    expect(await said()).toMatchObject({ text: '1 come, 0 cannot, 0 have not answered' });
    await insertSignUps(db, [waits('gus', 7)]);
    await at(START - HOUR);
    expect((await standing()).going).toEqual(['ben', 'dan', 'eve']);
  });

  test('takes no place that nobody waits for, and the latest first where fewer wait', async () => {
    await talk([signUp('ana', 1), signUp('ben', 2), signUp('cleo', 3), waits('dan', 4)]);
    await at(START - DAY);
    await takeAll(db);
    await at(START - 6 * HOUR);
    expect(await standing()).toEqual({ going: ['ana', 'ben', 'dan'], waiting: ['cleo'] });
  });

  test('tells whoever has paid and loses the place what becomes of the payment', async () => {
    const paid = { owes: 1250, paid_on: '2026-11-20', paid_amount: 1250, paid_how: 'cash', reference: 'ABCDEFG2' };
    await talk([signUp('ana', 1), signUp('ben', 2, paid), waits('cleo', 3), waits('dan', 4)], { places: 2 });
    await at(START - DAY);
    await takeAll(db);
    await at(START - 6 * HOUR);
    const texts = new Map<string, string>();
    for (let mail = await claimMail(db); mail; mail = await claimMail(db)) {
      await mail.end(SENT);
      texts.set(mail.recipient.split('@')[0] ?? '', mail.message.text);
    }
    expect(texts.get('ben')).toContain(
      'You paid $12.50. It counts once you have a place; if you get none, the club will give it back.',
    );
    expect(texts.get('ana')).not.toContain('paid');
  });

  test.each([
    ['nobody waits', { people: [], form: {} }],
    ['there is no waitlist', { people: [waits('dan', 4)], form: { waitlist: 0 } }],
    ['officers did not choose so', { people: [waits('dan', 4)], form: { pass_on: null } }],
    ['more go than there are places', { people: [waits('dan', 4)], form: { places: 1 } }],
  ])('passes nothing on where %s', async (_why, { people, form }) => {
    await talk([signUp('ana', 1), signUp('ben', 2), ...people], { places: 2, ...form });
    await at(START - DAY);
    await takeAll(db);
    await at(START - 6 * HOUR);
    expect((await standing()).going).toEqual(['ana', 'ben']);
  });

  test('passes on nobody’s place whose question was not sent, or who came, or moved up or signed up after it', async () => {
    await talk([signUp('ana', 1), signUp('ben', 2), waits('cleo', 3), waits('dan', 4)], { places: 2 });
    await at(START - DAY);
    await at(START - 6 * HOUR);
    expect((await standing()).going).toEqual(['ana', 'ben']);
    await db.write(({ query }) => query.deleteFrom('mailings').where('key', 'like', 'passed-on-%').execute());
    await cancelByLink(db, club, await tokenOf('ben'));
    await takeAll(db);
    await db.write(({ query }) =>
      query.updateTable('entries').set({ checked_in: 5 }).where('key', '=', 'ana').execute(),
    );
    await at(START - 5 * HOUR);
    expect(await standing()).toEqual({ going: ['ana', 'cleo'], waiting: ['dan'] });
  });

  test('gives six hours to answer where the question went out late', async () => {
    await talk([signUp('ana', 1), waits('ben', 2)], { places: 1 });
    await at(START - 8 * HOUR);
    await takeAll(db);
    await at(START - 6 * HOUR);
    expect((await standing()).going).toEqual(['ana']);
    await at(START - 2 * HOUR);
    expect((await standing()).going).toEqual(['ben']);
  });

  test('a moved event asks anew, and what waits to be sent of the old time is not sent', async () => {
    await talk([signUp('ana', 1)], {}, { time_end: START + HOUR });
    await at(START - DAY);
    await update({ title: 'Talks' });
    expect(await listMails(db)).toEqual(['ana: Still coming? Talk']);
    const { input } = await openEventForEditing(db, admin, 'talk', club);
    const later = (wall: string) => `2099${wall.slice(4)}`;
    await update({ start: later(input.start), end: later(input.end) });
    expect([await listMails(db), await said()]).toEqual([[], null]);
    const start = (await findAnyEvent(db, 'talk'))?.start ?? 0;
    await at(start - DAY);
    expect(await listMails(db)).toEqual(['ana: Still coming? Talks']);
    expect(await said()).toMatchObject({ text: '0 come, 0 cannot, 1 have not answered' });
  });

  test('a cancelled event asks nothing and passes nothing on; an erased person is in no number', async () => {
    await talk([signUp('ana', 1), signUp('ben', 2), waits('cleo', 3)], { places: 2 });
    await at(START - DAY);
    const erasure = { email: 'ana@example.edu', club: { email: 'club@example.edu' }, mailing: club };
    await erasePersonalData(db, admin, erasure);
    expect(await said()).toMatchObject({ text: '0 come, 0 cannot, 1 have not answered', silent: ['ben'] });
    await insertSignUps(db, [waits('dan', 4)]);
    await takeAll(db);
    const { version } = await openEventForEditing(db, admin, 'talk', club);
    await cancelEvent(db, admin, { key: 'talk', version, input: { reason: '' } }, club);
    await at(START - 6 * HOUR);
    expect(await standing()).toEqual({ going: ['ben', 'cleo'], waiting: ['dan'] });
  });

  test('is asked and passed on once by two copies', async () => {
    await talk([signUp('ana', 1), signUp('ben', 2), waits('cleo', 3)], { places: 2 });
    const other = await opened.copy();
    await Promise.all([at(START - DAY), at(START - DAY, other)]);
    expect(await listMails(db)).toEqual(['ana: Still coming? Talk', 'ben: Still coming? Talk']);
    await takeAll(db);
    await Promise.all([at(START - 6 * HOUR), at(START - 6 * HOUR, other)]);
    expect(await standing()).toEqual({ going: ['ana', 'cleo'], waiting: ['ben'] });
  });

  test('settings are saved, exported and read back; an import asks nobody, and refuses other hours', async () => {
    await talk([signUp('ana', 1)], { ask_again_hours: null, pass_on: null }, { time_end: START + HOUR });
    const form = async () => JSON.parse(await dump(db)).form.form;
    await update({ askAgain: 'Two days before', passOn: true });
    expect(await form()).toMatchObject({ askAgainHours: 48, passOn: true });
    expect((await openEventForEditing(db, admin, 'talk', club)).input).toMatchObject({
      askAgain: 'Two days before',
      passOn: true,
    });
    await at(START - 2 * DAY);
    await sayComing(db, club, await tokenOf('ana'));
    const text = await dump(db);
    expect(JSON.parse(text).entry.form.ana).toMatchObject({ $askedFor: START, $comingFor: START });
    await load(db, JSON.parse(text), { replace: true });
    expect(await dump(db)).toBe(text);
    await update({ waitlist: false });
    expect(await form()).not.toHaveProperty('passOn');
    await update({ askAgain: 'Not' });
    expect(await form()).not.toHaveProperty('askAgainHours');
    const { refused } = await load(db, { form: { f: { askAgainHours: 2 } } });
    expect(refused).toEqual(['form/f/askAgainHours: must be 24 or 48']);
    const soon = { title: 'Soon', formId: 'soon', datetime: { timeStartTimestamp: Date.now() + HOUR } };
    const asks = { fields: [], asksPerson: true, askAgainHours: 24, remindHours: 24 };
    const entry = { soon: { k: { name: 'Eve', $state: 'going', $email: 'eve@example.edu', $since: 5 } } };
    await load(db, { event: { soon }, form: { soon: asks }, entry });
    await at(Date.now());
    expect((await listMails(db)).filter((line) => line.startsWith('eve'))).toEqual([]);
  });
});
