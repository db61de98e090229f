import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createAttestation, type Attestation } from '../../attest/attestation.server.ts';
import { AttestationUsed, type PublicWrite } from '../../domain/idempotency.ts';
import { clientAddress, networkOf } from '../../http/listen/client-address.ts';
import type { Site } from '../../site.ts';
import { createReservations } from '../../limits/reservations.ts';
import { NETWORK_LIMITS } from '../../limits/network-limits.ts';
import { createLimiter } from '../../limits/rate-limit.ts';
import { createWindow } from '../../limits/sliding-window.ts';
import type { AppEnv } from '../../http/env.ts';
import { problem, problemResponse, toProblem } from '../../http/problem.ts';
import { FAULT_OF_FORM, ProblemError, type Problem } from '../../problem.ts';
import { isDeeperThan } from '../../domain/stored-json.ts';
import { reportError } from '../../telemetry/report-error.ts';
import { parseJson } from '../../domain/parse-json.ts';

type Call = Context<AppEnv>;

/** Every public write passes here: it checks the attestation, and limits how much one address may send to one form. */
export interface Gate {
  attestation: Attestation;
  /** The network that a call comes from, which counts as one sender for every limit. */
  networkOf: (c: Call) => string;
  /**
   * Lets one write to `form` pass to `work`, which returns whether it stored something. `requireForm` throws for a form
   * that does not exist, before anything is counted for it.
   * @throws NotAttested, AttestationUsed, ProblemError (too many, a malformed key), and what `requireForm` and `work` throw.
   */
  pass: (
    c: Call,
    write: { form: string; requireForm?: () => Promise<unknown>; token: unknown; once: unknown },
    work: (write: PublicWrite) => Promise<boolean>,
  ) => Promise<void>;
}

const TRIED_OFTEN = 'This page has tried to send very often and needs a new check. Please send the form again.';
const IDEMPOTENCY_KEY = /^[\w-]{16,64}$/;

export function createGate({ auth, db, settings }: Site): Gate {
  const attestation = createAttestation(auth.secret, db);
  const reservations = createReservations(createLimiter(db, NETWORK_LIMITS.storedPerForm));
  const triesPerToken = createWindow(NETWORK_LIMITS.triesPerToken);
  const triesPerForm = createWindow(NETWORK_LIMITS.triesPerForm);
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
        throw unreadable(400, 'The once-only key is not valid.');
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

/** Refuses a body of more than so many kilobytes: before reading it if its length was announced, otherwise while reading. */
export function bodyUpTo(kilobytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: kilobytes * 1024,
    onError: () => {
      throw unreadable(413, 'What you typed is too long to send. Please shorten it and try again.');
    },
  });
}

export async function bodyOf(c: Call, type: 'application/json' | 'application/x-www-form-urlencoded'): Promise<string> {
  const given = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (given !== type) throw unreadable(415, `This address takes ${type} only.`);
  return c.req.text();
}

/** Answers are in an object of the body and contain no further objects, so no form sends anything deeper. */
const DEEPEST = 8;

export async function objectOf(c: Call): Promise<Record<string, unknown>> {
  const content = parseJson(await bodyOf(c, 'application/json'));
  if (isObject(content) && !isDeeperThan(content, DEEPEST)) return content;
  throw unreadable(400, 'This cannot be read: it is not a JSON object, or one that is nested too deeply.');
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function unreadable(status: 400 | 404 | 413 | 415, message: string): ProblemError {
  return new ProblemError(problem(status, message));
}

export function writeProblem(error: unknown): Problem {
  const found = toProblem(error) ?? problem(500, FAULT_OF_FORM);
  if (found.status >= 500) reportError('A form cannot be stored', error);
  return found;
}

export function refuseWrite(error: unknown): Response {
  return problemResponse(writeProblem(error));
}

export const NO_STORE = { 'cache-control': 'no-store' };
