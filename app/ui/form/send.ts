import { currentToken, forgetToken, prepareToken } from '../../attest/token.ts';
import { FAULT_OF_FORM, isOfKind, ProblemError, type Problem } from '../../problem.ts';
import { readAnswer } from '../../read-answer.ts';
import { background } from '../live/background-work.ts';
import { UNREACHED } from './use-sending.ts';

export { prepareToken };

const TIMEOUT_MS = 30_000;

/** If the token has run out, gets a new one and posts once more. undefined when everything is stored. */
export async function attested(post: (token: string) => Promise<unknown>): Promise<Problem | undefined> {
  const problem = await problemOf(async () => {
    await withToken(post).catch((error: unknown) => {
      if (!isAboutToken(error)) throw error;
      forgetToken();
      return withToken(post);
    });
  });
  if (!problem) forgetToken();
  return problem;
}

export async function problemOf(run: () => Promise<unknown>): Promise<Problem | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof ProblemError ? error.problem : UNREACHED;
  }
}

async function withToken(post: (token: string) => Promise<unknown>): Promise<void> {
  await post(await currentToken());
}

function isAboutToken(error: unknown): boolean {
  return error instanceof ProblemError && isOfKind(error.problem, 'attestation');
}

interface Recorded {
  recorded: true;
  confirmedTo?: unknown;
  signUp?: unknown;
}

/** Waits until it is stored. @throws ProblemError with what the site said, or another error if it cannot be reached. */
export async function post(address: string, body: BodyInit, headers: Record<string, string>): Promise<Recorded> {
  const response = await fetch(address, {
    method: 'POST',
    body,
    headers: { accept: 'application/json', ...headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  background.forgetPrefetched();
  return readAnswer<Recorded>(response, ['recorded'], FAULT_OF_FORM).catch((error: unknown) => {
    if (!(error instanceof ProblemError)) throw error;
    const { problem } = error;
    throw new ProblemError({ ...problem, detail: withTime(problem.detail, response) });
  });
}

function withTime(text: string, response: Response): string {
  const seconds = Number(response.headers.get('retry-after'));
  if (response.status !== 429 || !seconds) return text;
  const time = new Date(Date.now() + seconds * 1000 + 59_000);
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: 'numeric', minute: '2-digit' });
  return `${text} That is at ${clock.format(time)}. Nothing you typed is lost.`;
}
