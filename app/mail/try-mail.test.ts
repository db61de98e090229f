import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openMailServer } from '../../test/mail-server.ts';
import { club } from '../../test/outbox.ts';
import { NotAllowed, Rejected } from '../domain/errors.ts';
import { writeTestMail } from '../domain/mail/test-mail.ts';
import { tryMail } from './try-mail.ts';
import { withoutSecrets } from './without-secrets.ts';

const ada = { uid: 'a', name: 'Ada', email: 'ada@example.edu', role: 'admin' as const };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const serverAt = (smtpUrl: string) => ({
  smtpUrl,
  publicUrl: club.publicUrl,
  from: () => ({ name: club.name, address: club.email }),
});

/** A mail server that says `lines` to what it is told, one after the other. */
async function speakingServer(...lines: string[]): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    const left = [...lines];
    const next = () => socket.write(`${left.shift() ?? '221 bye'}\r\n`);
    next();
    socket.on('data', next);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

test('what the server said to a mail that it took', async () => {
  const server = await openMailServer();
  closing.push(server.close);
  const mail = writeTestMail(ada, club);
  const tried = await tryMail(serverAt(server.url), mail);
  expect(tried).toEqual({ isTaken: true, isServersAnswer: true, answer: expect.stringMatching(/^250 /) });
  const [received] = server.received;
  expect(received?.to).toEqual(['ada@example.edu']);
  expect(received?.mail.headers.get('subject')).toBe(`Test mail: ${club.name}`);
});

test('what the server said to a mail that it refused, in its words alone', async () => {
  const server = await openMailServer({
    onMailFrom: (_address, _session, done) =>
      done(Object.assign(new Error('5.7.1 This sender is not yours'), { responseCode: 553 })),
  });
  closing.push(server.close);
  const tried = await tryMail(serverAt(server.url), writeTestMail(ada, club));
  expect(tried).toEqual({ isTaken: false, isServersAnswer: true, answer: '553 5.7.1 This sender is not yours' });
  expect(server.received).toEqual([]);
});

test('one that cannot be reached, and one that says nothing', async () => {
  const gone = await openMailServer();
  await gone.close();
  const refused = await tryMail(serverAt(gone.url), writeTestMail(ada, club));
  expect(refused).toMatchObject({ isTaken: false, isServersAnswer: false });
  expect(refused.answer).toContain('ECONNREFUSED');
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  closing.push(async () => silent.close());
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const waited = await tryMail(serverAt(`smtp://127.0.0.1:${port}`), writeTestMail(ada, club), 200);
  expect(waited).toMatchObject({ isTaken: false, isServersAnswer: false });
});

test('a server that repeats how one signs in gives nothing of it away', async () => {
  const [user, password] = ['club@example.edu', 's3cr:t/üx'];
  const both = Buffer.from(`\0${user}\0${password}`).toString('base64');
  const refusal = `535 5.7.8 no ${user} with ${password} (AUTH PLAIN ${both}), ${'x'.repeat(3000)}`;
  const port = await speakingServer('220 hello', '250-hello\r\n250 AUTH PLAIN', refusal);
  const address = `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  const { isTaken, answer } = await tryMail(serverAt(address), writeTestMail(ada, club));
  expect(isTaken).toBe(false);
  expect(answer).toMatch(/^535 5\.7\.8 no … with … \(AUTH PLAIN …\)/);
  expect(answer.length).toBeLessThanOrEqual(500);
});

describe('of what is said', () => {
  const address = 'smtps://me:p%40ss%2Fword@mail.example.edu:465';

  test.each([
    ['signed in as me, welcome', 'signed in as …, welcome'],
    ['p@ss/word', '…'],
    ['me:p%40ss%2Fword', '…'],
    [`cannot open ${address} now`, 'cannot open … now'],
    ['user bWU= unknown', 'user … unknown'],
    ['Bearer abc.def wrong', 'Bearer … wrong'],
    ['token=9f8e7d, try again', 'token=…, try again'],
    ['see https://u:p@other.example/', 'see https://…@other.example/'],
    ['334 eyJzdGF0dXMiOiI0MDEifQ', '334 …'],
  ])('%s becomes %s', (said, shown) => {
    expect(withoutSecrets(said, address)).toBe(shown);
  });

  test.each(['250 2.0.0 Ok: queued as 4WqXk31', '550 5.1.1 some message', 'connect ECONNREFUSED 127.0.0.1:25'])(
    '%s stays as it is',
    (said) => {
      expect(withoutSecrets(said, address)).toBe(said);
      expect(withoutSecrets(said, 'smtp://mail.example.edu')).toBe(said);
    },
  );
});

test('it is written to whoever may see unsent mail and has an address', () => {
  expect(writeTestMail({ ...ada, role: 'events' }, club).recipient).toBe('ada@example.edu');
  expect(() => writeTestMail({ ...ada, role: 'editor' }, club)).toThrow(NotAllowed);
  expect(() => writeTestMail(null, club)).toThrow(NotAllowed);
  expect(() => writeTestMail({ ...ada, email: '' }, club)).toThrow(Rejected);
});
