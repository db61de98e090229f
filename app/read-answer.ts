import { ProblemError, readProblem } from './problem.ts';

/** A proxy, a portal or a login wall answered instead of this site, so nobody knows what was done. */
export class ForeignAnswer extends Error {
  override name = 'ForeignAnswer';
}

/**
 * Reads an answer of this site, which is always a JSON object with these keys, or a problem.
 * @throws ProblemError with the site's own sentence or `otherwise`; ForeignAnswer
 */
export async function readAnswer<Answer extends object>(
  response: Response,
  keys: readonly (keyof Answer & string)[],
  otherwise: string,
): Promise<Answer> {
  const said: unknown = await response.json().catch(() => undefined);
  if (response.ok && isAnswer<Answer>(said, keys)) return said;
  if (!response.ok && isAnswer<{ error: string }>(said, ['error']))
    throw new ProblemError(readProblem(said, response.status, otherwise));
  throw new ForeignAnswer();
}

export function isAnswer<Answer extends object>(
  said: unknown,
  keys: readonly (keyof Answer & string)[],
): said is Answer {
  return typeof said === 'object' && said !== null && !Array.isArray(said) && keys.every((key) => key in said);
}

/** The id that every page of this site contains (app/root.tsx). */
export const MAIN_ID = 'page_content';

/** The HTML of a page of this site. @throws ForeignAnswer for any other answer. */
export async function readPage(response: Response): Promise<string> {
  const html = await response.text();
  if (!response.ok || response.redirected || !html.includes(`id="${MAIN_ID}"`)) throw new ForeignAnswer();
  return html;
}
