import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../test/databases.ts';
import { openMailServer, type MailServer, type ReceivedMail } from '../../test/mail-server.ts';
import { makeDue } from '../../test/jobs.ts';
import { queue, rowOf, startSender } from '../../test/outbox.ts';
import type { Worker } from '../domain/jobs/worker.ts';
import { sendAgain } from '../domain/mail/unsent-mail.ts';

const admin = { uid: 'a', name: 'Ada', email: 'ada@example.edu', role: 'admin' as const };

const opened = freshDatabase();
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  vi.restoreAllMocks();
});

async function serve(options?: Parameters<typeof openMailServer>[0]): Promise<MailServer> {
  const server = await openMailServer(options);
  closing.push(server.close);
  return server;
}

function send(smtpUrl: string, timeouts = {}): Worker {
  const sender = startSender(opened.db, smtpUrl, timeouts);
  closing.push(sender.stop);
  return sender;
}

const state = async (key: string) => (await rowOf(opened.db, key)).state;
const errorOf = async (key: string) => (await rowOf(opened.db, key)).error;
const idsOf = (received: ReceivedMail[]) => received.map(({ mail }) => mail.headers.get('message-id') ?? '');
const told = { timeout: 15_000, interval: 50 };

test('a mail arrives as it was queued, from the club, and is marked as sent', async () => {
  const server = await serve();
  send(server.url);
  const subject = 'Ünïcode ✓ 日本語, and long enough that it has to be folded into several lines of the header';
  await queue(opened.db, 'one', { kind: 'chat invite', subject, html: '<p>Grüße</p>', text: 'Grüße\n' });
  const [received] = await server.waitFor(1);
  expect(received).toMatchObject({ from: 'club@example.edu', to: ['sam@example.edu'] });
  const { headers } = received?.mail ?? { headers: new Map<string, string>() };
  expect(headers.get('subject')).toBe(subject);
  expect(headers.get('from')).toBe('Quillmoor University Computer Science Club <club@example.edu>');
  expect(headers.get('to')).toBe('sam@example.edu');
  expect(headers.get('message-id')).toBe('<one@club.example.edu>');
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  expect(received?.mail.parts.map(({ type, content }) => [type, content.trimEnd()])).toEqual([
    ['text/plain; charset=utf-8', 'Grüße'],
    ['text/html; charset=utf-8', '<p>Grüße</p>'],
  ]);
  await vi.waitFor(async () => expect(await state('one')).toBe('sent'), told);
});

test('many mails go out, each once', async () => {
  const server = await serve();
  const keys = Array.from({ length: 40 }, (_, at) => `mail-${at}`);
  for (const key of keys) await queue(opened.db, key);
  send(server.url);
  await vi.waitFor(async () => {
    for (const key of keys) expect(await state(key)).toBe('sent');
  }, told);
  expect(idsOf(server.received).toSorted()).toEqual(keys.map((key) => `<${key}@club.example.edu>`).toSorted());
});

describe('when the server does not take it', () => {
  test('a server that is down gets the mail once it is back', async () => {
    const server = await openMailServer();
    await server.close();
    send(server.url);
    await queue(opened.db, 'later');
    await vi.waitFor(async () => expect(await errorOf('later')).toMatch(/ECONNREFUSED/), told);
    expect(await state('later')).toBe('waiting');
    const back = await serve({ port: server.port });
    await makeDue(opened.db);
    await back.waitFor(1);
    await vi.waitFor(async () => expect(await state('later')).toBe('sent'), told);
    expect(await errorOf('later')).toBeNull();
  });

  test('a server that never says a word is left, and the mail waits', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    closing.push(async () => silent.close());
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    send(`smtp://127.0.0.1:${port}`, { greetingTimeout: 200, socketTimeout: 200 });
    await queue(opened.db, 'slow');
    await vi.waitFor(async () => expect(await errorOf('slow')).toMatch(/[Gg]reeting|[Tt]imeout/), told);
    expect(await state('slow')).toBe('waiting');
  });

  test('what a server has and says nothing of is sent again, and the mail of the week is not', async () => {
    const server = await serve({ beforeTaking: () => new Promise(() => {}) });
    send(server.url, { socketTimeout: 300 });
    await queue(opened.db, 'week', { kind: 'digest' });
    await vi.waitFor(async () => expect(await state('week')).toBe('failed'), told);
    expect(await errorOf('week')).toContain('it may have arrived');
    await queue(opened.db, 'other');
    await vi.waitFor(async () => expect(await errorOf('other')).toMatch(/[Tt]imeout/), told);
    expect(await state('other')).toBe('waiting');
  });

  test('a mail of the week that no server could be reached for waits', async () => {
    send('smtp://127.0.0.1:1');
    await queue(opened.db, 'week', { kind: 'digest' });
    await vi.waitFor(async () => expect(await errorOf('week')).toContain('ECONNREFUSED'), told);
    expect(await state('week')).toBe('waiting');
  });

  test('one refused recipient fails at once, with the server’s words, and holds up nobody else', async () => {
    const server = await serve({
      onRcptTo({ address }, _session, done) {
        const gone = Object.assign(new Error('No such user here'), { responseCode: 550 });
        done(address.startsWith('gone') ? gone : null);
      },
    });
    send(server.url);
    await queue(opened.db, 'gone', { recipient: 'gone@example.edu' });
    await queue(opened.db, 'there');
    await vi.waitFor(async () => expect(await state('gone')).toBe('failed'), told);
    expect(await errorOf('gone')).toContain('550 No such user here');
    await vi.waitFor(async () => expect(await state('there')).toBe('sent'), told);
    expect(server.received.map(({ to }) => to)).toEqual([['sam@example.edu']]);
    await sendAgain(opened.db, admin, 'gone');
    await vi.waitFor(async () => expect((await rowOf(opened.db, 'gone')).state).toBe('failed'), told);
  });

  test('a refusal for now, or of the club’s own address, is tried again', async () => {
    const server = await serve({
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(new Error('Sender not allowed yet'), { responseCode: 550 })),
    });
    send(server.url);
    await queue(opened.db, 'ours');
    await vi.waitFor(async () => expect(await errorOf('ours')).toContain('Sender not allowed yet'), told);
    const busy = await serve({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('Mailbox busy'), { responseCode: 450 })),
    });
    send(busy.url);
    await queue(opened.db, 'busy');
    await vi.waitFor(async () => expect((await rowOf(opened.db, 'busy')).attempts).toBeGreaterThan(0), told);
    expect([await state('ours'), await state('busy')]).not.toContain('failed');
  });

  test('no address stands in the log', async () => {
    const server = await serve({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`No ${address} here`), { responseCode: 550 })),
    });
    send(server.url);
    await queue(opened.db, 'private', { recipient: 'zoe@example.edu' });
    await vi.waitFor(async () => expect(await state('private')).toBe('failed'), told);
    const logged = vi.mocked(console.error).mock.calls.flat().join('\n');
    expect(logged).toContain('Mail private was not sent: EENVELOPE 550');
    expect(logged).not.toContain('zoe');
  });
});

