import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { createAttestation, type Attestation } from '../../attest/attestation.server.ts';
import { AttestationUsed, type PublicWrite } from '../../domain/responses/idempotency.ts';
import { clientAddress, networkOf } from '../../http/listen/client-address.ts';
import type { Site } from '../../site.ts';
import { createReservations } from '../../limits/reservations.ts';
import { LIMITS } from '../../limits/limits.ts';
import { createLimiter } from '../../limits/rate-limit.ts';
import { createWindow } from '../../limits/sliding-window.ts';
import type { AppEnv } from '../../http/env.ts';
import { problem } from '../../http/problem.ts';
import { ProblemError } from '../../problem.ts';
import { unreadable } from './read-form-body.ts';

type Call = Context<AppEnv>;

/** What every public write passes: the attestation, and how much one address may send to one form. */
export interface Gate {
  attestation: Attestation;
  /** The network that a call comes from: who counts as one for every limit. */
  networkOf: (c: Call) => string;
  /**
   * Lets one write to `form` pass to `work`, which gives back whether it stored something. `requireForm` throws for a form
   * that does not exist, before anything is counted for it.
   * @throws NotAttested, AttestationUsed, ProblemError (too many, a malformed key), and what `requireForm` and `work` throw.
   */
  pass: (
    c: Call,
    write: { form: string; requireForm?: () => Promise<unknown>; token: unknown; once: unknown },
    work: (write: PublicWrite) => Promise<boolean>,
  ) => Promise<void>;
}

const TRIED_OFTEN = 'This page has been tried often and has to prove itself again. Please send the form again.';
const IDEMPOTENCY_KEY = /^[\w-]{16,64}$/;

export function createGate({ auth, db, settings }: Site): Gate {
  const attestation = createAttestation(auth.secret, db);
  const reservations = createReservations(createLimiter(db, LIMITS.storedPerForm));
  const triesPerToken = createWindow(LIMITS.triesPerToken);
  const triesPerForm = createWindow(LIMITS.triesPerForm);
  const networkAsking = (c: Call) => networkOf(clientAddress(c.env.incoming, settings.trustedProxies));
  return {
    attestation,
    networkOf: networkAsking,
    async pass(c, { form, requireForm, token, once: idempotencyKey = randomBytes(16).toString('base64url') }, work) {
      const id = attestation.read(token);
      if (triesPerToken.take(id).waitMs > 0) throw new AttestationUsed(TRIED_OFTEN);
      await requireForm?.();
      const sender = `${form}:${networkAsking(c)}`;
      const { waitMs } = triesPerForm.take(sender);
      if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000));
      if (typeof idempotencyKey !== 'string' || !IDEMPOTENCY_KEY.test(idempotencyKey))
        throw unreadable(400, 'The once-only key is not one.');
      const { wait, commit, release } = await reservations.reserve(sender);
      if (wait !== undefined) throw tooMany(wait);
      let isStored = false;
      try {
        isStored = await work({ idempotencyKey, attestation: id });
      } finally {
        await (isStored ? commit() : release());
      }
    },
  };
}

function tooMany(retryAfter: number): ProblemError {
  const text = `Too many have been sent to this form from your network. Please try again in ${minutes(retryAfter)}.`;
  return new ProblemError(problem(429, text, { retryAfter }));
}

function minutes(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
