import type { MiddlewareHandler } from 'hono';

/** Bodies are taken as they are: a small one that unpacks to a huge one gets round every limit. */
export const plainBodies: MiddlewareHandler = async (c, next) => {
  const encoding = c.req.header('content-encoding')?.trim().toLowerCase();
  if (encoding === undefined || encoding === '' || encoding === 'identity') return next();
  const error = 'This was sent compressed, and is only taken as it is.';
  return c.json({ error }, 415, { 'cache-control': 'no-store', 'accept-encoding': 'identity', connection: 'close' });
};
