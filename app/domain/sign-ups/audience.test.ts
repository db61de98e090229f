import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { changeForm, plantTalk, sendForm } from '../../../test/cast.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { club as sampleClub } from '../../../test/outbox.ts';
import { insertSignUps, listMails, signUpRow } from '../../../test/sign-ups.ts';
import { dump, load } from '../../../test/transfers.ts';
import type { FormRow } from '../../db/tables.ts';
import { clubDay, dayPlus } from '../../time/club-day.ts';
import { HOUR_MS } from '../../time/durations.ts';
import type { EventInput } from '../event-changes/event-input.ts';
import { openEventForEditing } from '../event-changes/editable-event.ts';
import { updateEvent } from '../event-changes/save-event.ts';
import type { MailingClub } from '../mail/mail.ts';
import { viewSignUpLines } from './sign-up-lines.ts';
import { newLink } from './links.ts';
import { cancelByLink, confirmByLink, sayComing, signUpAgain, viewByLink } from './by-link.ts';
import { addByOfficer } from './by-officer.ts';
import { findPersonForm, findPersonFormOf, placesPolicy, viewEventPlaces } from './places.ts';
import { requireAnyEvent } from '../events/with-drafts.ts';

const { timeZone } = sampleClub.clock;
const TODAY = clubDay(timeZone);
const club: MailingClub = { ...sampleClub, membership: { graceDays: 14 } };
const withoutMembers: MailingClub = { ...sampleClub, membership: undefined };
const NO_MEMBER = 'This event is for members, and this address has no paid membership.';