describe('after a crash', () => {
  /** Runs a sender as a process of its own on the same database, killed when the server says so. */
  async function crashWhileSending(server: (kill: () => Promise<void>) => Parameters<typeof openMailServer>[0]) {
    let kill = async () => {};
    const mailServer = await serve(server(() => kill()));
    const args = ['test/send-one.ts', opened.dataDir, mailServer.url];
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    const ended = once(child, 'exit');
    kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    await ended;
    return mailServer;
  }

  test('a mail whose sender died before handing it over is sent once', async () => {
    await queue(opened.db, 'early');
    const server = await crashWhileSending((kill) => ({
      onRcptTo: (_address, _session, answer) => {
        kill().then(() => answer(), answer);
      },
    }));
    expect(await state('early')).toBe('sending');
    expect(server.received).toEqual([]);
    await makeDue(opened.db);
    const back = await serve();
    send(back.url);
    await vi.waitFor(async () => expect(await state('early')).toBe('sent'), told);
    expect(back.received).toHaveLength(1);
  });

  test('one whose sender died before it heard the answer comes again under the same Message-ID', async () => {
    await queue(opened.db, 'late');
    const server = await crashWhileSending((kill) => ({ beforeTaking: kill }));
    await server.waitFor(1);
    expect(await state('late')).toBe('sending');
    await makeDue(opened.db);
    const back = await serve();
    send(back.url);
    await vi.waitFor(async () => expect(await state('late')).toBe('sent'), told);
    const ids = idsOf([...server.received, ...back.received]);
    expect(ids).toEqual(['<late@club.example.edu>', '<late@club.example.edu>']);
  });
});

test('a database that is gone just when the server has taken the mail makes no second copy', async () => {
  let isGone = false;
  const { db } = opened;
  const write: typeof db.write = (work) => (isGone ? Promise.reject(new Error('disk I/O error')) : db.write(work));
  const server = await serve({
    beforeTaking: () => {
      isGone = true;
    },
  });
  await queue(db, 'taken');
  const sender = startSender({ ...db, write }, server.url);
  closing.push(sender.stop);
  await vi.waitFor(() => expect(vi.mocked(console.error).mock.calls.flat()).toContain('disk I/O error'), told);
  expect(await state('taken')).toBe('sending');
  isGone = false;
  await makeDue(opened.db);
  await vi.waitFor(async () => expect(await state('taken')).toBe('sent'), told);
  expect(server.received).toHaveLength(1);
});

test('stopping lets a mail that is being sent finish', async () => {
  const { promise: inHand, resolve: taking } = Promise.withResolvers<void>();
  const { promise: letGo, resolve: take } = Promise.withResolvers<void>();
  const server = await serve({
    beforeTaking() {
      taking();
      return letGo;
    },
  });
  await queue(opened.db, 'last');
  const sender = send(server.url);
  await inHand;
  const stopped = sender.stop();
  take();
  await stopped;
  expect(await state('last')).toBe('sent');
});
