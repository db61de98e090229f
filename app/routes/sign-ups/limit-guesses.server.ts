import type { MiddlewareHandler } from 'hono';
import { findLinked } from '../../domain/sign-ups/links.ts';
import type { AppEnv } from '../../http/env.ts';
import { clientAddress, networkOf } from '../../http/listen/client-address.ts';
import { LIMITS } from '../../limits/limits.ts';
import { createLimiter } from '../../limits/rate-limit.ts';
import type { Site } from '../../site.ts';

/** Lets nobody try one token after the other; whoever has a link is never held up. */
export function limitGuesses({ db, settings }: Pick<Site, 'db' | 'settings'>): MiddlewareHandler<AppEnv> {
  const limiter = createLimiter(db, LIMITS.unknownLinks);
  return async (c, next) => {
    const token = c.req.path.split('/')[2]?.replace(/\.data$/, '') ?? '';
    if (await findLinked(db, token)) return next();
    const { wait } = await limiter.take(networkOf(clientAddress(c.env.incoming, settings.trustedProxies)));
    if (wait === undefined) return next();
    return c.text(
      'Too many links that lead to no sign-up were tried from your network. Please try again in a minute.',
      429,
      {
        'retry-after': String(wait),
      },
    );
  };
}
