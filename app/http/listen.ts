import { createServer, type RequestListener, type Server } from 'node:http';
import { StartError } from '../config/start-error.ts';

/** Both loopback addresses, so that 'localhost' works whichever of them a browser tries. */
const LOOPBACK = ['127.0.0.1', '::1'];
/** A phone on a slow network may take this long to send an upload. */
const REQUEST_MS = 300_000;
const HEADERS_MS = 15_000;
/** Longer than the idle time of the usual load balancers, so that they close first. */
const KEEP_ALIVE_MS = 65_000;

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
  const servers: Server[] = [];
  for (const address of host === undefined ? LOOPBACK : [host]) {
    const server = createServer(
      { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS },
      handle,
    );
    const error = await listening(server, port, address);
    if (!error) servers.push(server);
    // A machine without IPv6 still serves on the other loopback address.
    else if (servers.length === 0 || error.code === 'EADDRINUSE') {
      throw new StartError(`Setting ${error.code === 'EADDRINUSE' ? 'PORT' : 'HOST'}: ${reason(error, address, port)}`);
    }
  }
  return async () => {
    await Promise.all(servers.map(stopped));
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

function stopped(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
