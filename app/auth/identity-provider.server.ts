import type { Configuration, CustomFetch, IDToken, UserInfoResponse } from 'openid-client';
import { LONGEST_ADDRESS, withDomainInAscii } from '../domain/email-address.ts';
import { storable } from '../domain/plain-text.ts';
import { loadOnce } from '../limits/load-once.ts';
import { isLoopback } from '../config/settings.server.ts';
import { toSignInError, SignInError } from './sign-in-error.ts';

export interface ProviderAccess {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  fetch?: CustomFetch;
  prompt?: string;
}

export interface Flow {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Claims {
  /** As the provider writes it in its tokens. */
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
}

interface IdentityProvider {
  /** @throws SignInError if the provider cannot be reached. */
  begin: () => Promise<{ address: string; flow: Flow }>;
  /** Returns verified claims. @throws SignInError if anything is wrong with them. */
  finish: (callback: URL, flow: Flow) => Promise<Claims>;
}

interface Discovered {
  client: typeof import('openid-client');
  /** One for each way in which this site can authenticate, the likeliest first. */
  configurations: Configuration[];
}

const TIMEOUT_S = 10;

const REFUSES_SITE =
  'Nobody can sign in: the identity provider refuses this site (invalid_client). OIDC_CLIENT_SECRET may have expired: make another at the provider, set it, and restart.';

/** Authorization code with PKCE, state and nonce. Discovery waits for the first sign-in, because the built-in provider starts later. */
export function connectProvider(
  access: ProviderAccess,
  callbackUrl: string,
  /** Gets the provider's error code. */
  onSiteRefused: (word: string) => Promise<void> = async () => undefined,
): IdentityProvider {
  const connected = loadOnce(() =>
    discover(access).catch((error: unknown) => {
      throw toSignInError(error, 'unreachable');
    }),
  );
  return {
    async begin() {
      const { client, configurations } = await connected();
      const flow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const configuration = first(configurations);
      const prompt = promptFor(configuration, access);
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...(prompt && { prompt }),
      });
      return { address: address.href, flow };
    },
    async finish(callback, flow) {
      const found = await connected();
      try {
        return await exchange(found, callback, flow);
      } catch (error) {
        const problem = toSignInError(error, 'refused');
        // Anybody may have written the address that a browser comes back with.
        const isSaidByProvider = !(error instanceof found.client.AuthorizationResponseError);
        if (problem.code === 'misconfigured' && isSaidByProvider) {
          console.error(REFUSES_SITE);
          await onSiteRefused(wordOf(found.client, error) ?? 'invalid_client');
        }
        throw problem;
      }
    },
  };
}

/**
 * Asks with an invalid code, because a provider first checks who is asking. Returns the provider's error if it refuses this
 * site, null if it accepts it, and undefined if it does not say or cannot be reached.
 */
export async function askWhetherRefused(
  access: ProviderAccess,
  callbackUrl: string,
): Promise<string | null | undefined> {
  const { client, configurations } = await discover(access);
  const made = { code: 'none', redirect_uri: callbackUrl, code_verifier: client.randomPKCECodeVerifier() };
  let word: string | undefined;
  for (const configuration of configurations) {
    word = await client.genericGrantRequest(configuration, 'authorization_code', made).then(
      () => undefined,
      (error: unknown) => wordOf(client, error),
    );
    if (word === 'invalid_grant') return null;
  }
  return word !== undefined && REFUSALS.has(word) ? word : undefined;
}

const REFUSALS = new Set(['invalid_client', 'unauthorized_client']);

/** The provider's own error code. */
function wordOf(client: Discovered['client'], error: unknown): string | undefined {
  if (error instanceof client.ResponseBodyError) return error.error;
  return error instanceof client.WWWAuthenticateChallengeError ? 'invalid_client' : undefined;
}

async function discover({ issuer, clientId, clientSecret, fetch }: ProviderAccess): Promise<Discovered> {
  const client = await import('openid-client');
  const options = {
    timeout: TIMEOUT_S,
    execute: [
      // A token counts only once its signature has been checked, however it arrived.
      client.enableNonRepudiationChecks,
      // Only on this machine may a connection be unencrypted.
      ...(issuer.startsWith('http:') && isLoopback(new URL(issuer).origin) ? [client.allowInsecureRequests] : []),
    ],
    ...(fetch && { [client.customFetch]: fetch }),
  };
  const ways = clientSecret
    ? [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)]
    : [client.None()];
  const metadata = clientSecret ? { client_secret: clientSecret } : {};
  const configurations = ways.map((way) => client.discovery(new URL(issuer), clientId, metadata, way, options));
  return { client, configurations: await Promise.all(configurations) };
}

function promptFor(configuration: Configuration, { prompt }: ProviderAccess): string | undefined {
  const offered = configuration.serverMetadata()['prompt_values_supported'];
  return Array.isArray(offered) && offered.includes('select_account') ? 'select_account' : prompt;
}

async function exchange({ client, configurations }: Discovered, callback: URL, flow: Flow): Promise<Claims> {
  const checks = {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.verifier,
    idTokenExpected: true,
  };
  const [likely, other] = configurations;
  if (!likely) throw new SignInError('unreachable');
  const grant = (configuration: Configuration) => client.authorizationCodeGrant(configuration, callback, checks);
  const tokens = await grant(likely).catch((error: unknown) => {
    // The provider expects the secret in the other way; the code is not used up.
    const isOtherWay = error instanceof client.ResponseBodyError && error.error === 'invalid_client';
    if (!other || !(isOtherWay || error instanceof client.WWWAuthenticateChallengeError)) throw error;
    configurations.reverse();
    return grant(other);
  });
  const token = tokens.claims();
  if (!token) throw new SignInError('refused');
  if (token.email !== undefined || !likely.serverMetadata().userinfo_endpoint) return claimsFrom(token, token);
  return claimsFrom(token, await client.fetchUserInfo(likely, tokens.access_token, token.sub));
}

function claimsFrom(token: IDToken, details: IDToken | UserInfoResponse): Claims {
  const { email, name } = details;
  const isVerified: unknown = details.email_verified;
  return {
    issuer: token.iss,
    subject: token.sub,
    email: addressOf(email),
    // Some providers write the flag as a string.
    isEmailVerified: isVerified === true || isVerified === 'true',
    name: textOf(name) ?? textOf(token['name']),
  };
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? storable(value).trim() : '';
  return text === '' ? undefined : text.slice(0, 200);
}

/** Never shortened: a shorter address would be somebody else's. */
function addressOf(value: unknown): string | undefined {
  const address = typeof value === 'string' ? withDomainInAscii(storable(value).trim()) : '';
  return address === '' || address.length > LONGEST_ADDRESS ? undefined : address;
}

function first(configurations: Configuration[]): Configuration {
  const [configuration] = configurations;
  if (!configuration) throw new SignInError('unreachable');
  return configuration;
}
