import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { DOOR_LINK } from '../addresses.ts';
import { createNetworkQuota, type QuotaLimits } from '../limits/network-quota.ts';
import type { RequestSender, Turns } from '../limits/turns.ts';
import { ProblemError, type Problem } from '../problem.ts';
import type { Site } from '../site.ts';
import { partsOf } from './actions.ts';
import { READING, type AppEnv } from './env.ts';
import { findAddress, tokenAt } from './find-address.ts';
import { countedAddress, networkOf } from './listen/client-address.ts';
import { problem } from './problem.ts';

/** In bytes: no form sends more. */
const MOST_BYTES = 256 * 1024;
const SMALL_BYTES = 16 * 1024;
/** Bodies in memory, from the first byte to the answer: 16 MB of one network, 56 MB of all. */
const MOST_SMALL: QuotaLimits = { perNetwork: 500, inAll: 1500 };
const MOST_LARGE: QuotaLimits = { perNetwork: 32, inAll: 128 };

const CUT_OFF = 'What was sent did not arrive whole. Please try again.';
const TOO_LONG = 'This is too long to send. Please shorten it and try again.';
const BUSY_NETWORK = 'There are too many requests from your network right now. Please try again in a moment.';
const BUSY = 'The site is very busy right now. Please try again in a moment.';
const RETRY_AFTER_S = 5;
const MOST_DOORS = 1000;

export function senderOf(request: IncomingMessage, trustedProxies: string[]): RequestSender {
  const address = countedAddress(request, trustedProxies);
  return { lane: address && networkOf(address), isKnown: false, hasLeft: () => !request.socket.writable };
}

export function tooBusy(reached: keyof QuotaLimits): Problem {
  const [status, sentence] = reached === 'perNetwork' ? [429, BUSY_NETWORK] : [503, BUSY];
  return problem(status, sentence, { retryAfter: RETRY_AFTER_S });
}

/**
 * Whatever comes after it is worked out once the whole body is here and its sender's turn has come. Who is signed in has turns
 * of their own, and so has each door: strangers in the same network take nothing from them.
 */
export function inTurn({ settings }: Pick<Site, 'settings'>, turns: Turns): MiddlewareHandler<AppEnv> {
  /** Tokens of helpers' links that led to a door. */
  const doors = new LRUCache<string, true>({ max: MOST_DOORS });
  const readBody = createBodyReader();

  function senderAsking(c: Context<AppEnv>, door: string | undefined): RequestSender | undefined {
    const { incoming, sender } = c.env;
    if (sender || !incoming) return sender;
    const stranger = senderOf(incoming, settings.trustedProxies);
    const actor = c.get('actor');
    if (actor) return { ...stranger, isKnown: true, lane: `user ${actor.uid}` };
    return door !== undefined && doors.has(door) ? { ...stranger, isKnown: true, lane: `door ${door}` } : stranger;
  }

  return async (c, next) => {
    const door = tokenAt(c.req.url, DOOR_LINK);
    const sender = senderAsking(c, door);
    if (!sender) return next();
    c.set('sender', sender);
    const { takesFiles: isUpload, isScreen } = findAddress(c.req.url);
    const letGo = isUpload ? undefined : await readBody(c, sender);
    try {
      const turn = await turns.take({ ...sender, isShort: !READING.has(c.req.method) && !isScreen });
      if (turn === 'left') return c.body(null, 503);
      if (typeof turn === 'string') throw new ProblemError(tooBusy(turn));
      if (isUpload) turn();
      await next().finally(turn);
      // `undefined` takes it out.
      if (door !== undefined) doors.set(door, c.res.ok || undefined);
      return undefined;
    } finally {
      letGo?.();
    }
  };
}

/** Gives back how the body is let go of, where there is one. Anyone who has a role was asked for theirs before. */
function createBodyReader() {
  const [small, large] = [createNetworkQuota(MOST_SMALL), createNetworkQuota(MOST_LARGE)];
  return async (c: Context<AppEnv>, { lane }: RequestSender): Promise<(() => void) | undefined> => {
    if (READING.has(c.req.method) || c.req.raw.body === null || c.get('actor')?.role) return undefined;
    const unknown = c.req.header('transfer-encoding') === undefined ? 0 : MOST_BYTES;
    const announced = Number(c.req.header('content-length') ?? unknown);
    if (announced > MOST_BYTES) throw new ProblemError(problem(413, TOO_LONG));
    const entered = (announced > SMALL_BYTES ? large : small).enter(lane);
    if (typeof entered === 'string') throw new ProblemError(tooBusy(entered));
    try {
      const { url, method, headers, signal } = c.req.raw;
      c.req.raw = new Request(url, { method, headers, signal, body: await sentWith(c.req.raw) });
      return entered;
    } catch (error) {
      entered();
      throw error;
    }
  };
}

async function sentWith(request: Request): Promise<Buffer<ArrayBuffer>> {
  const sent = await readUpTo(request, MOST_BYTES);
  if (!sent) throw new ProblemError(problem(400, CUT_OFF));
  if (sent.length > MOST_BYTES) throw new ProblemError(problem(413, TOO_LONG));
  return sent;
}

/** Of more than `most` bytes, enough to see that; undefined for what breaks off. */
export async function readUpTo(request: Request, most: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of partsOf(request)) {
      parts.push(part);
      bytes += part.byteLength;
      if (bytes > most) break;
    }
    return Buffer.concat(parts);
  } catch {
    return undefined;
  }
}
