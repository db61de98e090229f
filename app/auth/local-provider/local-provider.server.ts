import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback, type Settings } from '../../config/settings.server.ts';
import { StartError } from '../../config/start-error.ts';
import { newShortId } from '../../domain/keys.ts';
import type { ClubConfig } from '../../config/club.ts';
import type { ProviderAccess } from '../identity-provider.server.ts';
import { keptSecret } from '../kept-secret.server.ts';

/** Where the local identity provider is mounted. */
export const MOUNT = '/idp';

export interface LocalProvider {
  access: ProviderAccess;
  /** The password of both accounts. */
  password: string;
  /** Whether it is the one in LOCAL_IDP_PASSWORD, which the start does not print. */
  isPasswordSet: boolean;
  /** Answers every request below /idp. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** What its pages show of the club. */
export type ProviderClub = Pick<ClubConfig['club'], 'name' | 'accent'>;

type Handle = LocalProvider['handle'];

/**
 * The built-in identity provider (readings.md 2): a real OpenID Connect provider in this process, whose code is loaded
 * at the first sign-in. `secret` signs its cookies; its pages have the name, mark and accent of the `club`.
 * @throws StartError where others than this machine could reach it.
 */
export async function openLocalProvider(
  settings: Settings,
  secret: string,
  club: ProviderClub,
): Promise<LocalProvider> {
  const { publicUrl, dataDir, localIdpPassword } = settings;
  if (!isLoopback(publicUrl)) {
    throw new StartError(
      'Setting OIDC_ISSUER: is required where PUBLIC_URL is not a loopback address; the local identity provider is for trying out only',
    );
  }
  const password = localIdpPassword ?? (await keptSecret(dataDir, 'local-password', newShortId));
  const isPasswordSet = localIdpPassword !== undefined;
  const clientSecret = crypto.randomUUID();
  const issuer = publicUrl + MOUNT;
  let loading: Promise<Handle> | undefined;
  const load = async () => {
    const { createProvider } = await import('./provider.server.ts');
    return createProvider({ issuer, clientSecret, secret, dataDir, password, isPasswordSet, club });
  };
  return {
    access: { issuer, clientId: 'clubroom', clientSecret, prompt: 'login', fetch: fetchHere(settings) },
    password,
    isPasswordSet,
    async handle(request, response) {
      loading ??= load().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      const answer = await loading;
      await answer(request, response);
    },
  };
}

/** Reaches this process where it listens: PUBLIC_URL may be known to browsers only, such as a forwarded port. */
function fetchHere({ publicUrl, port, host }: Settings): NonNullable<ProviderAccess['fetch']> {
  const isEverywhere = host === undefined || host === '0.0.0.0' || host === '::';
  const address = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return (url, options) => {
    const { body, headers, method, redirect, signal } = options;
    const form = body instanceof URLSearchParams ? { body } : {};
    const init = { headers, method, redirect, ...form, ...(signal && { signal }) };
    return fetch(url.replace(publicUrl, `http://${address}:${port}`), init);
  };
}
