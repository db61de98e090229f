import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import type { AppEnv } from '../env.ts';
import { contentSecurityPolicy, withHashes } from '../headers/content-security-policy.ts';
import type { ResponseContext } from '../context.server.ts';
import type { Site } from '../../site.ts';
import { senderOf } from '../in-turn.ts';
import { withLateScripts } from './late-scripts.ts';
import type { CacheRequest } from './page-cache.ts';
import type { Rendered } from './write-answer.ts';
import { pageSources } from '../headers/security-headers.ts';
import { CACHE_CONTROL } from '../headers/cache-control.ts';

const FORWARDED_HEADERS = ['accept', 'user-agent', 'range'];

/** Renders a page as a whole, its inline scripts allowed by hash. Other answers may be a stream. */
export function wholeRenderer(site: Site, app: Hono<AppEnv>) {
  const { trustedProxies } = site.settings;
  return async (url: string, { request, hasLeft, wasCached }: CacheRequest): Promise<Rendered | Response> => {
    const nonce = randomBytes(16).toString('hex');
    const context: ResponseContext = { nonce, isWhole: true, isPublic: true, frames: [] };
    const headers = FORWARDED_HEADERS.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const first = senderOf(request, trustedProxies);
    const sender = { ...first, ...(wasCached && { lane: 'everyone', isKnown: true }), hasLeft };
    const { until } = site.texts.everyPage();
    const asked = new Request(site.settings.publicUrl + url, { headers });
    const response = await app.fetch(asked, { response: context, sender });
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
    if (!context.cachePolicy && !isPage) return response;
    let body = Buffer.from(await response.arrayBuffer());
    if (isPage) {
      const { html, hashes } = withHashes(body.toString(), nonce);
      body = Buffer.from(withLateScripts(html));
      const policy = contentSecurityPolicy(hashes, pageSources(site.club, context));
      response.headers.set('content-security-policy', policy);
    }
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', CACHE_CONTROL.askAgain);
    const isKept = response.status === 200 || (response.status === 302 && context.cachePolicy?.visits !== undefined);
    const policy = isKept ? context.cachePolicy : undefined;
    const cachePolicy = policy && { ...policy, until: Math.min(policy.until ?? Infinity, until) };
    return { status: response.status, headers: withoutVary(response.headers), body, cachePolicy };
  };
}

/** The cache adds its own Vary and Content-Length. */
function withoutVary(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => name !== 'vary' && name !== 'content-length');
}
