import { parse } from 'hono/utils/cookie';
import { hasSignature, sign } from './signed-token.server.ts';

export const SESSION_COOKIE = 'clubroom_session';

/** Scripts cannot read it, other sites' posts do not carry it, and under https it is bound to the host. */
export interface SiteCookie {
  read: (header: string | null | undefined) => string | undefined;
  write: (value: string, seconds: number) => string;
  clear: () => string;
}

/** Under https the name begins with `__Host-`. */
export function siteCookie(publicUrl: string, name: string): SiteCookie {
  const https = publicUrl.startsWith('https:');
  const fullName = https ? `__Host-${name}` : name;
  const rest = `; Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  return {
    read: (header) => (header ? parse(header, fullName)[fullName] : undefined),
    write: (value, seconds) => `${fullName}=${value}; Max-Age=${seconds}${rest}`,
    clear: () => `${fullName}=; Max-Age=0${rest}`,
  };
}

/** A forged cookie counts as none, and costs no query. */
export function signedCookie(publicUrl: string, name: string, secret: string): SiteCookie {
  const cookie = siteCookie(publicUrl, name);
  return {
    read(header) {
      const [value = '', mark = ''] = cookie.read(header)?.split('.') ?? [];
      return hasSignature(secret, name, value, mark) ? value : undefined;
    },
    write: (value, seconds) => cookie.write(`${value}.${sign(secret, name, value)}`, seconds),
    clear: cookie.clear,
  };
}
