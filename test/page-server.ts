import { once } from 'node:events';
import { createServer, request as ask, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createAddresses } from '../app/http/cache/canonical-address.ts';
import type { CachePolicy } from '../app/http/context.server.ts';
import { createPageCache, type PageCache, type PageCacheOptions } from '../app/http/cache/page-cache.ts';
import type { Rendered } from '../app/http/cache/write-answer.ts';

/** A page cache behind a real server; tests change `text` and `render` as writes and routes would. */
export interface PageServer {
  cache: PageCache;
  /** What the pages say now. */
  text: string;
  /** The addresses rendered so far. */
  rendered: string[];
  render: PageCacheOptions['render'];
  endOfDay: number;
  page: (cachePolicy?: CachePolicy, status?: number) => Rendered;
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Answer>;
  /** Waits until `count` further requests have been read. */
  received: (count: number) => Promise<void>;
  close: () => void;
}

export interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  body: string;
}

export const EVENTS: CachePolicy = { topics: ['event'] };

export async function openPageServer(maxBytes = 1024 * 1024): Promise<PageServer> {
  const cache = createPageCache({
    render(url, wanted) {
      site.rendered.push(url);
      return site.render(url, wanted);
    },
    addresses: createAddresses(),
    endOfDay: () => site.endOfDay,
    maxBytes,
  });
  const server = createServer((request, response) => {
    if (cache.answerCached(request, response) !== undefined) return;
    cache.answer(request, response).catch(() => response.writeHead(500).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const site: PageServer = {
    cache,
    text: 'first',
    rendered: [],
    render: async () => site.page(EVENTS),
    endOfDay: Infinity,
    page: (cachePolicy, status = 200) => ({
      status,
      headers: [['content-type', 'text/html; charset=utf-8']],
      body: Buffer.from(site.text),
      cachePolicy,
    }),
    get: (path, headers = {}, method = 'GET') => get(server, path, headers, method),
    received: (count) =>
      new Promise((resolve) => {
        let seen = 0;
        server.on('request', () => ++seen === count && resolve());
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return site;
}

function get(server: Server, path: string, headers: Record<string, string>, method: string): Promise<Answer> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port');
  return new Promise((resolve, reject) => {
    const call = ask({ port: address.port, host: '127.0.0.1', path, headers, method }, (response) => {
      buffer(response)
        .then((bytes) => resolve(answerOf(response, bytes)))
        .catch(reject);
    });
    call.on('error', reject).end();
  });
}

function answerOf({ statusCode, headers }: IncomingMessage, bytes: Buffer): Answer {
  return { status: statusCode, headers, bytes, body: bytes.toString() };
}
