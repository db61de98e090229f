import type { Challenge, Solution } from 'altcha-lib/types';
import { describeProblem, ProblemError } from '../problem.ts';
import { readAnswer } from '../read-answer.ts';

const NO_ANSWER = 'This form could not be prepared. Nothing you typed is lost: please try again in a moment.';

interface Held {
  token: string;
  /** On the clock of performance.now(), which nobody sets. */
  until: number;
}

/** A token that is about to run out is not begun with. */
const MARGIN_MS = 20_000;

let held: Promise<Held> | undefined;

/** Begins to get a token, while the visitor types. One that cannot be had yet is asked for again when it is needed. */
export function prepareToken(): void {
  const mine = (held ??= getToken());
  mine.catch(() => forgetToken(mine));
}

/**
 * The token for what is sent now: the prepared one, or a new one where that has run out.
 * @throws ProblemError if this browser cannot prove that it shows a page of this site, or another error where the site cannot be reached.
 */
export async function currentToken(): Promise<string> {
  held ??= getToken();
  const mine = held;
  try {
    const { token, until } = await mine;
    if (until > performance.now()) return token;
  } catch (error) {
    forgetToken(mine);
    throw error;
  }
  forgetToken(mine);
  return currentToken();
}

/** A token that was used up, or refused, is not sent again. */
export function forgetToken(which = held): void {
  if (held === which) held = undefined;
}

async function getToken(): Promise<Held> {
  if (!globalThis.crypto?.subtle) {
    throw cannotAttest(
      'This page was not opened over a secure connection, so it cannot send. Open it with https:// and try again.',
    );
  }
  const challenge = await ask<Challenge>(['parameters'], '/api/attest/challenge');
  const solution = await solve(challenge);
  const asked = performance.now();
  const body = JSON.stringify({ challenge, solution });
  const { token, expiresIn } = await ask<Granted>(['token', 'expiresIn'], '/api/attest/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return { token, until: asked + expiresIn * 1000 - MARGIN_MS };
}

interface Granted {
  token: string;
  expiresIn: number;
}

async function ask<Answer extends object>(
  keys: readonly (keyof Answer & string)[],
  address: string,
  init?: RequestInit,
): Promise<Answer> {
  return readAnswer(await fetch(address, { cache: 'no-store', ...init }), keys, NO_ANSWER);
}

function cannotAttest(text: string): ProblemError {
  return new ProblemError(describeProblem(403, text));
}

function solve(challenge: Challenge): Promise<Solution> {
  const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' });
  const solved = new Promise<Solution>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) => {
      if (data) resolve(data);
      else
        reject(
          cannotAttest('Your browser took too long to prepare this form. Nothing you typed is lost: please try again.'),
        );
    });
    worker.addEventListener('error', (event) =>
      reject(
        // What could not be loaded is a bare event. The next worker asks for its script anew.
        event instanceof ErrorEvent
          ? cannotAttest(
              'Your browser could not prepare this form. Please try again; if it keeps failing, copy what you typed and reload the page.',
            )
          : new TypeError('The worker could not be loaded'),
      ),
    );
  });
  worker.postMessage(challenge);
  return solved.finally(() => worker.terminate());
}
