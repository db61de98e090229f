import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestOf, fingerprintOf, newSecret, orderTickets } from './order.ts';
import { newTicket } from './tickets.ts';

const secret = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';

test('the fingerprint is that of the bytes, not of their letters', () => {
  expect(fingerprintOf(secret)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
  expect(newSecret()).toMatch(/^[0-9a-f]{64}$/);
  expect(newSecret()).not.toBe(newSecret());
});

test('alphabetical is by code unit: digits, capital letters, small letters', () => {
  // printf '9\nZ\na\n' | sha256sum
  expect(digestOf(['a', 'Z', '9'])).toBe('c3ae4ea46853cc6b8d08fbcb46968918f5e16fb4e1e0daf53ed02d2c4a24335e');
});

test('in whatever order the tickets came, the secret makes the same order of them', () => {
  const tickets = Array.from({ length: 200 }, () => newTicket());
  const order = orderTickets(secret, tickets);
  expect(order.toSorted()).toEqual(tickets.toSorted());
  expect(orderTickets(secret, tickets.toReversed())).toEqual(order);
  expect(orderTickets(newSecret(), tickets)).not.toEqual(order);
});

test('one ticket more makes another order of all', () => {
  const tickets = Array.from({ length: 50 }, () => newTicket());
  const more = orderTickets(secret, [...tickets, 'AAAA2222']).filter((ticket) => ticket !== 'AAAA2222');
  expect(more).not.toEqual(orderTickets(secret, tickets));
});

test('nobody entered: nobody is drawn', () => {
  expect(orderTickets(secret, [])).toEqual([]);
});

const hasTools = spawnSync('sh', ['-c', 'command -v openssl && command -v xxd']).status === 0;
if (!hasTools) console.log('openssl or xxd is not installed here: the lines of docs/draws.md were not tried.');

test.runIf(hasTools)(
  'a shell and openssl come to the same order, by the lines of docs/draws.md',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'draw-'));
    const tickets = Array.from({ length: 40 }, () => newTicket());
    writeFileSync(join(folder, 'tickets.txt'), tickets.map((ticket) => `${ticket}\n`).join(''));
    const [, lines = ''] = /```sh\n(secret=[\s\S]*?)```/.exec(readFileSync('docs/draws.md', 'utf8')) ?? [];
    const script = lines.replace(/^secret=.*$/m, `secret=${secret}`);
    const printed = execFileSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
    rmSync(folder, { recursive: true });
    expect(printed).toEqual([fingerprintOf(secret), ...orderTickets(secret, tickets)]);
  },
  60_000,
);
