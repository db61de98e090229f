import { STATUS_CODES } from 'node:http';
import { NotAttested } from '../attest/not-attested.ts';
import { NotAllowed, NotFound, Rejected, Stale, TooLarge } from '../domain/errors.ts';
import { AttestationUsed, SentBefore } from '../domain/idempotency.ts';
import { OptionFull } from '../domain/forms/option-places.ts';
import { EntryRejected } from '../domain/responses/record-response.ts';
import { StillUsed } from '../domain/uploads/check-upload.ts';
import { describeProblem, ProblemError, type Problem } from '../problem.ts';
import { StorageFull, StorageUnavailable } from '../storage/storage.server.ts';
import type { MiddlewareHandler } from 'hono';

/** SQLite's codes: no room left; a file locked, unreadable, unwritable, not to be opened, or damaged. */
const SQLITE_FULL = 13;
const SQLITE_UNREACHABLE = new Set([5, 8, 10, 11, 14, 26]);
const UNREACHABLE = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|08|57P|53300)/;
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
const FULL = /^(ENOSPC|EDQUOT|53100)$/;

export const FAULT = 'Something went wrong on our side. Please try again in a moment.';
const LATER = 'The site cannot save anything right now. Nothing is lost: please try again in a moment.';
const NO_ROOM = 'The site has no room left to save anything. Please tell the person who runs this site.';

export function problem(status: number, detail: string, more: Parameters<typeof describeProblem>[2] = {}): Problem {
  return describeProblem(status, detail, { title: STATUS_CODES[status] ?? 'Error', ...more });
}

/** undefined if the fault is the server's. */
export function toProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof ProblemError) return error.problem;
  const { message } = error;
  if (error instanceof NotFound) return problem(404, message);
  if (error instanceof NotAllowed) return problem(error.signedIn ? 403 : 401, message);
  if (error instanceof NotAttested) return problem(403, message, { kind: error.code });
  if (error instanceof AttestationUsed) return problem(403, message, { kind: 'attestation-used' });
  if (error instanceof SentBefore) return problem(409, message, { kind: 'sent-before' });
  if (error instanceof Stale) return problem(409, message, { current: error.current });
  if (error instanceof Rejected) return rejected(error);
  if (error instanceof StorageFull || isFull(error)) return problem(507, NO_ROOM);
  return error instanceof StorageUnavailable || isUnreachable(error) ? problem(503, LATER) : undefined;
}

function rejected(error: Rejected): Problem {
  const { message, fields } = error;
  if (error instanceof TooLarge) return problem(413, message, { fields });
  if (error instanceof StillUsed || error instanceof OptionFull) return problem(409, message, { fields });
  return problem(422, message, { fields, ...(error instanceof EntryRejected && { form: error.form }) });
}

export function problemResponse(found: Problem, headers: Record<string, string> = {}): Response {
  return Response.json(found, { status: found.status, headers: { ...problemHeaders(found), ...headers } });
}

/** A body that is too large is not read to its end, so nothing else can be sent on the connection: it must close. */
export function problemHeaders({ status, retryAfter }: Problem): Record<string, string> {
  return {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(status === 413 && { connection: 'close' }),
  };
}

function isFull(error: Error): boolean {
  return sqliteCode(error) === SQLITE_FULL || FULL.test(codeOf(error));
}

function isUnreachable(error: Error): boolean {
  return SQLITE_UNREACHABLE.has(sqliteCode(error) ?? -1) || UNREACHABLE.test(codeOf(error)) || isLost(error);
}

function isLost(error: Error): boolean {
  return CONNECTION_LOST.test(error.message);
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

/** SQLite's extended codes keep the plain code in their lower bits. */
function sqliteCode(error: Error): number | undefined {
  if (!('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

function asksForJson(accept: string | undefined): boolean {
  return accept !== undefined && accept.includes('application/json') && !/text\/html|\*\/\*/.test(accept);
}

export const jsonWhereAsked: MiddlewareHandler = async (c, next) => {
  await next();
  const isMissing = c.res.status === 404 && asksForJson(c.req.header('accept'));
  if (!isMissing || /^application\/(problem\+)?json/.test(c.res.headers.get('content-type') ?? '')) return;
  // Emptied first: the earlier answer's encoding and length must not stand on this one.
  c.res = undefined;
  c.res = problemResponse(problem(404, 'There is nothing at this address.'));
};
