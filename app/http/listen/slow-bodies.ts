import type { IncomingMessage, Server } from 'node:http';

export interface BodyTimeouts {
  /** Milliseconds that every body has, however small. */
  body: number;
  bytesPerSecond: number;
  checkEvery: number;
}

interface Arriving {
  request: IncomingMessage;
  bytesBefore: number;
  /** Milliseconds; while the site has not read what is there, the sender is not to blame. */
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
    arriving.add({ request, bytesBefore: request.socket.bytesRead, waited: 0 });
  });
  const looking = setInterval(look, checkEvery).unref();
  server.on('close', () => clearInterval(looking));
}
