import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeReadableStreamToWritable } from '@react-router/node';
import type { CachePolicy } from '../context.server.ts';
import { encodeBody, type Encoding } from './encodings.ts';

export interface Rendered {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer<ArrayBuffer>;
  cachePolicy?: CachePolicy | undefined;
}

export interface Ready {
  status: number;
  body: Buffer;
  etag: string | undefined;
  headers: string[];
}

export async function makeReady(rendered: Rendered, encoding: Encoding, hash?: string): Promise<Ready> {
  const body = await encodeBody(rendered.body, encoding);
  const headers = rendered.headers.flat();
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  // A redirect is never answered with 304.
  const etag = hash && rendered.status === 200 && `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  if (etag) headers.push('etag', etag);
  headers.push('content-length', String(body.length), 'vary', 'accept-encoding, cookie');
  return { status: rendered.status, body, etag: etag || undefined, headers };
}

export function writeReady(request: IncomingMessage, response: ServerResponse, ready: Ready): void {
  if (ready.etag !== undefined && matchesEtag(request.headers['if-none-match'], ready.etag)) {
    response.writeHead(304, ready.headers).end();
    return;
  }
  response.writeHead(ready.status, ready.headers);
  response.end(request.method === 'HEAD' ? undefined : ready.body);
}

/** A visitor who leaves half-way is no error. */
export async function writeStream(request: IncomingMessage, response: ServerResponse, found: Response): Promise<void> {
  response.writeHead(found.status, [...found.headers].flat());
  if (request.method === 'HEAD' || !found.body) {
    await found.body?.cancel();
    response.end();
    return;
  }
  await writeReadableStreamToWritable(found.body, response).catch(() => response.destroy());
}

/** True if the header names `etag`, weakly or not. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
