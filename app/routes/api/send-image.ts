import type { Context } from 'hono';
import type { AppEnv } from '../../http/env.ts';
import { matchesEtag } from '../../http/cache/write-answer.ts';
import type { KeptImage } from './kept-images.ts';

/** An address that names the event's version never changes what it shows; any other is asked about again. */
export function sendImage(c: Context<AppEnv>, { body, contentType, etag }: KeptImage, version?: number): Response {
  const lasting = version !== undefined && c.req.query('v') === String(version);
  const headers: Record<string, string> = {
    etag,
    'content-type': contentType,
    'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  return c.body(body, 200, { ...headers, 'content-length': String(body.length) });
}
