import type { Context, Hono } from 'hono';
import type { CachePolicy } from '../../http/context.server.ts';
import type { Site } from '../../site.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import type { AppEnv } from '../../http/env.ts';
import { tooBusy } from '../../http/too-busy.ts';
import { CACHE_CONTROL } from '../../http/headers/cache-control.ts';
import { createNetworkQuota } from '../../limits/network-quota.ts';
import { ProblemError } from '../../problem.ts';

export type ListSource = Pick<Site, 'db' | 'club' | 'clock'> & {
  settings: Pick<Site['settings'], 'publicUrl'>;
};

type Call = Context<AppEnv>;
type Status = 200 | 400 | 401 | 404 | 405 | 503;

const JSON_TYPE = 'application/json; charset=utf-8';
/** Texts longer than this, in characters, are streamed instead of being buffered. */
const MOST_BUFFERED = 1024 * 1024;
/** Each stream holds its beginning in memory until it is read. */
const underWay = createNetworkQuota({ perNetwork: 12, inAll: 48 });

/** An address that can only be read: GET and HEAD are answered, everything else is refused with 405. */
export function readOnly(app: Hono<AppEnv>, path: string, answer: (c: Call) => Response | Promise<Response>): void {
  app.get(path, answer);
  app.all(path, (c) => {
    const headers = { allow: 'GET, HEAD', 'content-type': JSON_TYPE, 'cache-control': 'no-store' };
    return c.body(JSON.stringify({ error: 'This address can only be read.' }), 405, headers);
  });
}

/** JSON that any website's scripts may read: what is public here is public everywhere. */
export function openJson(c: Call, value: unknown, status: Status = 200): Response {
  return c.body(JSON.stringify(value), status, openJsonHeaders(status));
}

function openJsonHeaders(status: Status): Record<string, string> {
  return {
    'content-type': JSON_TYPE,
    'access-control-allow-origin': '*',
    ...(status === 200 ? {} : { 'cache-control': 'no-store' }),
  };
}

export function openJsonList<Item>(
  c: Call,
  pages: AsyncGenerator<Item[]>,
  toRecord: (item: Item) => unknown,
  policy: CachePolicy,
): Promise<Response> {
  async function* write() {
    let before = '[';
    for await (const page of pages) {
      yield before + page.map((item) => JSON.stringify(toRecord(item))).join(',');
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  }
  return inParts(c, write(), openJsonHeaders(200), policy);
}

/** Answers with a text that comes in parts: whole and cached if it is short, otherwise streamed, so that memory stays bounded. */
export async function inParts(
  c: Call,
  parts: AsyncGenerator<string>,
  headers: Record<string, string>,
  policy: CachePolicy,
): Promise<Response> {
  let start = '';
  while (start.length <= MOST_BUFFERED) {
    const part = await parts.next();
    if (part.done) {
      cacheUntil(c, policy);
      return c.body(start, 200, headers);
    }
    start += part.value;
  }
  const streamed = { ...headers, 'cache-control': CACHE_CONTROL.askAgain };
  if (c.req.method === 'HEAD') {
    await parts.return(undefined);
    return c.body(null, 200, streamed);
  }
  const leave = underWay.enter(c.get('sender')?.lane);
  if (typeof leave === 'string') {
    await parts.return(undefined);
    throw new ProblemError(tooBusy(leave));
  }
  return c.body(streamOf(start, parts, leave), 200, streamed);
}

/** A stream that asks for the next part only when the last one was taken, and stops asking when the visitor leaves. */
function streamOf(start: string, rest: AsyncGenerator<string>, onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(start)),
    async pull(controller) {
      try {
        const part = await rest.next();
        if (!part.done) return controller.enqueue(encoder.encode(part.value));
        onEnd();
        return controller.close();
      } catch (error) {
        onEnd();
        throw error;
      }
    },
    async cancel() {
      onEnd();
      await rest.return(undefined);
    },
  });
}

/** A part of the path that names a record. */
export function keyOf(c: Call, name: string): string {
  return c.req.param(name) ?? '';
}
