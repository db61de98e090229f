import { CannotAttest, currentToken, forgetToken, prepareToken } from '../../attest/token.ts';
import { UNREACHED, type Refusal } from './refusal.ts';

export { prepareToken };

/** Something was not stored, and why, in words for whoever sent it; all that was typed is still there. */
export class NotSent extends Error {
  override name = 'NotSent';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.error);
    this.refusal = refusal;
  }
}

const TIMEOUT_MS = 30_000;
const FAILED = 'Something went wrong on our side. Nothing you typed is lost: please try again in a moment.';

/**
 * Runs posts to this site that carry an attestation. One that was refused because its token had run out gets a new one
 * and is sent once more, without anyone noticing. Gives back why something was not stored; undefined when all was.
 */
export async function attested(post: (token: string) => Promise<unknown>): Promise<Refusal | undefined> {
  const refusal = await refusalOf(async () => {
    await withToken(post).catch((error: unknown) => {
      if (!isAboutToken(error)) throw error;
      forgetToken();
      return withToken(post);
    });
  });
  if (!refusal) forgetToken();
  return refusal;
}

/** Runs something that is sent, and gives back why it was not; undefined when it was. */
export async function refusalOf(run: () => Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof NotSent) return error.refusal;
    return error instanceof CannotAttest ? { error: error.message } : UNREACHED;
  }
}

async function withToken(post: (token: string) => Promise<unknown>): Promise<void> {
  await post(await currentToken());
}

function isAboutToken(error: unknown): boolean {
  return error instanceof NotSent && (error.refusal.code?.startsWith('attestation') ?? false);
}

/**
 * Posts to an address of this site and waits until it says that it is stored; gives back what it says besides.
 * @throws NotSent with what the site said, or TypeError where it cannot be reached.
 */
export async function post(address: string, body: BodyInit, headers: Record<string, string>) {
  const response = await fetch(address, {
    method: 'POST',
    body,
    headers: { accept: 'application/json', ...headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return answerOf(response);
  const said: Partial<Refusal> = await answerOf(response);
  throw new NotSent({ ...said, error: withTime(said.error ?? FAILED, response), status: response.status });
}

async function answerOf(response: Response): Promise<Record<string, unknown>> {
  return response.json().catch(() => ({}));
}

/** Says by the clock when to try again, where the site said after how long. */
function withTime(text: string, response: Response): string {
  const seconds = Number(response.headers.get('retry-after'));
  if (response.status !== 429 || !seconds) return text;
  const time = new Date(Date.now() + seconds * 1000 + 59_000);
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: 'numeric', minute: '2-digit' });
  return `${text} That is at ${clock.format(time)}. Nothing you typed is lost.`;
}
