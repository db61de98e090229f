import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { DOOR_LINK } from '../addresses.ts';
import { MOST_SENT_BYTES } from '../domain/event-import/event-file.ts';
import { createNetworkQuota, type QuotaLimits } from '../limits/network-quota.ts';
import type { RequestSender, Turns } from '../limits/turns.ts';
import { ProblemError } from '../problem.ts';
import type { Site } from '../site.ts';
import { readUpTo } from './actions.ts';
import { READING, type AppEnv } from './env.ts';
import { findAddress, tokenAt } from './find-address.ts';
import { countedNetwork } from './listen/client-address.ts';
import { problem } from './problem.ts';
import { tooBusy, tooBusyForOfficer } from './too-busy.ts';

/** In bytes. */
const SMALL = 16 * 1024;
/** Public forms never send more. */
const MOST_OF_STRANGERS: BodyLimits = {
  bytes: 256 * 1024,
  // Held in memory from the first byte to the answer: at most 16 MB for one network, 56 MB in all.
  small: { perNetwork: 500, inAll: 1500 },
  large: { perNetwork: 32, inAll: 128 },
};
/** For anyone with a role: more than any address accepts, apart from files. At most 18 MB for one person, 72 MB in all. */
const MOST_OF_OFFICERS: BodyLimits = {
  bytes: 2 * 1024 * 1024,
  small: { perNetwork: 100, inAll: 500 },
  large: { perNetwork: 8, inAll: 32 },
};
/** Only a few at once, because each is held in memory as a whole. */
const MOST_OF_WHOLE_FILES: BodyLimits = {
  bytes: MOST_SENT_BYTES,
  small: { perNetwork: 8, inAll: 32 },
  large: { perNetwork: 2, inAll: 4 },
};

interface BodyLimits {
  bytes: number;
  small: QuotaLimits;
  large: QuotaLimits;
}

const CUT_OFF = 'What you sent did not arrive completely. Please try again.';
const TOO_LONG = 'What you typed is too long to send. Please shorten it and try again.';
const MOST_DOORS = 1000;

export function senderOf(request: IncomingMessage, trustedProxies: string[]): RequestSender {
  const lane = countedNetwork(request, trustedProxies);
  return { lane, isKnown: false, hasLeft: () => !request.socket.writable };
}

/**
 * Passes a request on once its whole body has arrived and it is its sender's turn. People who are signed in have their own
 * turns, and so has each door: strangers in the same network take nothing from them.
 */
export function inTurn({ settings, auth }: Pick<Site, 'settings' | 'auth'>, turns: Turns): MiddlewareHandler<AppEnv> {
  /** Tokens of helpers' links that have led to a door. */
  const doors = new LRUCache<string, true>({ max: MOST_DOORS });
  const readBody = createBodyReader({ auth });

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
      // Setting `undefined` deletes the token.
      if (door !== undefined) doors.set(door, c.res.ok || undefined);
      return undefined;
    } finally {
      letGo?.();
    }
  };
}

/**
 * Returns a function that releases the request's body, if there is one. A body may take minutes, and the officer who sends it
 * may lose their role meanwhile, so their role is looked up again once all of it has arrived.
 */
function createBodyReader({ auth }: Pick<Site, 'auth'>) {
  const [strangers, officers] = [createBodyQuota(MOST_OF_STRANGERS), createBodyQuota(MOST_OF_OFFICERS)];
  const wholeFiles = createBodyQuota(MOST_OF_WHOLE_FILES);
  return async (c: Context<AppEnv>, { lane }: RequestSender): Promise<(() => void) | undefined> => {
    const isOfUnknownLength = c.req.header('transfer-encoding') !== undefined;
    const length = Number(c.req.header('content-length') ?? 0);
    if (READING.has(c.req.method) || (!isOfUnknownLength && length === 0)) return undefined;
    const isOfficer = Boolean(c.get('actor')?.role);
    const { takesWholeFile } = findAddress(c.req.url);
    const most = !isOfficer ? strangers : takesWholeFile ? wholeFiles : officers;
    const announced = isOfUnknownLength ? most.bytes : length;
    if (announced > most.bytes) throw new ProblemError(problem(413, TOO_LONG));
    const entered = most.enter(announced, lane);
    if (typeof entered === 'string') throw new ProblemError(isOfficer ? tooBusyForOfficer(entered) : tooBusy(entered));
    try {
      const { url, method, headers, signal } = c.req.raw;
      const body = await sentWith(c.req.raw, isOfUnknownLength, most.bytes);
      c.req.raw = new Request(url, { method, headers, signal, body });
      if (isOfficer) c.set('actor', (await auth.find(c.req.header('cookie')))?.actor ?? null);
      return entered;
    } catch (error) {
      entered();
      throw error;
    }
  };
}

function createBodyQuota({ bytes, ...limits }: BodyLimits) {
  const [small, large] = [createNetworkQuota(limits.small), createNetworkQuota(limits.large)];
  return { bytes, enter: (announced: number, lane?: string) => (announced > SMALL ? large : small).enter(lane) };
}

async function sentWith(request: Request, isOfUnknownLength: boolean, most: number): Promise<Buffer<ArrayBuffer>> {
  // Nobody can send more than the length that they announced.
  const whole = isOfUnknownLength ? readUpTo(request, most) : request.arrayBuffer().then((bytes) => Buffer.from(bytes));
  const sent = await whole.catch(() => Promise.reject(new ProblemError(problem(400, CUT_OFF))));
  if (sent.length > most) throw new ProblemError(problem(413, TOO_LONG));
  return sent;
}
