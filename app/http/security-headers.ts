import type { MiddlewareHandler } from 'hono';
import type { ClubConfig } from '../config/club.ts';
import type { Answer, Site } from './context.server.ts';
import type { Sources } from './content-security-policy.ts';

/** The headers that every answer carries, whatever its kind (quality.md, Security). */
export function securityHeaders({ settings }: Pick<Site, 'settings'>): MiddlewareHandler {
  const https = settings.publicUrl.startsWith('https:');
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set('x-content-type-options', 'nosniff');
    headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    headers.set('cross-origin-opener-policy', 'same-origin-allow-popups');
    headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()');
    if (https) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  };
}

/** Where a page of this club may load from besides the site itself; `frames` and `forms` are those of this page alone. */
export function pageSources(club: ClubConfig, { frames, forms = [] }: Pick<Answer, 'frames' | 'forms'>): Sources {
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
