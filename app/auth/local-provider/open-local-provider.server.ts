import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isLoopback, isOpenToOthers, type Settings } from '../../config/settings.server.ts';
import { StartError } from '../../config/start-error.ts';
import { newShortId } from '../../domain/keys.ts';
import { isForwarded } from '../../http/listen/client-address.ts';
import { loadOnce } from '../../limits/load-once.ts';
import type { ProviderAccess } from '../identity-provider.server.ts';
import { readOrMakeSecret } from '../secret-file.server.ts';
import type { ProviderClub } from './sign-in-page.ts';

export const MOUNT = '/idp';

/** The provider remembers the whole address with which a sign-in began. */
const LONGEST_ADDRESS = 4000;
/** The shortest password if other machines can try it. */
const LEAST_OPEN = 16;

export interface LocalProvider {
  access: ProviderAccess;
  /** The same for both accounts. */
  password: string;
  /** True if LOCAL_IDP_PASSWORD sets it; then the start does not print it. */
  isPasswordSet: boolean;
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** A real OpenID Connect provider, loaded at the first sign-in. @throws StartError if others could reach it. */
export async function openLocalProvider(
  settings: Settings,
  secret: string,
  club: () => ProviderClub,
): Promise<LocalProvider> {
  const { publicUrl, dataDir, localIdpPassword } = settings;
  if (!isLoopback(publicUrl)) {
    throw new StartError(
      'Setting OIDC_ISSUER: is required where PUBLIC_URL is not a loopback address; the local identity provider is for trying out only',
    );
  }
  if (localIdpPassword !== undefined && localIdpPassword.length < LEAST_OPEN && isOpenToOthers(settings)) {
    throw new StartError(
      `Setting LOCAL_IDP_PASSWORD: must be at least ${LEAST_OPEN} characters where HOST or LISTEN_FDS let others than this machine in`,
    );
  }
  const password = localIdpPassword ?? (await readOrMakeSecret(dataDir, 'local-password', newPassword));
  const isPasswordSet = localIdpPassword !== undefined;
  const clientSecret = crypto.randomUUID();
  const issuer = publicUrl + MOUNT;
  const load = loadOnce(async () => {
    const { createProvider } = await import('./create-provider.server.ts');
    return createProvider({ issuer, clientSecret, secret, dataDir, password, isPasswordSet, club });
  });
  return {
    access: { issuer, clientId: 'clubroom', clientSecret, prompt: 'login', fetch: fetchHere(settings) },
    password,
    isPasswordSet,
    async handle(request, response) {
      if (isForwarded(request) || !isAskedAt(publicUrl, request)) return refuse(response, 403, onlyAt(publicUrl));
      if ((request.url ?? '').length > LONGEST_ADDRESS) return refuse(response, 414, 'This address is too long.');
      const answer = await load();
      await answer(request, response);
    },
  };
}

function newPassword(): string {
  return newShortId() + newShortId();
}

function isAskedAt(publicUrl: string, { headers: { host } }: IncomingMessage): boolean {
  const { protocol, host: own } = new URL(publicUrl);
  return URL.parse(`${protocol}//${host}`)?.host === own;
}

function onlyAt(publicUrl: string): string {
  return `The local identity provider answers at ${publicUrl}, and only to requests that no proxy passed on.`;
}

function refuse(response: ServerResponse, status: 403 | 414, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(sentence);
}

/** Only browsers may know the host of PUBLIC_URL, and the runtime's fetch cannot be told where to find it. */
function fetchHere({ port, host }: Settings): NonNullable<ProviderAccess['fetch']> {
  const isEverywhere = host === undefined || host === '0.0.0.0' || host === '::';
  const address = isEverywhere ? '127.0.0.1' : host;
  return (url, { body, headers, method, signal }) =>
    new Promise((resolve, reject) => {
      const { pathname: path, search, host: named } = new URL(url);
      const options = { host: address, port, path: path + search, method, headers: { ...headers, host: named } };
      const asked = request({ ...options, ...(signal && { signal }) }, (answer) => {
        const { statusCode: status = 500, headers: given } = answer;
        const type = { 'content-type': given['content-type'] ?? '' };
        text(answer).then((said) => resolve(new Response(said, { status, headers: type })), reject);
      });
      asked.on('error', reject).end(body instanceof URLSearchParams ? body.toString() : undefined);
    });
}
