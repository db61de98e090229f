import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMailServer } from '../../test/mail-server.ts';
import { club } from '../../test/outbox.ts';
import { readEmail } from '../domain/email-input.ts';
import { FOREIGN_LETTERS, noteForeignLetters } from '../domain/foreign-letters.ts';
import { writeTestMail } from '../domain/mail/test-mail.ts';
import { tryMail } from './try-mail.ts';

const read = (typed: string) => readEmail(typed, 'not an address');

// Other tests of this process have heard mail servers too.
beforeEach(() => noteForeignLetters(true));
afterEach(() => noteForeignLetters(true));

async function sendThrough(hideSMTPUTF8: boolean, email: string) {
  const server = await openMailServer({ hideSMTPUTF8 });
  const from = () => ({ name: club.name, address: club.email });
  const actor = { uid: 'a', name: 'Ada', email, role: 'admin' as const };
  const tried = await tryMail({ smtpUrl: server.url, publicUrl: club.publicUrl, from }, writeTestMail(actor, club));
  await server.close();
  return { ...tried, to: server.received.flatMap(({ to }) => to) };
}

test('letters beyond ASCII before the @ are taken until a mail server has said that it cannot send to them', async () => {
  expect(read('jürgen@example.edu')).toEqual({ address: 'jürgen@example.edu' });
  expect(await sendThrough(true, 'ada@example.edu')).toMatchObject({ isTaken: true });
  expect(read('jürgen@example.edu')).toEqual({ wrong: FOREIGN_LETTERS });
  expect(read('jurgen@müller.example')).toEqual({ address: 'jurgen@xn--mller-kva.example' });
});

test('a server that takes them gets them, and its last word counts', async () => {
  await sendThrough(true, 'ada@example.edu');
  expect(await sendThrough(false, 'jürgen@example.edu')).toMatchObject({ isTaken: true, to: ['jürgen@example.edu'] });
  expect(read('jürgen@example.edu')).toEqual({ address: 'jürgen@example.edu' });
});
