import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestTrace } from './trace-requests.ts';
import { toProblem } from '../http/problem.ts';

export const requestScope = new AsyncLocalStorage<RequestTrace | undefined>();

/** Leaves out what a database says of refused rows: there may be someone's answers in it. */
export function reportError(what: string, error: unknown): void {
  if (isBrokenOff(error)) return;
  if (process.stderr.isTTY) return console.error(`${what}:`, error);
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const id = requestScope.getStore()?.id;
  // An outage is no fault of the program: where it was noticed is of no interest, a thousand times over.
  const where = toProblem(error) ? {} : { stack };
  const line = {
    time: new Date().toISOString(),
    level: 'error',
    id,
    what,
    error: `${name}: ${message}`,
    code,
    ...where,
  };
  console.error(JSON.stringify(line));
}

/** A sender who leaves half-way is no fault of this site. */
function isBrokenOff(error: unknown): boolean {
  const request = requestScope.getStore()?.response.req;
  if (!request?.destroyed || request.complete) return false;
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && error.message === 'aborted';
}
