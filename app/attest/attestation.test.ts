import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { databases, sqliteDatabase, type TestDatabase } from '../../test/databases.ts';
import { createAttestation, type Attestation } from './attestation.server.ts';

const SECRET = 'a secret of the tests, long enough';
const MINUTE = 60_000;

let opened: TestDatabase;
let attestation: Attestation;

afterEach(async () => {
  vi.useRealTimers();
  await opened.close();
});

describe.each(databases)('attestation on %s', (_name, open) => {
  beforeEach(async () => {
    opened = await open();
    attestation = createAttestation(SECRET, opened.db);
  });

  async function solve(address = '203.0.113.7') {
    const challenge = await attestation.challenge(address);
    const solution = await solveChallenge({ challenge, deriveKey });
    return JSON.parse(JSON.stringify({ challenge, solution }));
  }

  const later = (ms: number) => vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] });

  test('a solved challenge gives a token for ten minutes, from whatever address it is used', async () => {
    const { token, expiresIn } = await attestation.exchange(await solve());
    expect(expiresIn).toBe(600);
    expect(attestation.read(token)).toMatch(/^[\w-]{16}$/);
    later(9 * MINUTE);
    expect(attestation.read(token)).toMatch(/^[\w-]{16}$/);
    later(2 * MINUTE);
    expect(() => attestation.read(token)).toThrow(expect.objectContaining({ code: 'attestation-expired' }));
  });

  test('a solution counts once, on every copy of the site', async () => {
    const solved = await solve();
    const copy = createAttestation(SECRET, opened.db);
    const results = await Promise.allSettled([attestation.exchange(solved), copy.exchange(solved)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(copy.exchange(solved)).rejects.toMatchObject({ code: 'attestation-wrong' });
  });

  test('a challenge runs out', async () => {
    const solved = await solve();
    later(11 * MINUTE);
    await expect(attestation.exchange(solved)).rejects.toMatchObject({ code: 'attestation-expired' });
  });

  test('a solution that is not one, an easier challenge and nonsense are refused', async () => {
    const solved = await solve();
    const other = await solve();
    const stranger = createAttestation('another secret, long enough too', opened.db);
    for (const given of [
      { ...solved, solution: other.solution },
      { ...solved, solution: { counter: -1, derivedKey: 'zz' } },
      {
        ...solved,
        challenge: { ...solved.challenge, parameters: { ...solved.challenge.parameters, keyPrefix: '00' } },
      },
      { challenge: await stranger.challenge(''), solution: solved.solution },
      ...[undefined, null, 'x', 5, [], {}, { challenge: {}, solution: {} }],
    ]) {
      await expect(attestation.exchange(given)).rejects.toMatchObject({ code: 'attestation-wrong' });
    }
  });

  test('no token, a made-up one and one of another site are refused', async () => {
    const { token } = await attestation.exchange(await solve());
    const code = (given: unknown) => {
      try {
        return attestation.read(given);
      } catch (error) {
        return error;
      }
    };
    expect([code(undefined), code('')]).toMatchObject(Array(2).fill({ code: 'attestation-missing' }));
    const wrong = ['x', 'a.b', 5, {}, `${token}x`, `x${token}`, token.replace('.', '')];
    expect(wrong.map(code)).toMatchObject(wrong.map(() => ({ code: 'attestation-wrong' })));
    const elsewhere = createAttestation('another secret, long enough too', opened.db);
    expect(() => elsewhere.read(token)).toThrow(expect.objectContaining({ code: 'attestation-wrong' }));
  });
});

test(
  'a challenge is harder only for an address that asks more than five times a second',
  { tags: 'long' },
  async () => {
    opened = await sqliteDatabase();
    attestation = createAttestation(SECRET, opened.db);
    const tries = async (address: string) => {
      const challenge = await attestation.challenge(address);
      return (await solveChallenge({ challenge, deriveKey }))?.counter ?? 0;
    };
    for (let asked = 0; asked < 5; asked++) expect(await tries(`203.0.113.${asked}`)).toBeLessThan(3000);
    await Promise.all(Array.from({ length: 15 }, () => attestation.challenge('198.51.100.1')));
    expect(await tries('198.51.100.1')).toBeGreaterThan(3000);
    expect(await tries('203.0.113.9')).toBeLessThan(3000);
  },
);
