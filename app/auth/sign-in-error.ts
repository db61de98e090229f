import { own } from '../domain/own.ts';

const SENTENCES = {
  cancelled: 'The sign-in was cancelled. You can try again at any time.',
  expired: 'This sign-in took too long, is already finished or began elsewhere. Please try again.',
  refused: 'The identity provider did not confirm who you are. Please try again.',
  misconfigured:
    'The identity provider no longer knows this site, so nobody can sign in. Please tell the person who runs this site: the setting OIDC_CLIENT_SECRET, or OIDC_CLIENT_ID, has to be renewed.',
  unreachable: 'The identity provider cannot be reached right now. Please try again in a moment.',
  busy: 'There were too many sign-ins from your network. Please wait a minute and try again.',
} as const;

export type SignInErrorCode = keyof typeof SENTENCES;

export class SignInError extends Error {
  override name = 'SignInError';
  readonly code: SignInErrorCode;

  constructor(code: SignInErrorCode, options?: ErrorOptions) {
    super(SENTENCES[code], options);
    this.code = code;
  }
}

const MEANINGS: Record<string, SignInErrorCode> = {
  access_denied: 'cancelled',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  login_required: 'expired',
  invalid_grant: 'expired',
  temporarily_unavailable: 'unreachable',
  server_error: 'unreachable',
};

export function toSignInError(error: unknown, otherwise: SignInErrorCode): SignInError {
  if (error instanceof SignInError) return error;
  const named = error instanceof Error ? meaningOf(error) : undefined;
  // fetch throws a TypeError if there is no answer at all.
  const code = named ?? (error instanceof TypeError ? 'unreachable' : otherwise);
  return new SignInError(code, { cause: error });
}

function meaningOf(error: Error): SignInErrorCode | undefined {
  if ('error' in error) return own(MEANINGS, String(error.error));
  // A provider may answer a wrong secret with 401 and a challenge instead of 'invalid_client'.
  return 'code' in error && error.code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' ? 'misconfigured' : undefined;
}

export function sentenceFor(code: string | null): string | undefined {
  return Object.entries(SENTENCES).find(([known]) => known === code)?.[1];
}
