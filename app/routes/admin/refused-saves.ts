import { data, isRouteErrorResponse, type ClientLoaderFunctionArgs, type DataStrategyResult } from 'react-router';

type Results = Record<string, DataStrategyResult>;

const UNREACHED = 'The site cannot be reached. Nothing is lost: check your connection and try again.';
const FAILED = 'Something went wrong on our side. Nothing is lost: please try again in a moment.';
const ENDED = 'You are not signed in any more. Sign in again in another tab, then save here once more.';

/**
 * Turns whatever keeps a save in the admin area from being answered (a session that ended, a server that is gone) into
 * `{ ok: false, status, error, fields }`, so that the dialog stays open with all that was typed.
 */
export async function keepRefusedSaves(
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
  if (!isRouteErrorResponse(error)) return answer(error instanceof TypeError ? UNREACHED : FAILED, 503);
  return answer(error.status === 401 ? ENDED : (sentence(error.data) ?? FAILED), error.status);
}

/** React Router wraps what an action threw in `data`, unless it is an answer of the server's. */
function unwrapped(thrown: unknown): unknown {
  const isWrapped = !isRouteErrorResponse(thrown) && typeof thrown === 'object' && thrown !== null && 'data' in thrown;
  return isWrapped ? thrown.data : thrown;
}

function answer(error: string, status: number): DataStrategyResult {
  return { type: 'data', result: data({ ok: false, status, error, fields: {} }, status) };
}

/** The `error` of a refusal that the server sent as JSON. */
function sentence(body: unknown): string | undefined {
  try {
    const content: unknown = typeof body === 'string' ? JSON.parse(body) : body;
    if (typeof content !== 'object' || content === null || !('error' in content)) return undefined;
    return typeof content.error === 'string' ? content.error : undefined;
  } catch {
    return undefined;
  }
}
