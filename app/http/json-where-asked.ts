import type { MiddlewareHandler } from 'hono';
import { problem, problemResponse } from './problem.ts';

export function asksForJson(accept: string | undefined): boolean {
  return accept !== undefined && accept.includes('application/json') && !/text\/html|\*\/\*/.test(accept);
}

export const jsonWhereAsked: MiddlewareHandler = async (c, next) => {
  await next();
  const isMissing = c.res.status === 404 && asksForJson(c.req.header('accept'));
  if (!isMissing || /^application\/(problem\+)?json/.test(c.res.headers.get('content-type') ?? '')) return;
  // Emptied first: the earlier answer's encoding and length must not stand on this one.
  c.res = undefined;
  c.res = problemResponse(problem(404, 'There is nothing at this address.'));
};
