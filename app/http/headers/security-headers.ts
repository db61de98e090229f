import type { MiddlewareHandler } from 'hono';
import type { ClubConfig } from '../../config/club.ts';
import { SECRET_HEADERS } from '../../addresses.ts';
import type { ResponseContext } from '../context.server.ts';
import type { Site } from '../../site.ts';
import { findAddress, isSecret } from '../find-address.ts';
import type { Sources } from './content-security-policy.ts';

const WITHOUT_CHARSET = /^(text\/[a-z-]+|application\/((problem\+)?json|xml|javascript))$/;

const NO_EMBEDDING = "base-uri 'none'; object-src 'none'; frame-ancestors 'none'";
export const BARE_POLICY = `default-src 'none'; style-src 'unsafe-inline'; ${NO_EMBEDDING}`;
/** A service worker follows the policy of its own script, and may import other scripts of this site. */
const SCRIPT_POLICY = `default-src 'self'; ${NO_EMBEDDING}`;
const SCRIPT = /^text\/javascript|^application\/javascript/;

const CAMERA = 'camera=(self), geolocation=(), microphone=()';

export function fixedHeaders({
  publicUrl,
  hasHttpsSubdomains,
}: Pick<Site['settings'], 'publicUrl' | 'hasHttpsSubdomains'>): Record<string, string> {
  const forAYear = `max-age=31536000${hasHttpsSubdomains ? '; includeSubDomains' : ''}`;
  return {
    'content-security-policy': BARE_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': forAYear }),
  };
}

export function securityHeaders({ settings }: Pick<Site, 'settings'>): MiddlewareHandler {
  const fixed = Object.entries(fixedHeaders(settings));
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    const type = headers.get('content-type') ?? '';
    const policy = headers.get('content-security-policy') ?? (SCRIPT.test(type) ? SCRIPT_POLICY : BARE_POLICY);
    const isToNobody = headers.get('referrer-policy') === 'no-referrer';
    for (const [name, value] of fixed) headers.set(name, value);
    if (isToNobody) headers.set('referrer-policy', 'no-referrer');
    headers.set('content-security-policy', policy);
    if (findAddress(c.req.url).hasCamera) headers.set('permissions-policy', CAMERA);
    if (isSecret(c.req.url)) for (const [name, value] of Object.entries(SECRET_HEADERS)) headers.set(name, value);
    if (WITHOUT_CHARSET.test(type)) headers.set('content-type', `${type}; charset=utf-8`);
  };
}

export function pageSources(
  club: ClubConfig,
  { frames, forms = [] }: Pick<ResponseContext, 'frames' | 'forms'>,
): Sources {
  const feed = club.socialFeed;
  const actions = Object.values(club.forms).map((form) => form.action);
  const outside = actions.filter((action) => !action.startsWith('/')).map((action) => new URL(action).origin);
  return {
    inlineStyles: import.meta.env.DEV,
    scripts: feed ? [new URL(feed.script).origin] : [],
    frames: [...frames, ...outside, ...(feed?.frames ?? []).map((frame) => new URL(frame).origin)],
    forms: [...forms, ...outside],
  };
}
