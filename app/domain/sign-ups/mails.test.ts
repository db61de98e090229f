import { expect, test } from 'vitest';
import { newEvent } from '../../../test/event-rows.ts';
import { club } from '../../../test/outbox.ts';
import { clockTime, signUpRow } from '../../../test/sign-ups.ts';
import { sqliteDatabase } from '../../../test/databases.ts';
import type { Occasion } from './decide.ts';
import { writeOfficersMessage } from './mails.ts';
import { toSignUp } from './read-sign-ups.ts';
import { mailAuthor, mailSignUp } from './send-mails.ts';

const TALK = newEvent('talk', {
  title: 'A talk on trees',
  location: 'Room 332',
  start: clockTime('2099-11-20T19:30', club.clock.timeZone),
});
const OCCASIONS: Occasion[] = ['going', 'waiting', 'moved up', 'passed on', 'cancelled', 'link', 'link by an officer'];
const WORDS = { subject: 'Please read', message: 'Bring a pen.' };

test('a mail that somebody has no place any more asks nobody to give it up', async () => {
  const { db, close } = await sqliteDatabase();
  try {
    const ana = toSignUp(signUpRow('form', 'ana'));
    await db.write(async (tx) => {
      for (const occasion of ['going', 'cancelled', 'given up'] as const)
        await mailSignUp(tx, club, { event: TALK, howToPay: '' }, { to: ana, occasion });
    });
    const rows = await db.query.selectFrom('outbox').select('message').execute();
    const asking = rows.flatMap(({ message }) => {
      const { subject, text } = JSON.parse(message);
      return text.includes('to give up the place') ? [subject] : [];
    });
    expect(asking).toEqual(['You have a place: A talk on trees']);
  } finally {
    await close();
  }
});

test('every mail about a sign-up names event, time and place, in words and as a page', async () => {
  const { db, close } = await sqliteDatabase();
  try {
    const ana = toSignUp(signUpRow('form', 'ana'));
    await db.write(async (tx) => {
      for (const occasion of OCCASIONS)
        await mailSignUp(tx, club, { event: TALK, howToPay: '' }, { to: ana, occasion });
      await mailAuthor(tx, club, TALK, 'officer@example.edu', WORDS);
    });
    const rows = await db.query.selectFrom('outbox').select('message').execute();
    const mails = [...rows.map(({ message }) => JSON.parse(message)), writeOfficersMessage(club, TALK, WORDS)];
    expect(mails).toHaveLength(OCCASIONS.length + 2);
    const facts = ['A talk on trees', 'Fri Nov 20, 2099, 7:30', 'Room 332', '/events/talk'];
    const missing = mails.flatMap(({ subject, text, html }) =>
      facts.filter((fact) => ![text, html].every((body) => body.includes(fact))).map((fact) => [subject, fact]),
    );
    expect(missing).toEqual([]);
  } finally {
    await close();
  }
});
