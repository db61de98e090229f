import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { NotAttested } from '../../attest/not-attested.ts';
import { EntryRejected } from '../../domain/responses/record-entry.ts';
import { isDeeperThan } from '../../domain/stored-json.ts';
import { AttestationUsed, SentBefore } from '../../domain/responses/idempotency.ts';
import { refusalOf } from '../../http/problem.ts';
import type { AppEnv } from '../../http/env.ts';
import { TooMany, Unreadable } from './refused-write.ts';
import { reportError } from '../../telemetry/request-scope.ts';

type Call = Context<AppEnv>;
type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503 | 507;

/** Why a public write was not taken: a sentence for people, `code` and the rest for the page that sent it. */
export interface WriteRefusal {
  status: Status;
  body: { error: string; code?: string; fields?: Record<string, string>; form?: unknown };
  /** Whole seconds after which to try again. */
  retryAfter?: number;
}

/** Refuses a body of more than so many kilobytes: before it is read where its length was announced, else on the way. */
export function bodyUpTo(kilobytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: kilobytes * 1024,
    onError: () => {
      throw new Unreadable(413, 'This is too long to be sent. Please shorten it and try again.');
    },
  });
}

/** The body as the content type says, else refused. */
export async function bodyOf(c: Call, type: 'application/json' | 'application/x-www-form-urlencoded'): Promise<string> {
  const given = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (given !== type) throw new Unreadable(415, `This address takes ${type} only.`);
  return c.req.text();
}

/** Answers lie in an object of the body, and nothing in them: deeper is no form's. */
const DEEPEST = 8;

/** The object that a JSON body holds, else refused. */
export async function objectOf(c: Call): Promise<Record<string, unknown>> {
  const body = await bodyOf(c, 'application/json');
  try {
    const content: unknown = JSON.parse(body);
    if (isObject(content) && !isDeeperThan(content, DEEPEST)) return content;
  } catch {
    // Refused below, like JSON that is no object.
  }
  throw new Unreadable(400, 'This cannot be read: it is not a JSON object, or one that is nested too deeply.');
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
  if (!refusal || refusal.status >= 500) reportError('A form cannot be stored', error);
  if (refusal) return { status: refusal.status, body: { error: refusal.error, fields: refusal.fields } };
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
