import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import Provider, { type Configuration } from 'oidc-provider';
import { createMemoryAdapter } from '../app/auth/local-provider/memory-adapter.ts';
import { freePort } from './app.ts';

/** What an outside identity provider says of the one person it knows; tests change it. */
export interface UserClaims {
  sub: string;
  email?: string;
  /** Some providers say it in words, which the protocol does not provide for. */
  email_verified?: boolean | string;
  name?: string;
}

/** Another real identity provider, on its own port, that signs in whoever comes as `claims`. */
export interface OtherProvider {
  issuer: string;
  claims: UserClaims;
  /** Settings that connect a site to it. */
  env: { OIDC_ISSUER: string; OIDC_CLIENT_ID: string; OIDC_CLIENT_SECRET: string };
  /** Lets a site at this address sign people in. */
  allow: (siteUrl: string) => void;
  close: () => Promise<void>;
}

interface Options {
  authMethod?: 'client_secret_basic' | 'client_secret_post';
  /** UserClaims of the path of every request. */
  onRequest?: (path: string) => void;
}

export async function startOtherProvider({ authMethod = 'client_secret_basic', onRequest }: Options = {}) {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const sites: string[] = [];
  const other: OtherProvider = {
    issuer,
    claims: { sub: 'someone' },
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'club', OIDC_CLIENT_SECRET: 'the-secret-of-the-club' },
    allow: (siteUrl) => sites.push(siteUrl),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const configuration: Configuration = {
    adapter: createMemoryAdapter(),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig' }] },
    cookies: { keys: ['only for this test'] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    pkce: { required: () => true },
    clients: [
      {
        client_id: other.env.OIDC_CLIENT_ID,
        client_secret: other.env.OIDC_CLIENT_SECRET,
        token_endpoint_auth_method: authMethod,
        redirect_uris: ['http://localhost:1/auth/callback'],
      },
    ],
    // Like most providers, it says who someone is only when asked with the token.
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...other.claims, sub }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/in/${uid}` },
    async loadExistingGrant({ oidc: { client, session, provider } }) {
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  // The site's port is known only after the provider's.
  provider.Client.prototype.redirectUriAllowed = (uri) => sites.some((site) => uri === `${site}/auth/callback`);
  const answer = provider.callback();
  const server = createServer((request, response) => {
    onRequest?.(new URL(request.url ?? '', issuer).pathname);
    const isSigningIn = request.url?.startsWith('/in/');
    const login = { accountId: other.claims.sub };
    const answered = isSigningIn
      ? provider.interactionFinished(request, response, { login })
      : answer(request, response);
    answered.catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await once(server.listen(port, 'localhost'), 'listening');
  return other;
}
