import { afterEach, expect, test, vi } from 'vitest';
import { admin } from '../../test/actors.ts';
import { freshDatabase } from '../../test/databases.ts';
import { eventRow, insertEvents } from '../../test/event-rows.ts';
import { openMailServer, type MailServer } from '../../test/mail-server.ts';
import { club } from '../../test/outbox.ts';
import { insertPersonForm, insertSignUps, signUpRow } from '../../test/sign-ups.ts';
import { Worker } from '../domain/jobs/worker.ts';
import { mailJobs } from '../domain/mail/outbox.ts';
import { mailingJobs } from '../domain/sign-ups/mailings.ts';
import { mailSignUp } from '../domain/sign-ups/send-mails.ts';
import { requireAnyEvent } from '../domain/events/with-drafts.ts';
import { requireSignUp } from '../domain/sign-ups/read-sign-ups.ts';
import { sendMessage } from '../domain/sign-ups/messages.ts';
import { mailSender } from './sender.ts';
import { DAY_MS } from '../time/durations.ts';

const DEAD = 520;
const REAL = 30;
const OTHERS = 30;

const { db } = freshDatabase();
let server: MailServer;
let worker: Worker | undefined;
let release = () => {};

afterEach(async () => {
  release();
  await worker?.stop();
  await server.close();
  vi.restoreAllMocks();
});

/** 520 sign-ups of a dead domain come before 30 real people; another event has 30. */
async function plant(): Promise<void> {
  const people = (formId: string, name: string, count: number, domain: string) =>
    Array.from({ length: count }, (_, at) => {
      const key = `${name}-${String(at).padStart(4, '0')}`;
      return signUpRow(formId, key, { email: `${key}@${domain}` });
    });
  for (const key of ['talk', 'other']) {
    await insertEvents(db, eventRow(key, { title: key, form_id: key, time_start: Date.now() + 9 * DAY_MS }));
    await insertPersonForm(db, key);
  }
  await insertSignUps(db, people('talk', 'a', DEAD, 'dead.example'));
  await insertSignUps(db, people('talk', 'b', REAL, 'example.edu'));
  await insertSignUps(db, people('other', 'c', OTHERS, 'example.edu'));
}

async function write(eventKey: string): Promise<void> {
  const words = { to: 'Everyone', subject: eventKey, message: 'Hello' } as const;
  await sendMessage(db, admin, club, { eventKey, idempotencyKey: `to ${eventKey}`, ...words });
}

/** `answer` says what the mail server does about the dead domain, and when: it is handed what puts the mail off. */
async function start(answer: (putOff: () => void) => void): Promise<void> {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server = await openMailServer({
    onRcptTo({ address }, _session, done) {
      if (address.endsWith('@dead.example')) answer(() => done(putOff));
      else done();
    },
  });
  const from = () => ({ name: club.name, address: club.email });
  const send = mailSender({ smtpUrl: server.url, publicUrl: club.publicUrl, from });
  worker = new Worker(db, [mailingJobs(), mailJobs(send)], { lookEveryMs: 20 });
}

const putOff = Object.assign(new Error('Try again later'), { responseCode: 450 });
const atOnce = (answer: () => void) => answer();

test('a domain that puts mail off holds back nobody of another, at its own event or elsewhere', async () => {
  await plant();
  await start(atOnce);
  await write('talk');
  await write('other');
  const received = await server.waitFor(REAL + OTHERS);
  expect(new Set(received.flatMap(({ to }) => to)).size).toBe(REAL + OTHERS);
});

test(
  'nor does one whose mail server does not answer, while others wait and while nobody does',
  { tags: 'long' },
  async () => {
    await plant();
    const held: (() => void)[] = [];
    release = () => held.forEach((answer) => answer());
    await start((answer) => held.push(answer));
    await write('talk');
    const received = await server.waitFor(REAL);
    expect(received.flatMap(({ to }) => to).filter((address) => address.endsWith('@dead.example'))).toEqual([]);
    await write('other');
    await server.waitFor(REAL + OTHERS);
  },
);

test('a person’s own mail does not stand behind a message to many, of their own domain either', async () => {
  await plant();
  await start(atOnce);
  await worker?.stop();
  await write('other');
  const [event, last] = [await requireAnyEvent(db, 'talk'), await requireSignUp(db, 'talk', 'b-0029')];
  await db.write((tx) => mailSignUp(tx, club, { event, howToPay: '' }, { to: last, occasion: 'link' }));
  const before = server.received.length;
  const from = () => ({ name: club.name, address: club.email });
  worker = new Worker(db, [mailJobs(mailSender({ smtpUrl: server.url, publicUrl: club.publicUrl, from }))]);
  await server.waitFor(before + 10);
  expect(server.received.slice(0, before + 10).flatMap(({ to }) => to)).toContain('b-0029@example.edu');
});
