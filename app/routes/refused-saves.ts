import { data, isRouteErrorResponse, type ClientLoaderFunctionArgs, type DataStrategyResult } from 'react-router';
import { describeProblem, FAULT_OF_SAVE, readProblem, type Problem } from '../problem.ts';
import { isAnswer } from '../read-answer.ts';
import { parseJson } from '../domain/parse-json.ts';

type Results = Record<string, DataStrategyResult>;

const OFFLINE = 'You are offline. Nothing is lost: try again once you are back online.';
const UNREACHED = 'The site cannot be reached. Nothing is lost: check your connection and try again.';
const ENDED = 'You are not signed in any more. Sign in again in another tab, then save here again.';

/** Turns any failure of a save into `{ ok: false }`, so that the dialog stays open with everything that was typed. */
export async function answerFailedSaves(
  { request }: Pick<ClientLoaderFunctionArgs, 'request'>,
  next: () => Promise<Results>,
): Promise<Results> {
  const results = await next();
  if (request.method === 'GET') return results;
  return Object.fromEntries(
    Object.entries(results).map(([id, result]) => [id, result.type === 'error' ? refused(result.result) : result]),
  );
}

function refused(thrown: unknown): DataStrategyResult {
  const error = unwrapped(thrown);
  if (!isRouteErrorResponse(error)) {
    const noAnswer = navigator.onLine ? UNREACHED : OFFLINE;
    return answer(describeProblem(503, isNoAnswer(error) ? noAnswer : FAULT_OF_SAVE));
  }
  const { status } = error;
  const said = contentOf(error.data);
  if (status > 500 && !isAnswer<{ error: string }>(said, ['error'])) return answer(describeProblem(503, UNREACHED));
  return answer(status === 401 ? describeProblem(401, ENDED) : readProblem(said, status, FAULT_OF_SAVE));
}

/** True without a network, or if something else answered instead of the site, which the router cannot read. */
function isNoAnswer(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.message.startsWith('Unable to decode'));
}

/** React Router wraps an action's error in `data`, unless it is an answer of the server. */
function unwrapped(thrown: unknown): unknown {
  const isWrapped = !isRouteErrorResponse(thrown) && typeof thrown === 'object' && thrown !== null && 'data' in thrown;
  return isWrapped ? thrown.data : thrown;
}

function answer(problem: Problem): DataStrategyResult {
  return { type: 'data', result: data({ ok: false, ...problem }, problem.status) };
}

export function contentOf(body: unknown): unknown {
  return typeof body === 'string' ? parseJson(body) : body;
}
