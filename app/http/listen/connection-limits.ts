import { readFileSync } from 'node:fs';
import type { Server, RequestListener, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { NetworkQuota } from '../../limits/network-quota.ts';

const SENTENCE = 'There are too many connections right now. Please try again in a moment.';
const REFUSAL =
  'HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncache-control: no-store\r\n' +
  `retry-after: 10\r\ncontent-length: ${SENTENCE.length}\r\nconnection: close\r\n\r\n${SENTENCE}`;

export function limitConnections(
  server: Server,
  quota: NetworkQuota,
  networkOf: (socket: Socket) => string | undefined,
): void {
  server.on('connection', (socket: Socket) => {
    const entered = quota.enter(networkOf(socket));
    if (typeof entered === 'string') socket.end(REFUSAL, () => socket.destroy());
    else socket.once('close', entered);
  });
}

export function mostOpenFiles(): number {
  try {
    const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most === undefined ? Infinity : Number(most);
  } catch {
    return Infinity;
  }
}

/** Browsers wait for each answer before they send the next request on a connection; some programs send a few more. */
const MOST_WAITING = 50;

/** Node would work on any number of requests that arrive together. A connection that sends too many is closed. */
export function oneRequestAtATime(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const queue = waiting.get(socket);
    if (queue && queue.length >= MOST_WAITING) socket.destroy();
    // Node may go on with requests that arrived together even after the connection is gone.
    if (socket.destroyed) return;
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next) next();
      else waiting.delete(socket);
    });
    if (queue) queue.push(() => socket.destroyed || handle(request, response));
    else {
      waiting.set(socket, []);
      handle(request, response);
    }
  };
}

export interface BodyTimeouts {
  /** Milliseconds that every body gets, however small. */
  body: number;
  bytesPerSecond: number;
  checkEvery: number;
}

interface Arriving {
  request: IncomingMessage;
  bytesBefore: number;
  /** Milliseconds waited for the sender, not counting the time in which the site had not read what was there. */
  waited: number;
}

export function endSlowBodies(server: Server, { body, bytesPerSecond, checkEvery }: BodyTimeouts): void {
  const arriving = new Set<Arriving>();
  let lookedAt = performance.now();

  function look(): void {
    const now = performance.now();
    const passed = now - lookedAt;
    lookedAt = now;
    for (const one of arriving) {
      const { request, bytesBefore } = one;
      if (request.complete || request.destroyed) {
        arriving.delete(one);
        continue;
      }
      if (request.readableLength > 0) continue;
      one.waited += passed;
      const bytes = request.socket.bytesRead - bytesBefore;
      if (one.waited <= body + (bytes / bytesPerSecond) * 1000) continue;
      arriving.delete(one);
      const error = Object.assign(new Error('A body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, request.socket);
    }
  }

  server.on('request', (request: IncomingMessage) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (coding === undefined && length === '0') return;
    const one = { request, bytesBefore: request.socket.bytesRead, waited: 0 };
    arriving.add(one);
    request.once('close', () => arriving.delete(one));
  });
  const looking = setInterval(look, checkEvery).unref();
  server.on('close', () => clearInterval(looking));
}
