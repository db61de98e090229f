import { parse } from 'hono/utils/cookie';

/** A cookie of this site: out of reach for scripts and other sites' posts, and bound to the host under https. */
export interface SiteCookie {
  /** The cookie's value in a request's Cookie header. */
  read: (header: string | null | undefined) => string | undefined;
  /** A Set-Cookie header that keeps `value` for `seconds`. */
  write: (value: string, seconds: number) => string;
  /** A Set-Cookie header that removes it. */
  clear: () => string;
}

/** The cookie `name` of the site at `publicUrl`; under https its name begins with `__Host-`. */
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

/** The cookie that opens a session. Requests that carry it, even an ended one, are never answered from the page cache. */
export function sessionCookie(publicUrl: string): SiteCookie {
  return siteCookie(publicUrl, 'clubroom_session');
}
