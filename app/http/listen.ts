import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { StartError } from '../config/start-error.ts';

/** Both loopback addresses, so that 'localhost' works whichever of them a browser tries. */
const LOOPBACK = ['127.0.0.1', '::1'];
/** A phone on a slow network may take this long to send an upload. */
const REQUEST_MS = 300_000;
const HEADERS_MS = 15_000;
/** Longer than the idle time of the usual load balancers, so that they close first. */
const KEEP_ALIVE_MS = 65_000;
const CLOSE_IDLE_EVERY_MS = 100;

/**
 * Listens on `host`, by default on both loopback addresses. Gives back how to stop in order: no new connections, what
 * is running is finished.
 * @throws StartError when the port is taken or the address is not this machine's.
 */
export async function listen(
  port: number,
  host: string | undefined,
  handle: RequestListener,
): Promise<() => Promise<void>> {
  const servers: { server: Server; unused: Set<Socket> }[] = [];
  for (const address of host === undefined ? LOOPBACK : [host]) {
    const server = createServer(
      { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS },
      handle,
    );
    const error = await listening(server, port, address);
    if (!error) servers.push({ server, unused: unusedConnections(server) });
    // A machine without IPv6 still serves on the other loopback address.
    else if (servers.length === 0 || error.code === 'EADDRINUSE') {
      throw new StartError(`Setting ${error.code === 'EADDRINUSE' ? 'PORT' : 'HOST'}: ${reason(error, address, port)}`);
    }
  }
  return async () => {
    await Promise.all(servers.map(({ server, unused }) => stopped(server, unused)));
  };
}

function listening(server: Server, port: number, host: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((done) => {
    server.once('error', done);
    server.listen(port, host, () => done(undefined));
  });
}

function reason({ code }: NodeJS.ErrnoException, address: string, port: number): string {
  if (code === 'EADDRINUSE') return `${port} is taken by another program on ${address}`;
  if (code === 'EACCES') return `${address}:${port} may not be used without more rights`;
  return `cannot listen on ${address}:${port} (${code})`;
}

/** Connections that a browser opened ahead and has not used count as idle here, though not for Node. */
function stopped(server: Server, unused: Set<Socket>): Promise<void> {
  const timer = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of unused) socket.destroy();
  }, CLOSE_IDLE_EVERY_MS);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(timer);
      resolve();
    });
  });
}

function unusedConnections(server: Server): Set<Socket> {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
}
