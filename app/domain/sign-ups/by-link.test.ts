import { beforeEach, describe, expect, test } from 'vitest';
import { plantTalk } from '../../../test/cast.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { club } from '../../../test/outbox.ts';
import { insertSignUps, listMails, signUpRow } from '../../../test/sign-ups.ts';
import type { EntryRow } from '../../db/tables.ts';
import { NEVER } from '../records/publish-at.ts';
import { newLink } from './links.ts';
import { cancelByLink, signUpAgain, viewByLink, viewComing } from './by-link.ts';

describe.each(databases)('whoever gave their place up, on %s', (_, open) => {
  const { db } = freshDatabase(open);
  beforeEach(async () => {
    await plantTalk(db, { form: { places: 5, remind_hours: 24 } });
  });

  const linkTo = (key: string) => db.write((tx) => newLink(tx, 'form', key));
  const stored = () => db.query.selectFrom('entries').select(['key', 'state', 'email']).orderBy('key').execute();
  const cancelled = (key: string, given: Partial<EntryRow> = {}) =>
    signUpRow('form', key, { state: 'cancelled', ...given });

  test('signs up again where an import took the address from them', async () => {
    await insertSignUps(db, [cancelled('ana', { email: null })]);
    await signUpAgain(db, club, await linkTo('ana'));
    expect(await stored()).toEqual([{ key: 'ana', state: 'going', email: 'ana@example.edu' }]);
    expect(await listMails(db)).toEqual(['ana: You have a place: Talk']);
  });

  test('has the address again, not the cancelled sign-up that an import gave it to', async () => {
    const answers = JSON.stringify({ name: 'Ana', email: 'ana@example.edu' });
    await insertSignUps(db, [
      cancelled('ana', { email: null }),
      cancelled('other', { email: 'ana@example.edu', answers }),
    ]);
    await signUpAgain(db, club, await linkTo('ana'));
    expect(await stored()).toEqual([
      { key: 'ana', state: 'going', email: 'ana@example.edu' },
      { key: 'other', state: 'cancelled', email: null },
    ]);
  });

  test('waits until a draft is published again, and sees meanwhile what they had signed up for', async () => {
    await insertSignUps(db, [cancelled('ana'), signUpRow('form', 'ben')]);
    const event = { publish_at: NEVER };
    await db.write(({ query }) => query.updateTable('events').set(event).where('key', '=', 'talk').execute());
    await expect(signUpAgain(db, club, await linkTo('ana'))).rejects.toThrow('Sign-up has closed.');
    expect(await viewByLink(db, club, await linkTo('ana'))).toMatchObject({ canSignUpAgain: false });
    const shown = { event: { title: 'Talk', isShown: false }, calendars: null, canChange: true };
    expect(await viewByLink(db, club, await linkTo('ben'))).toMatchObject(shown);
    await cancelByLink(db, club, await linkTo('ben'));
    expect(await stored()).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }]);
  });

  test('of an event without a title, reads what its page calls it', async () => {
    await insertSignUps(db, [signUpRow('form', 'ana')]);
    await db.write(({ query }) => query.updateTable('events').set({ title: '' }).where('key', '=', 'talk').execute());
    const token = await linkTo('ana');
    const event = { title: 'Untitled event' };
    expect(await viewByLink(db, club, token)).toMatchObject({ event });
    expect(await viewComing(db, club, token)).toMatchObject({ event });
  });

  test('is refused where the address is signed up by another', async () => {
    await insertSignUps(db, [
      cancelled('ana', { email: null }),
      signUpRow('form', 'other', { email: 'ana@example.edu' }),
    ]);
    await expect(signUpAgain(db, club, await linkTo('ana'))).rejects.toThrow('This address is signed up already.');
    expect(await stored()).toMatchObject([
      { key: 'ana', state: 'cancelled' },
      { key: 'other', state: 'going' },
    ]);
  });

  test('pressed twice signs up once, and is told once', async () => {
    await insertSignUps(db, [cancelled('ana')]);
    const token = await linkTo('ana');
    await Promise.all([signUpAgain(db, club, token), signUpAgain(db, club, token)]);
    expect(await listMails(db)).toEqual(['ana: You have a place: Talk']);
  });

  test('without an address signs up again by the key of their own', async () => {
    const answers = JSON.stringify({ name: 'Ana' });
    await insertSignUps(db, [cancelled('ana', { email: null, answers })]);
    await signUpAgain(db, club, await linkTo('ana'));
    expect(await stored()).toEqual([{ key: 'ana', state: 'going', email: null }]);
  });
});
