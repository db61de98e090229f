import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestError } from '@hono/node-server';
import { reportError } from '../../telemetry/report-error.ts';
import { FAULT } from '../problem.ts';
import { canBeRead, ORIGIN_PREFIX } from '../find-address.ts';

export type Answerer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Bytes of a request that are still read after it has been answered. Anyone who sends more is cut off. */
const MOST_DISCARDED_BYTES = 64 * 1024 * 1024;

/** Postgres accepts this character in no text, and no address needs it; it is replaced by the character for unreadable text. */
const ZERO = '%00';
const UNREADABLE_MARK = '%EF%BF%BD';

/** In characters. Cookies may be longer, but searches and caches keep addresses. */
const LONGEST_ADDRESS = 16 * 1024;

const TOO_LONG = 'This address is too long. Please shorten what you search for, or ask whoever gave you the address.';
const UNREADABLE = 'This cannot be read: it is not a request for an address of this site.';

/** Refuses what cannot be the address of a page, such as the `*` of OPTIONS. `app` sets the `fixed` headers itself. */
export function entrance(
  fixed: Record<string, string>,
  app: Answerer,
  answererOf: (request: IncomingMessage) => Answerer,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    if (request.method !== 'GET') discardRestOfBody(request, response);
    const found = refusalOfAddress(request) ?? answererOf(request);
    // The other answerers check the host themselves.
    const answerer = found === app && !namesHost(request) ? refuse : found;
    if (answerer !== app) for (const [name, value] of Object.entries(fixed)) response.setHeader(name, value);
    await answerer(request, response);
  };
}

/** undefined once the address is a path that can be read. */
function refusalOfAddress(request: IncomingMessage): Answerer | undefined {
  if ((request.url ?? '').length > LONGEST_ADDRESS) return refuseLong;
  const address = (request.url ?? '').replace(ORIGIN_PREFIX, '').replaceAll(ZERO, UNREADABLE_MARK);
  request.url = address === '' || address.startsWith('?') ? `/${address}` : address;
  const [path = ''] = request.url.split('?', 1);
  return canBeRead(path) ? undefined : refuse;
}

/** A number that is too large for an IP address looks like a host, but no URL can have it as its host. */
function namesHost({ headers: { host } }: IncomingMessage): boolean {
  return host === undefined || URL.canParse(`http://${host}`);
}

const refuse = refusal(400, UNREADABLE);
const refuseLong = refusal(414, TOO_LONG);

function refusal(status: number, sentence: string): Answerer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
    response.end(sentence);
  };
}

/** 400 for an invalid request, such as one without a host; otherwise 500. */
export function answerForError(error: unknown, fixed: Record<string, string>): Response {
  const { status, headers, text } = fault(error, fixed);
  return new Response(text, { status, headers });
}

export function sendFault(response: ServerResponse, error: unknown, fixed: Record<string, string>): void {
  const { status, headers, text } = fault(error, fixed);
  if (response.headersSent) response.destroy();
  else response.writeHead(status, headers).end(text);
}

function fault(error: unknown, fixed: Record<string, string>) {
  const isTheirs = error instanceof RequestError;
  if (!isTheirs) reportError('A request cannot be answered', error);
  return {
    status: isTheirs ? 400 : 500,
    headers: { ...fixed, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    text: isTheirs ? UNREADABLE : FAULT,
  };
}

/** Unread bytes would block the next request on the same connection, which would never be answered. */
function discardRestOfBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.readableEnded || request.destroyed) return;
    let left = MOST_DISCARDED_BYTES;
    // A reader that has begun and stopped would hold up the rest.
    request.removeAllListeners('data');
    request.on('data', ({ length }: Buffer) => {
      left -= length;
      if (left < 0) request.destroy();
    });
    request.resume();
  });
}
