import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { z } from 'zod';
import { signToken, verifyToken } from '../auth/signed-token.server.ts';
import type { Database } from '../db/db.server.ts';
import { forgetTokens, consumeToken } from '../domain/idempotency.ts';
import { createWindow } from '../limits/sliding-window.ts';
import { NotAttested } from './not-attested.ts';

/**
 * App attestation: a page gets a challenge, solves it while the visitor types, and exchanges the
 * solution for a token that its public write carries. Nothing in it is bound to an address: phones change networks.
 */
export interface Attestation {
  /** A new challenge for someone in `network`; harder only while more than five a second go there. */
  challenge: (network: string) => Promise<Challenge>;
  /**
   * Exchanges a solved challenge, once, for a token and the seconds it lives.
   * @throws NotAttested
   */
  exchange: (solved: unknown) => Promise<{ token: string; expiresIn: number }>;
  /**
   * The id under which a token counts as used.
   * @throws NotAttested if it is missing, not ours or out of date.
   */
  read: (token: unknown) => string;
}

const ALGORITHM = 'PBKDF2/SHA-256';
const COST = 1000;
/** Tries until a solution is found: some half a second on a laptop, two on a phone. */
const TRIES = { min: 1000, max: 3000 };
const EASY_PER_SECOND = 5;
const HARDEST = 20;

const CHALLENGE_MS = 10 * 60_000;
const TOKEN_MS = 10 * 60_000;
/** An id is read from a token that has run out for as long as it takes to tell that from one that is not ours. */
const TELL_APART_MS = 24 * 3_600_000;
const PURPOSE = 'attestation';
const FORGET_EVERY_MS = 60_000;

const solved = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(ALGORITHM),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.number(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

const token = z.object({ id: z.string(), expires: z.number() });

/** @param secret the site's, shared by its copies; `db` remembers what was used, for all of them. */
export function createAttestation(secret: string, db: Database): Attestation {
  const secrets = {
    hmacSignatureSecret: derive(secret, 'challenge'),
    hmacKeySignatureSecret: derive(secret, 'challenge key'),
  };
  // What comes beyond the hardest is as hard, and need not be remembered.
  const asked = createWindow({ points: HARDEST * EASY_PER_SECOND, seconds: 1 });
  let forgotten = 0;

  return {
    challenge(network) {
      const { counted } = asked.take(network);
      const factor = Math.min(HARDEST, Math.max(1, counted / EASY_PER_SECOND));
      return createChallenge({
        algorithm: ALGORITHM,
        cost: COST,
        counter: Math.round(randomInt(TRIES.min, TRIES.max) * factor),
        deriveKey,
        expiresAt: new Date(Date.now() + CHALLENGE_MS),
        ...secrets,
      });
    },
    async exchange(given) {
      const { data } = solved.safeParse(given);
      if (!data) throw new NotAttested('attestation-wrong');
      const { verified, expired } = await verifySolution({
        ...data,
        solution: { ...data.solution, time: 0 },
        deriveKey,
        ...secrets,
      });
      if (expired) throw new NotAttested('attestation-expired');
      if (!verified) throw new NotAttested('attestation-wrong');
      const isFirst = await db.writeTogether(async (tx) => {
        if (Date.now() - forgotten > FORGET_EVERY_MS) {
          forgotten = Date.now();
          await forgetTokens(tx);
        }
        return consumeToken(tx, `challenge:${data.challenge.signature}`, CHALLENGE_MS * 2, null);
      });
      if (!isFirst) throw new NotAttested('attestation-wrong');
      return { token: issueToken(secret), expiresIn: TOKEN_MS / 1000 };
    },
    read(given) {
      if (given === undefined || given === '') throw new NotAttested('attestation-missing');
      const { data } = token.safeParse(typeof given === 'string' ? verifyToken(secret, PURPOSE, given) : undefined);
      if (!data) throw new NotAttested('attestation-wrong');
      if (data.expires <= Date.now()) throw new NotAttested('attestation-expired');
      return data.id;
    },
  };
}

/** A token as `exchange` gives it out, from `now` on. */
export function issueToken(secret: string, now = Date.now()): string {
  const content = { id: randomBytes(12).toString('base64url'), expires: now + TOKEN_MS };
  return signToken(secret, PURPOSE, content, now + TELL_APART_MS);
}

function derive(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('hex');
}
