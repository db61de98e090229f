import type { MiddlewareHandler } from 'hono';
import { problem, problemResponse } from './problem.ts';

/** Bodies are taken as they are: a small one that unpacks to a huge one gets round every limit. */
export const plainBodies: MiddlewareHandler = async (c, next) => {
  const encoding = c.req.header('content-encoding')?.trim().toLowerCase();
  if (encoding === undefined || encoding === '' || encoding === 'identity') return next();
  const refused = problem(415, 'This was sent compressed, and is only taken as it is.');
  return problemResponse(refused, { 'accept-encoding': 'identity', connection: 'close' });
};
