import { createHash, generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Provider, type Configuration, type JWK } from 'oidc-provider';
import { createWindow } from '../../limits/sliding-window.ts';
import { readOrMakeSecret } from '../secret-file.server.ts';
import { ACCOUNTS, findLocalAccount, type LocalAccount } from './accounts.ts';
import { createMemoryAdapter } from './memory-adapter.ts';
import { createPages, PROTOCOL_POLICY, type Pages, type ProviderClub } from './sign-in-page.ts';

/** `issuer` ends in the path under which the provider is mounted. */
interface ProviderOptions {
  issuer: string;
  clientSecret: string;
  secret: string;
  dataDir: string;
  password: string;
  isPasswordSet: boolean;
  club: () => ProviderClub;
}

const SCOPE = 'openid email profile';
const WRONG = 'The email or the password is wrong.';
const PRINTED = 'Both were printed where the site was started.';
const SET = 'The email was printed where the site was started; the password is the one in LOCAL_IDP_PASSWORD.';
const GONE = 'This sign-in took too long or was finished already.';
const WRONG_TRIES = { points: 10, seconds: 300 };
const LONGEST_BODY = 10_000;

export async function createProvider(options: ProviderOptions) {
  const { origin, pathname: mount } = new URL(options.issuer);
  const keys = await readOrMakeSecret(options.dataDir, 'local-keys.json', makeKeys);
  const pages = createPages(options.club);
  const made = configuration(options, pages, { origin, mount, keys: JSON.parse(keys) });
  const provider = new Provider(options.issuer, made);
  provider.proxy = true;
  const answerProtocol = provider.callback();
  const answerSignIn = signInScreen(provider, pages, options);
  return (request: IncomingMessage, response: ServerResponse) => {
    // The provider uses the addresses of PUBLIC_URL, although the request arrived without TLS.
    request.headers['x-forwarded-proto'] = new URL(origin).protocol.slice(0, -1);
    const url = request.url ?? mount;
    if (url.startsWith(`${mount}/sign-in/`)) return answerSignIn(request, response);
    response.setHeader('content-security-policy', PROTOCOL_POLICY);
    Object.assign(request, { originalUrl: url, url: url.slice(mount.length) || '/' });
    return answerProtocol(request, response);
  };
}

function makeKeys(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify([{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'local' }]);
}

function configuration(
  options: ProviderOptions,
  pages: Pages,
  { origin, mount, keys }: { origin: string; mount: string; keys: JWK[] },
): Configuration {
  return {
    adapter: createMemoryAdapter(),
    jwks: { keys },
    clients: [
      {
        client_id: 'clubroom',
        client_secret: options.clientSecret,
        redirect_uris: [`${origin}/auth/callback`],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: {
      keys: [options.secret],
      long: { path: mount },
      names: { session: 'local_idp', interaction: 'local_idp_sign_in', resume: 'local_idp_resume' },
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
    },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 3600, IdToken: 600, Interaction: 3600, Session: 3600 },
    interactions: { url: (_ctx, { uid }) => `${mount}/sign-in/${uid}` },
    findAccount: (_ctx, subject) => {
      const account = ACCOUNTS.find((known) => known.subject === subject);
      return account && { accountId: subject, claims: () => claimsOf(account) };
    },
    // This site is the only client, so nobody has to consent to it.
    async loadExistingGrant({ oidc: { client, session, provider } }) {
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
    renderError(ctx, { error_description: description, error }) {
      ctx.type = 'html';
      ctx.set('content-security-policy', pages.policy);
      ctx.body = pages.problem(description ?? error);
    },
  };
}

function claimsOf({ subject, email, name }: LocalAccount) {
  return { sub: subject, email, email_verified: true, name };
}

function signInScreen(provider: Provider, pages: Pages, options: ProviderOptions) {
  const { password, isPasswordSet } = options;
  const wrong = `${WRONG} ${isPasswordSet ? SET : PRINTED}`;
  const tries = createWindow(WRONG_TRIES);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const action = request.url ?? '';
    const show = (status: number, email: string, error?: string) =>
      send(response, status, pages, pages.signIn({ action, email, ...(error && { error }) }));
    try {
      await provider.interactionDetails(request, response);
    } catch {
      return send(response, 400, pages, pages.problem(GONE));
    }
    if (request.method !== 'POST') return show(200, '');
    const typed = new URLSearchParams(await bodyOf(request));
    const email = (typed.get('email') ?? '').slice(0, 200);
    const account = findLocalAccount(email);
    // There are only a few names to count by, whatever people type.
    const counted = account?.subject ?? 'nobody';
    const { waitMs } = tries.take(counted);
    if (waitMs > 0) {
      return show(429, email, `Too many tries. Please wait ${Math.ceil(waitMs / 60_000)} min and try again.`);
    }
    if (!account || !isSame(typed.get('password') ?? '', password)) return show(401, email, wrong);
    tries.forget(counted);
    await provider.interactionFinished(request, response, { login: { accountId: account.subject, remember: false } });
  };
}

function send(response: ServerResponse, status: number, { policy }: Pages, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  response.end(html);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) {
    text += part;
    if (text.length > LONGEST_BODY) break;
  }
  return text;
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
