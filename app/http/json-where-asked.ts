import type { MiddlewareHandler } from 'hono';

/** True for a program that takes JSON and no page. */
export function asksForJson(accept: string | undefined): boolean {
  return accept !== undefined && accept.includes('application/json') && !/text\/html|\*\/\*/.test(accept);
}

/** What is not there is said in JSON where JSON was asked for, whatever the address would answer otherwise. */
export const jsonWhereAsked: MiddlewareHandler = async (c, next) => {
  await next();
  const isMissing = c.res.status === 404 && asksForJson(c.req.header('accept'));
  if (!isMissing || c.res.headers.get('content-type')?.startsWith('application/json')) return;
  // Emptied first: what the earlier answer said of its encoding and length must not stand on this one.
  c.res = undefined;
  c.res = new Response(JSON.stringify({ error: 'There is nothing at this address.' }), {
    status: 404,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
};
