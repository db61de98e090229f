import sample from '../../../club.config.ts';
import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { ana, ben, changeForm, cleo, lastToken, plantTalk, sendForm, talksPlaces } from '../../../test/cast.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { club } from '../../../test/outbox.ts';
import { listMails, signUpRow } from '../../../test/sign-ups.ts';
import type { FormRow } from '../../db/tables.ts';
import { DAY_MS, HOUR_MS } from '../../time/durations.ts';
import { Rejected } from '../errors.ts';
import { viewNewestResponses } from '../responses/newest-responses.ts';
import { viewResponses } from '../responses/view-responses.ts';
import { eraseUnconfirmed } from '../retention/erase-unconfirmed.ts';
import { recordDoorActions, viewDoor } from './door/door.ts';
import { countSignUps } from './list-sign-ups.ts';
import { cancelByLink, changeByLink, confirmByLink, signUpAgain, viewByLink } from './by-link.ts';
import { findPersonForm } from './places.ts';
import { givePlaceByOfficer, sendLinkByOfficer } from './by-officer.ts';

const DIET = {
  name: 'diet',
  type: 'radio',
  description: 'Diet',
  required: true,
  options: ['Meat', 'Plants'],
  limits: { Meat: 1 },
};

describe.each(databases)('a sign-up whose address has to be confirmed, on %s', (_, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;

  const plant = (form: Partial<FormRow> = {}, people = [ana, ben, cleo]) =>
    plantTalk(db, { form: { confirms: 1, ...form }, people });
  const come = (name: string, answers: object = {}, once?: string) => sendForm(db, name, { answers, once });
  const stored = async (name: string) =>
    db.query
      .selectFrom('entries')
      .selectAll()
      .where('email', '=', `${name}@example.edu`)
      .orderBy('since')
      .executeTakeFirst();
  const tokenOf = (name: string) => lastToken(db, name);
  const confirm = async (name: string) => confirmByLink(db, club, await tokenOf(name));
  const forgetMail = () => db.write(({ query }) => query.deleteFrom('outbox').execute());
  const change = (form: Partial<FormRow>) => changeForm(db, form);
  const places = () => talksPlaces(db);

  test('is answered the same for a new address, one that was sent before, one that goes, waits or has cancelled', async () => {
    await plant();
    await come('dora');
    const answers = await Promise.all(['eve', 'dora', 'ana', 'ben', 'cleo'].map((name) => come(name)));
    expect(answers).toEqual(answers.map(() => ({ isNew: true, signUp: { state: 'unconfirmed' } })));
    expect(await listMails(db)).toEqual([
      'ana: Your sign-up: Talk',
      'ben: Your sign-up: Talk',
      'cleo: Confirm your sign-up: Talk',
      'dora: Confirm your sign-up: Talk',
      'dora: Confirm your sign-up: Talk',
      'eve: Confirm your sign-up: Talk',
    ]);
    expect([await stored('ana'), await stored('ben')]).toEqual([ana, ben]);
  });

  test('holds no place and no number, and is in no list but the officers’', async () => {
    await plant({ places: 3 }, [ana]);
    await come('dora');
    expect(await places()).toEqual({ places: 3, taken: 1, waiting: 0, state: 'open' });
    const form = await findPersonForm(db, 'form', club.clock.timeZone);
    expect(form && (await countSignUps(db, form))).toMatchObject({ going: 1, waiting: 0, came: 0 });
    const door = await viewDoor(db, 'talk', { membership: undefined, timeZone: club.clock.timeZone });
    expect([door.people.map(({ key }) => key), door.cancelled]).toEqual([['ana'], []]);
    const { rows } = await viewResponses(db, admin, 'form');
    expect(rows.map(({ signUp }) => `${signUp?.name}: ${signUp?.status}`).toSorted()).toEqual([
      'ana: Going',
      'dora: Not confirmed',
    ]);
    const days = await viewNewestResponses(db, admin, { limit: 5, club: sample, clock: club.clock });
    expect(days.flatMap(({ responses }) => responses.map(({ key }) => key))).toEqual(['form/ana']);
  });

  test('counts from its confirmation on, in that order, once however often it is confirmed', async () => {
    await plant({ places: 1 }, []);
    await come('dora');
    await come('eve');
    await confirm('eve');
    const token = await tokenOf('dora');
    await Promise.all([confirmByLink(db, club, token), confirmByLink(db, club, token)]);
    expect([await stored('eve'), await stored('dora')]).toMatchObject([{ state: 'going' }, { state: 'waiting' }]);
    expect(Number((await stored('dora'))?.since)).toBeGreaterThan(Number((await stored('eve'))?.since));
    expect(await listMails(db)).toEqual([
      ...['dora: Confirm your sign-up: Talk', 'dora: You are on the waitlist: Talk'],
      ...['eve: Confirm your sign-up: Talk', 'eve: You have a place: Talk'],
    ]);
    expect(await places()).toMatchObject({ taken: 1, waiting: 1 });
  });

  test('is seen by its link, and neither by that nor by being cancelled or sent again does it count', async () => {
    await plant({ places: 1 }, []);
    const first = await come('dora', {}, 'the same key');
    const token = await tokenOf('dora');
    expect(await viewByLink(db, club, token)).toMatchObject({ state: 'unconfirmed', confirming: 'open', code: null });
    await cancelByLink(db, club, token);
    await signUpAgain(db, club, token);
    expect(await stored('dora')).toMatchObject({ state: 'unconfirmed' });
    await confirm('dora');
    // Whoever sent it learns nothing by sending it again, not even once its owner has confirmed it.
    expect(await come('dora', {}, 'the same key')).toEqual({ ...first, isNew: false });
    expect(await viewByLink(db, club, token)).toMatchObject({ state: 'going', confirming: null });
  });

  test('has the answers with which its own link was mailed; then the link of each mail leads to it', async () => {
    await plant({ places: 5 }, []);
    await come('dora', { name: 'Dora' });
    const first = await tokenOf('dora');
    await come('dora', { name: 'Somebody' });
    const second = await tokenOf('dora');
    expect(await viewByLink(db, club, first)).toMatchObject({ state: 'unconfirmed', answers: { name: 'Dora' } });
    expect(await viewByLink(db, club, second)).toMatchObject({ answers: { name: 'Somebody' } });
    await confirmByLink(db, club, first);
    for (const token of [first, second]) {
      await confirmByLink(db, club, token);
      expect(await viewByLink(db, club, token)).toMatchObject({ state: 'going', answers: { name: 'Dora' } });
    }
    expect(await db.query.selectFrom('entries').select('key').execute()).toHaveLength(1);
    expect(await listMails(db)).toContain('dora: You have a place: Talk');
  });

  test('sent twice with the same answers it is one, and counts as new', async () => {
    await plant({ places: 5 }, []);
    for (const _time of [1, 2]) await come('dora');
    expect(await db.query.selectFrom('entries').select('key').execute()).toHaveLength(1);
    expect(await listMails(db)).toHaveLength(2);
  });

  test('is kept ten times for one address and no more, with the same answer', async () => {
    await plant();
    const kept = () => db.query.selectFrom('entries').select('key').where('email', '=', 'dora@example.edu').execute();
    for (let at = 1; at <= 13; at++)
      expect(await come('dora', { name: `Dora ${at}` })).toEqual({ isNew: true, signUp: { state: 'unconfirmed' } });
    expect(await kept()).toHaveLength(10);
    await confirm('dora');
    expect(await kept()).toHaveLength(1);
  });

  test('changes nothing of the cancelled sign-up of its address, and ends no link of it, until it is confirmed', async () => {
    await plant({ places: 5 }, []);
    await come('dora', { name: 'Dora' });
    await confirm('dora');
    const owners = await tokenOf('dora');
    await cancelByLink(db, club, owners);
    const before = await stored('dora');
    await come('dora', { name: 'Somebody' });
    const mailed = await tokenOf('dora');
    expect(await stored('dora')).toEqual(before);
    expect(await viewByLink(db, club, owners)).toMatchObject({ state: 'cancelled', answers: { name: 'Dora' } });
    await confirmByLink(db, club, mailed);
    for (const token of [owners, mailed])
      expect(await viewByLink(db, club, token)).toMatchObject({ state: 'going', answers: { name: 'Somebody' } });
    expect(await db.query.selectFrom('entries').select('key').execute()).toEqual([{ key: before?.key }]);
  });

  test('whose owner came back beside an old one gets no second place, by an officer or at the door', async () => {
    const old = { ...cleo, email: null };
    await plant({ places: 5 }, [old, { ...ana, key: 'cleo-again', answers: cleo.answers, email: cleo.email }]);
    const give = givePlaceByOfficer(db, admin, club, { eventKey: 'talk', key: 'cleo', beyondLimit: false });
    await expect(give).rejects.toThrow('This address is signed up already.');
    const at = Date.now();
    const action = { verb: 'checkIn' as const, id: crypto.randomUUID(), key: 'cleo', at };
    expect(await recordDoorActions(db, club, 'talk', { now: at, actions: [action] }, { now: at })).toEqual([
      { id: action.id, key: 'cleo-again' },
    ]);
    const rows = await db.query.selectFrom('entries').select(['key', 'state', 'checked_in']).orderBy('key').execute();
    expect(rows).toEqual([
      { key: 'cleo', state: 'cancelled', checked_in: null },
      { key: 'cleo-again', state: 'going', checked_in: at },
    ]);
  });

  test('leads to the sign-up of its address that was made meanwhile, and leaves that as it is', async () => {
    await plant({ places: 5 }, []);
    await come('dora', { name: 'Dora' });
    const token = await tokenOf('dora');
    await db.write((tx) =>
      tx.query
        .insertInto('entries')
        .values(signUpRow('form', 'other', { email: 'dora@example.edu' }))
        .execute(),
    );
    await confirmByLink(db, club, token);
    expect(await viewByLink(db, club, token)).toMatchObject({ state: 'going', answers: { name: 'other' } });
    expect(await db.query.selectFrom('entries').select('key').execute()).toEqual([{ key: 'other' }]);
  });

  test('is not confirmed once sign-up has closed, the last place is taken or the event is cancelled', async () => {
    await plant({ places: 1, waitlist: 0 }, []);
    await come('dora');
    await come('eve');
    await confirm('eve');
    await expect(confirm('dora')).rejects.toThrow('All places are taken.');
    expect(await viewByLink(db, club, await tokenOf('dora'))).toMatchObject({ confirming: 'full' });
    await expect(come('finn')).rejects.toThrow('All places are taken.');
    await expect(come('eve')).rejects.toThrow('All places are taken.');
    await change({ places: 5, closes: Date.now() - 1 });
    await expect(confirm('dora')).rejects.toThrow('Sign-up has closed.');
    await expect(come('finn')).rejects.toThrow('Sign-up has closed.');
    await change({ closes: null });
    await db.write(({ query }) => query.updateTable('events').set({ cancelled: 1 }).execute());
    await expect(confirm('dora')).rejects.toThrow('Sign-up has closed.');
    expect(await viewByLink(db, club, await tokenOf('dora'))).toMatchObject({ confirming: 'closed' });
    expect(await stored('dora')).toMatchObject({ state: 'unconfirmed' });
  });

  test('is confirmed while sign-up is open, also once the event has begun', async () => {
    await plant({}, []);
    await come('dora');
    await db.write(({ query }) =>
      query
        .updateTable('events')
        .set({ time_start: Date.now() - HOUR_MS, time_end: Date.now() + HOUR_MS })
        .execute(),
    );
    await confirm('dora');
    expect(await stored('dora')).toMatchObject({ state: 'going' });
  });

  test('holds no option: who finds it full at the confirmation chooses another', async () => {
    await plant({ places: 5, fields: JSON.stringify([DIET]) }, []);
    await come('dora', { diet: 'Meat' });
    await come('eve', { diet: 'Meat' });
    await confirm('eve');
    const refused = await confirm('dora').catch((error: unknown) => error);
    expect(refused instanceof Rejected && refused.fields).toEqual({
      diet: 'This is full now. Please choose another.',
    });
    await expect(come('finn', { diet: 'Meat' })).rejects.toThrow('This is full now.');
    await changeByLink(db, club, await tokenOf('dora'), { name: 'dora', diet: 'Plants' });
    expect(await stored('dora')).toMatchObject({ state: 'unconfirmed' });
    await confirm('dora');
    expect(await stored('dora')).toMatchObject({ state: 'going' });
  });

  test('goes after 24 hours, and its links with it; what is confirmed stays', async () => {
    await plant({ places: 5 }, []);
    await come('dora');
    await come('eve');
    await confirm('eve');
    const [token, since] = [await tokenOf('dora'), Number((await stored('dora'))?.since)];
    await eraseUnconfirmed(db, since + DAY_MS - 1);
    expect(await stored('dora')).toBeDefined();
    await eraseUnconfirmed(db, since + DAY_MS);
    expect([await stored('dora'), await stored('eve')]).toMatchObject([undefined, { state: 'going' }]);
    await expect(viewByLink(db, club, token)).rejects.toThrow('This link leads to no sign-up.');
    expect(
      await db.query.selectFrom('outbox').select('recipient').where('recipient', 'like', 'dora@%').execute(),
    ).toEqual([]);
  });

  test('counts as gone from that moment on, before anybody has swept it', async () => {
    await plant({ places: 5 }, []);
    await come('dora');
    await db.write(({ query }) =>
      query
        .updateTable('entries')
        .set({ since: Date.now() - DAY_MS })
        .execute(),
    );
    await expect(confirm('dora')).rejects.toThrow('This link leads to no sign-up.');
    await come('dora');
    await confirm('dora');
    expect(await stored('dora')).toMatchObject({ state: 'going' });
  });

  test('is not confirmed by a link that somebody had before addresses were confirmed here', async () => {
    await plant({ places: 5, confirms: null }, []);
    const first = await come('dora');
    const token = first.signUp?.token ?? '';
    await cancelByLink(db, club, token);
    await change({ confirms: 1 });
    await come('dora');
    await confirmByLink(db, club, token);
    expect(await viewByLink(db, club, token)).toMatchObject({ state: 'cancelled' });
    await confirm('dora');
    expect(await viewByLink(db, club, token)).toMatchObject({ state: 'cancelled' });
    expect(await stored('dora')).toMatchObject({ state: 'going' });
  });

  test('is replaced by the sign-up of its address once nothing is to be confirmed, and its link leads there', async () => {
    await plant({ places: 5 }, []);
    await come('dora');
    const token = await tokenOf('dora');
    await change({ confirms: null });
    expect(await come('dora')).toMatchObject({ signUp: { state: 'going', token: expect.any(String) } });
    expect(await viewByLink(db, club, token)).toMatchObject({ state: 'going' });
    expect(await db.query.selectFrom('entries').select('key').execute()).toHaveLength(1);
  });

  test('gets a place by an officer, who may also send its mail again, and cannot be cancelled', async () => {
    await plant({ places: 1 }, [ana]);
    await come('dora');
    await forgetMail();
    const dora = { eventKey: 'talk', key: (await stored('dora'))?.key ?? '' };
    await sendLinkByOfficer(db, admin, club, dora);
    await expect(givePlaceByOfficer(db, admin, club, { ...dora, beyondLimit: false })).rejects.toThrow('All places');
    await givePlaceByOfficer(db, admin, club, { ...dora, beyondLimit: true });
    expect(await stored('dora')).toMatchObject({ state: 'going' });
    expect(await listMails(db)).toEqual(['dora: Confirm your sign-up: Talk', 'dora: You have a place: Talk']);
  });

  test('tells no open page that an address is new here, nor that it was never confirmed', async () => {
    await plant({ places: 5 }, []);
    const told: string[] = [];
    db.onCommit((changes) => {
      told.push(...changes.map(({ topic }) => topic));
    });
    await come('dora');
    await eraseUnconfirmed(db, Date.now() + 2 * DAY_MS);
    expect(await stored('dora')).toBeUndefined();
    expect(new Set(told)).toEqual(new Set(['entry']));
  });

  test('a crowd that confirms on two copies, each pressing twice, has as many places as there are, and a mail each', async () => {
    await plant({ places: 5 }, []);
    const names = Array.from({ length: 12 }, (_one, at) => `p${at}`);
    for (const name of names) await come(name);
    const tokens = await Promise.all(names.map(tokenOf));
    await forgetMail();
    const other = await opened.copy();
    await Promise.all([db, other].flatMap((site) => tokens.map((token) => confirmByLink(site, club, token))));
    expect(await places()).toMatchObject({ taken: 5, waiting: 7 });
    const mails = await listMails(db);
    expect(mails).toHaveLength(12);
    expect(mails.filter((mail) => mail.endsWith('You have a place: Talk'))).toHaveLength(5);
    const rows = await db.query.selectFrom('entries').select('since').execute();
    expect(new Set(rows.map(({ since }) => since)).size).toBe(12);
  });

  test('entered on two copies at once is one sign-up; swept while it is confirmed it is confirmed, or gone', async () => {
    await plant({ places: 30 }, []);
    const other = await opened.copy();
    await Promise.all([db, other, db, other].map((site) => sendForm(site, 'dora')));
    const names = Array.from({ length: 10 }, (_one, at) => `p${at}`);
    for (const name of names) await come(name);
    expect(await db.query.selectFrom('entries').select('email').execute()).toHaveLength(11);
    const tokens = await Promise.all(names.map(tokenOf));
    const [, ...confirmed] = await Promise.allSettled([
      eraseUnconfirmed(other, Date.now() + DAY_MS + HOUR_MS),
      ...tokens.map((token) => confirmByLink(db, club, token)),
    ]);
    const states = await Promise.all(names.map(async (name) => (await stored(name))?.state));
    expect(states).toEqual(confirmed.map(({ status }) => (status === 'fulfilled' ? 'going' : undefined)));
  });
});