describe.each(databases)('an event for members, on %s', (_, open) => {
  const { db } = freshDatabase(open);

  const plant = async (form: Partial<FormRow> = {}) => {
    await plantTalk(db, { form: { places: 3, audience: 'members', ...form } });
    const paid = (until: string) => [{ on: dayPlus(TODAY, -500), until, how: 'cash', note: '' }];
    await load(db, {
      member: {
        paid: { name: 'Paid', email: ' Paid@Example.edu ', payments: paid(TODAY) },
        grace: { name: 'Grace', email: 'grace@example.edu', payments: paid(dayPlus(TODAY, -14)) },
        lapsed: { name: 'Lapsed', email: 'lapsed@example.edu', payments: paid(dayPlus(TODAY, -15)) },
        unpaid: { name: 'Unpaid', email: 'unpaid@example.edu' },
      },
    });
  };
  const come = (name: string, at = club) => sendForm(db, name, { at });
  const linkTo = async (name: string) => {
    const address = `${name}@example.edu`;
    const { key } = await db.query
      .selectFrom('entries')
      .select('key')
      .where('email', '=', address)
      .executeTakeFirstOrThrow();
    return db.write((tx) => newLink(tx, 'form', key));
  };
  const confirm = async (name: string, at = club) => confirmByLink(db, at, await linkTo(name));
  const states = async () => {
    const rows = await db.query.selectFrom('entries').select(['email', 'state']).orderBy('email').execute();
    return Object.fromEntries(rows.map(({ email, state }) => [email?.split('@')[0], state]));
  };
  const shown = async (at = club, now = Date.now()) => {
    const form = await findPersonForm(db, 'form', timeZone);
    return form && viewEventPlaces(db, form, at, now);
  };
  const exported = async (): Promise<unknown> => JSON.parse(await dump(db));
  const change = (form: Partial<FormRow>) => changeForm(db, form);

  test('answers everybody alike, and says only to who has the mail of an address that it is no member’s', async () => {
    await plant();
    const names = ['paid', 'grace', 'lapsed', 'unpaid', 'stranger'];
    for (const name of names) expect(await come(name)).toEqual({ isNew: true, signUp: { state: 'unconfirmed' } });
    expect(await listMails(db)).toEqual(names.toSorted().map((name) => `${name}: Confirm your sign-up: Talk`));
    for (const name of ['paid', 'grace']) await confirm(name);
    for (const name of ['lapsed', 'unpaid', 'stranger']) await expect(confirm(name)).rejects.toThrow(NO_MEMBER);
    expect(await states()).toEqual({
      grace: 'going',
      paid: 'going',
      lapsed: 'unconfirmed',
      stranger: 'unconfirmed',
      unpaid: 'unconfirmed',
    });
  });

  test('lets in who has paid meanwhile', async () => {
    await plant();
    await come('unpaid');
    await expect(confirm('unpaid')).rejects.toThrow(NO_MEMBER);
    await db.write(({ query }) => query.updateTable('members').set({ paid_until: TODAY }).execute());
    await confirm('unpaid');
    expect(await states()).toEqual({ unpaid: 'going' });
  });

  test('says for whom it is, and is for everyone from its moment on, without confirmation', async () => {
    const until = Date.now() + HOUR_MS;
    await plant({ members_until: until });
    expect(await shown()).toMatchObject({
      state: 'open',
      audience: expect.stringMatching(/^For members until .+ [AP]M\.$/),
    });
    expect(await shown(club, until)).toMatchObject({ state: 'open', audience: null, fee: null });
    const event = await requireAnyEvent(db, 'talk');
    const form = await findPersonFormOf(db, event, timeZone);
    expect(form && placesPolicy('talk', form, timeZone).until).toBe(until);
    await come('stranger');
    await change({ members_until: Date.now() });
    await confirm('stranger');
    expect(await come('ben')).toMatchObject({ signUp: { state: 'going' } });
    await change({ members_until: null });
    expect(await shown()).toMatchObject({ state: 'open', audience: 'For members.', fee: null });
    const priced = { ...club, membership: { ...club.membership, fee: '$5 for a year.' } };
    expect(await shown(priced)).toMatchObject({ audience: 'For members.', fee: '$5 for a year.' });
    await change({ closes: 1 });
    expect(await shown()).toMatchObject({ state: 'closed', audience: null });
  });

  test('asks again of who signs up again, and nothing of whom an officer adds', async () => {
    await plant({ audience: null });
    await come('ben');
    const link = await linkTo('ben');
    await cancelByLink(db, club, link);
    await change({ audience: 'members' });
    await expect(signUpAgain(db, club, link)).rejects.toThrow(NO_MEMBER);
    const answers = { name: 'Cleo', email: 'cleo@example.edu' };
    await addByOfficer(db, admin, club, { eventKey: 'talk', beyondLimit: false, answers });
    expect(await states()).toEqual({ ben: 'cancelled', cleo: 'going' });
  });

  test('tells nobody by a link that was answered, from before it was for members, whose address is a member’s', async () => {
    await plant({ audience: null, places: 5 });
    const answered = new Map<string, string>();
    for (const name of ['paid', 'stranger']) answered.set(name, (await come(name)).signUp?.token ?? '');
    for (const token of answered.values()) await cancelByLink(db, club, token);
    await db.write(({ query }) => query.deleteFrom('outbox').execute());
    await change({ audience: 'members' });
    for (const token of answered.values()) {
      expect(await signUpAgain(db, club, token)).toBe('unconfirmed');
      await sayComing(db, club, token);
      expect(await viewByLink(db, club, token)).toMatchObject({ state: 'cancelled' });
    }
    expect(new Set(await listMails(db))).toEqual(
      new Set(['paid: Confirm your sign-up: Talk', 'stranger: Confirm your sign-up: Talk']),
    );
    const confirmByMail = async (name: string) => {
      const mails = db.query.selectFrom('outbox').select('secret').where('recipient', '=', `${name}@example.edu`);
      await confirmByLink(db, club, (await mails.executeTakeFirstOrThrow()).secret ?? '');
    };
    await confirmByMail('paid');
    await expect(confirmByMail('stranger')).rejects.toThrow(NO_MEMBER);
    for (const token of answered.values())
      expect(await viewByLink(db, club, token)).toMatchObject({ state: 'cancelled', canSignUpAgain: true });
    const rows = await db.query.selectFrom('entries').select(['email', 'state']).execute();
    expect(rows.filter(({ email }) => email === 'paid@example.edu')).toMatchObject([{ state: 'going' }]);
  });

  test('shows by a link that was answered before nothing of a member who signs up again by mail', async () => {
    await plant({ audience: null, places: 5 });
    const answered = (await come('paid')).signUp?.token ?? '';
    const mailed = await linkTo('paid');
    await cancelByLink(db, club, answered);
    await change({ audience: 'members' });
    await signUpAgain(db, club, mailed);
    expect(await viewByLink(db, club, mailed)).toMatchObject({ state: 'going' });
    expect(await viewByLink(db, club, answered)).toMatchObject({ state: 'cancelled', canSignUpAgain: true });
    expect(await signUpAgain(db, club, answered)).toBe('unconfirmed');
    expect(await viewByLink(db, club, answered)).toMatchObject({ state: 'cancelled' });
  });

  test('is closed where the club has no members, until it is for everyone', async () => {
    const until = Date.now() + HOUR_MS;
    await plant({ members_until: until });
    await insertSignUps(db, [signUpRow('form', 'ana', { state: 'unconfirmed', since: Date.now() })]);
    expect(await shown(withoutMembers)).toMatchObject({ state: 'closed', audience: null });
    await expect(come('paid', withoutMembers)).rejects.toThrow('Sign-up has closed.');
    await expect(confirm('ana', withoutMembers)).rejects.toThrow('Sign-up has closed.');
    expect(await viewByLink(db, withoutMembers, await linkTo('ana'))).toMatchObject({ confirming: 'closed' });
    const { lines } = await viewSignUpLines(db, [await requireAnyEvent(db, 'talk')], withoutMembers);
    expect(lines['talk']).toEqual({ text: 'Sign-up has closed', isOpen: false });
    expect(await shown(withoutMembers, until)).toMatchObject({ state: 'open' });
    await change({ members_until: Date.now() });
    expect(await come('ben', withoutMembers)).toMatchObject({ signUp: { state: 'going' } });
  });

  test('keeps in its dialog, an export and an import whom it is for, also where the club has no members', async () => {
    await plant({ members_until: 1_800_000_000_000 });
    const { version, input } = await openEventForEditing(db, admin, 'talk', club);
    expect(input).toMatchObject({ audience: 'Members first, until', confirms: false });
    const save = (given: Partial<EventInput>, at = version) =>
      updateEvent(db, admin, { key: 'talk', version: at, input: { ...input, ...given } }, withoutMembers);
    await save({ places: '4' });
    const file = { form: { form: { audience: 'members', membersUntil: 1_800_000_000_000, places: 4 } } };
    expect(await exported()).toMatchObject(file);
    await expect(save({ membersUntil: '' }, version + 1)).rejects.toMatchObject({
      fields: { membersUntil: 'Please enter a date and a time' },
    });
    await save({ audience: 'Members only' }, version + 1);
    expect(await exported()).toMatchObject({
      form: { form: expect.not.objectContaining({ membersUntil: expect.anything() }) },
    });
    await save({ audience: 'Everyone' }, version + 2);
    expect(await exported()).toMatchObject({
      form: { form: expect.not.objectContaining({ audience: expect.anything() }) },
    });
    await load(db, { form: { form: { ...file.form.form, asksPerson: true } } });
    expect(await exported()).toMatchObject(file);
  });
});
