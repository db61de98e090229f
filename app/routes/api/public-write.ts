import { randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createAttestation, type Attestation } from '../../attest/attestation.server.ts';
import { NotAttested } from '../../attest/not-attested.ts';
import { EntryRejected } from '../../domain/entries/record-entry.ts';
import { AttestationUsed, SentBefore, type Sending } from '../../domain/once-only.ts';
import { clientAddress, networkOf } from '../../http/client-address.ts';
import type { Site } from '../../http/context.server.ts';
import { createLimiter } from '../../http/rate-limit.ts';
import { refusalOf } from '../../http/refusal.ts';
import { createWindow } from '../../http/sliding-window.ts';
import type { Handed } from '../../server.ts';

type Call = Context<Handed>;
type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507;

/** Why a public write was not taken: a sentence for people, `code` and the rest for the page that sent it. */
export interface WriteRefusal {
  status: Status;
  body: { error: string; code?: string; fields?: Record<string, string>; form?: unknown };
  /** Whole seconds after which to try again. */
  retryAfter?: number;
}

/** What was sent cannot even be read. */
export class Unreadable extends Error {
  override name = 'Unreadable';
  readonly status: 400 | 404 | 413 | 415;

  constructor(status: Unreadable['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** Too much was sent from one address to one form. */
class TooMany extends Error {
  override name = 'TooMany';
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super(`Too many have been sent to this form from your network. Please try again in ${minutes(retryAfter)}.`);
    this.retryAfter = retryAfter;
  }
}

/** What every public write passes: the attestation, and how much one address may send to one form. */
export interface Gate {
  attestation: Attestation;
  /** The network that a call comes from: who counts as one for every limit. */
  networkOf: (c: Call) => string;
  /**
   * Lets one write to `form` pass to `work`, which gives back whether it stored something.
   * @throws NotAttested, AttestationUsed, TooMany, Unreadable for a once-only key of another shape, and what `work` throws.
   */
  pass: (
    c: Call,
    write: { form: string; token: unknown; once: unknown },
    work: (sending: Sending) => Promise<boolean>,
  ) => Promise<void>;
}

/**
 * A campus shares one address: a lecture hall that signs up at once gets through, a flood does not (quality.md). Only
 * what is stored counts.
 */
const STORED_PER_FORM = { name: 'write', points: 100, seconds: 600 };
/**
 * What is refused costs whoever sends it: after some tries the page needs a new proof, and stopping a form for a whole
 * address by what is refused takes as many proofs as stopping it by what is stored.
 */
const TRIES_PER_TOKEN = { points: 10, seconds: 1200 };
const TRIES_PER_FORM = { points: 1000, seconds: 600 };
const TRIED_OFTEN = 'This page has been tried often and has to prove itself again. Please send the form again.';
const ONCE = /^[\w-]{16,64}$/;

export function createGate({ auth, db, settings }: Site): Gate {
  const attestation = createAttestation(auth.secret, db);
  const stored = createLimiter(db, STORED_PER_FORM);
  const triesPerToken = createWindow(TRIES_PER_TOKEN);
  const triesPerForm = createWindow(TRIES_PER_FORM);
  const networkAsking = (c: Call) => networkOf(clientAddress(c.env.incoming, settings.trustedProxies));
  return {
    attestation,
    networkOf: networkAsking,
    async pass(c, { form, token, once = randomBytes(16).toString('base64url') }, work) {
      const id = attestation.read(token);
      if (triesPerToken.take(id).waitMs > 0) throw new AttestationUsed(TRIED_OFTEN);
      const sender = `${form}:${networkAsking(c)}`;
      const { waitMs } = triesPerForm.take(sender);
      if (waitMs > 0) throw new TooMany(Math.ceil(waitMs / 1000));
      if (typeof once !== 'string' || !ONCE.test(once)) throw new Unreadable(400, 'The once-only key is not one.');
      const { wait, giveBack } = await stored.take(sender);
      if (wait !== undefined) throw new TooMany(wait);
      let isStored = false;
      try {
        isStored = await work({ once, attestation: id });
      } finally {
        if (!isStored) await giveBack();
      }
    },
  };
}

/** Refuses a longer body before it is read: no form of a club is a quarter of a megabyte. */
export const shortBody: MiddlewareHandler = bodyLimit({
  maxSize: 256 * 1024,
  onError: () => {
    throw new Unreadable(413, 'This is too long to be sent. Please shorten it and try again.');
  },
});

/** The body as the content type says, else refused. */
export async function bodyOf(c: Call, type: 'application/json' | 'application/x-www-form-urlencoded'): Promise<string> {
  const given = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (given !== type) throw new Unreadable(415, `This address takes ${type} only.`);
  return c.req.text();
}

/** The object that a JSON body holds, else refused. */
export async function objectOf(c: Call): Promise<Record<string, unknown>> {
  const body = await bodyOf(c, 'application/json');
  try {
    const content: unknown = JSON.parse(body);
    if (isObject(content)) return content;
  } catch {
    // Refused below, like JSON that is no object.
  }
  throw new Unreadable(400, 'This cannot be read: it is not a JSON object.');
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What an error means to whoever sent something; a fault of ours is logged. */
export function refusalOfWrite(error: unknown): WriteRefusal {
  if (error instanceof NotAttested) return { status: 403, body: { error: error.message, code: error.code } };
  if (error instanceof AttestationUsed)
    return { status: 403, body: { error: error.message, code: 'attestation-used' } };
  if (error instanceof SentBefore) return { status: 409, body: { error: error.message, code: 'sent-before' } };
  if (error instanceof Unreadable) return { status: error.status, body: { error: error.message } };
  if (error instanceof TooMany) {
    return { status: 429, body: { error: error.message }, retryAfter: error.retryAfter };
  }
  if (error instanceof EntryRejected) {
    return { status: 422, body: { error: error.message, fields: error.fields, form: error.form } };
  }
  const refusal = refusalOf(error);
  if (refusal) return { status: refusal.status, body: { error: refusal.error, fields: refusal.fields } };
  console.error(error);
  const text = 'Something went wrong on our side. Nothing you typed is lost: please try again in a moment.';
  return { status: 500, body: { error: text } };
}

/** A refusal as JSON. */
export function refuseWrite(c: Call, error: unknown): Response {
  const { status, body, retryAfter } = refusalOfWrite(error);
  return c.json(body, status, refusalHeaders(status, retryAfter));
}

/** A body that was not read to its end takes the connection with it: nothing else may be sent on it. */
export function refusalHeaders(status: Status, retryAfter?: number): Record<string, string> {
  return { ...noStore(retryAfter), ...(status === 413 && { connection: 'close' }) };
}

export function noStore(retryAfter?: number): Record<string, string> {
  return { 'cache-control': 'no-store', ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) };
}

function minutes(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
