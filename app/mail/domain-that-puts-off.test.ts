import { afterEach, describe, expect, test, vi } from 'vitest';
import { admin } from '../../test/actors.ts';
import { freshDatabase } from '../../test/databases.ts';
import { eventRow, insertEvents } from '../../test/event-rows.ts';
import { openMailServer, type MailServer } from '../../test/mail-server.ts';
import { club } from '../../test/outbox.ts';
import { scheduleAt } from '../../test/schedule-at.ts';
import { insertPersonForm, insertSignUps, signUpRow } from '../../test/sign-ups.ts';
import { load } from '../../test/transfers.ts';
import { digests } from '../domain/digest/send-digest.ts';
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

type Refuse = (refusal: Error) => void;

/** `answer` says what the mail server does about the dead domain, and when: it is handed what refuses the mail. */
async function start(answer: (refuse: Refuse) => void): Promise<void> {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server = await openMailServer({
    onRcptTo({ address }, _session, done) {
      if (address.endsWith('@dead.example')) answer(done);
      else done();
    },
  });
  const from = () => ({ name: club.name, address: club.email });
  const send = mailSender({ smtpUrl: server.url, publicUrl: club.publicUrl, from });
  worker = new Worker(db, [mailingJobs(), weekly, mailJobs(send)], { lookEveryMs: 20 });
}

/** Is due as soon as it has subscribers: its time was a minute ago. */
const schedule = scheduleAt(Date.now() - 60_000);
const weekly = digests(
  () => schedule,
  () => club,
);

const putOff = Object.assign(new Error('Try again later'), { responseCode: 450 });
const refusal = Object.assign(new Error('No such user here'), { responseCode: 550 });
const atOnce = (refuse: Refuse) => refuse(putOff);

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
    await start((refuse) => held.push(() => refuse(putOff)));
    await write('talk');
    const received = await server.waitFor(REAL);
    expect(received.flatMap(({ to }) => to).filter((address) => address.endsWith('@dead.example'))).toEqual([]);
    await write('other');
    await server.waitFor(REAL + OTHERS);
  },
);

describe('the mail of the week reaches everybody else at once', () => {
  const held: (() => void)[] = [];

  test.each<[string, (refuse: Refuse) => void]>([
    ['puts its mail off', atOnce],
    ['refuses its mail', (refuse) => refuse(refusal)],
    ['does not answer', (refuse) => held.push(() => refuse(putOff))],
  ])('where one domain %s', async (_what, answer) => {
    release = () => held.splice(0).forEach((refuse) => refuse());
    await insertEvents(db, eventRow('talk', { title: 'Talk', time_start: Date.now() + DAY_MS }));
    const people = (name: string, count: number, domain: string) =>
      Array.from({ length: count }, (_, at) => [
        `${name}-${String(at).padStart(4, '0')}`,
        { email: `${name}${at}@${domain}`, since: '2026-01-01' },
      ]);
    // In the order of their keys, those of the dead domain come first.
    const all = [...people('a', DEAD, 'dead.example'), ...people('b', REAL, 'example.edu')];
    await load(db, { subscriber: Object.fromEntries(all) });
    await start(answer);
    const received = await server.waitFor(REAL);
    expect(new Set(received.flatMap(({ to }) => to)).size).toBe(REAL);
    expect(received.map(({ mail }) => mail.headers.get('subject'))).toEqual(
      received.map(() => `${club.name}: what is coming`),
    );
    const untried = await db.query.selectFrom('jobs').select('key').where('attempts', '=', 0).execute();
    expect(untried.length).toBeGreaterThan(DEAD / 2);
  });
});

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
