import { data } from 'react-router';
import { refusalOf } from './problem.ts';
import { reportError } from '../telemetry/request-scope.ts';

/** What an action answers when nothing was done: why, in words, and per field of what was sent. */
export interface Refused {
  ok: false;
  /** The answer's own status: a fetcher sees its data only. */
  status: number;
  error: string;
  fields: Record<string, string>;
  /** With 409: the record as someone else saved it meanwhile. */
  current?: { version: number };
}

/**
 * Runs a domain call inside an action. Answers `{ ok: true, … }` with what the call gave back or, where the domain
 * refused, `{ ok: false, status, error, fields }` with the status that refusalOf gives; any other error is thrown on.
 */
export async function toActionResult<Result extends object = object>(work: () => Promise<Result | void>) {
  try {
    return { ok: true as const, ...((await work()) ?? ({} as Partial<Result>)) };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (refusal.status >= 500) reportError('What was sent cannot be saved', error);
    return data<Refused>({ ok: false, ...refusal }, refusal.status);
  }
}

/** Runs a domain query inside a loader: what the domain refuses is shown by the nearest error page, with its status. */
export async function toLoaderData<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    throw data({ error: refusal.error }, refusal.status);
  }
}
