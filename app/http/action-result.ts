import { data } from 'react-router';
import type { Problem } from '../problem.ts';
import { reportError } from '../telemetry/request-scope.ts';
import { toProblem } from './problem.ts';

/** A refusal of the domain becomes `{ ok: false }` with the problem and its status; any other error is thrown on. */
export async function toActionResult<Result extends object = object>(work: () => Promise<Result | void>) {
  try {
    return { ok: true as const, ...((await work()) ?? ({} as Partial<Result>)) };
  } catch (error) {
    const problem = toProblem(error);
    if (!problem) throw error;
    if (problem.status >= 500) reportError('What was sent cannot be saved', error);
    return data<{ ok: false } & Problem>({ ok: false, ...problem }, problem.status);
  }
}

export async function toLoaderData<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const problem = toProblem(error);
    if (!problem) throw error;
    throw data(problem, problem.status);
  }
}
