import type { Context } from 'hono';
import type { RouterContextProvider } from 'react-router';
import { responseContext, type CachePolicy } from '../context.server.ts';
import type { AppEnv } from '../env.ts';

/** Several calls add up. */
export function cacheUntil(context: Context<AppEnv> | Readonly<RouterContextProvider>, policy: CachePolicy): void {
  const response = 'env' in context ? context.env.response : context.get(responseContext);
  if (response) response.cachePolicy = response.cachePolicy ? both(response.cachePolicy, policy) : policy;
}

function both(one: CachePolicy, other: CachePolicy): CachePolicy {
  return {
    topics: [...one.topics, ...other.topics],
    query: { ...one.query, ...other.query },
    untilMidnight: Boolean(one.untilMidnight || other.untilMidnight),
    until: Math.min(one.until ?? Infinity, other.until ?? Infinity),
    ...(one.visits !== undefined && { visits: one.visits }),
    ...(other.visits !== undefined && { visits: other.visits }),
  };
}
