import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo, type ListenOptions, type Socket } from 'node:net';
import { StartError } from '../../config/start-error.ts';
import {
  endSlowBodies,
  type BodyTimeouts,
  limitConnections,
  mostOpenFiles,
  oneRequestAtATime,
} from './connection-limits.ts';
import { countedNetwork } from './client-address.ts';
import { createNetworkQuota, type NetworkQuota, type QuotaLimits } from '../../limits/network-quota.ts';
import type { Duplex } from 'node:stream';

/** Both loopback addresses, so that 'localhost' works whichever of them a browser tries. */
const LOOPBACK = ['127.0.0.1', '::1'];
const CLOSE_IDLE_EVERY_MS = 100;

/** In milliseconds. */
interface Timeouts extends BodyTimeouts {
  headers: number;
  keepAlive: number;
  /** Without a byte in either direction: a visitor who asks and does not read, say. */
  stalled: number;
  leaving: number;
  stopping: number;
}

const TIMEOUTS: Timeouts = {
  headers: 15_000,
  // A phone with hardly any network manages to send a form in this time, and a picture at this pace.
  body: 20_000,
  bytesPerSecond: 8192,
  // Longer than the idle time of the usual load balancers, so that they close first.
  keepAlive: 65_000,
  stalled: 180_000,
  leaving: 500,
  // Orchestrators kill after ten seconds, and the database is still to be closed.
  stopping: 7500,
  checkEvery: 5000,
};

/** File descriptors kept free for the database, the storage and the pictures being made. */
const RESERVED = 256;
/** A campus behind one address gets in, but no single address can use up all connections. */
const MOST_CONNECTIONS: QuotaLimits = {
  perNetwork: 4000,
  inAll: Math.max(100, Math.min(20_000, mostOpenFiles() - RESERVED)),
};

/** Other sites of the same domain set cookies too, and a university has many sites. */
const MOST_HEADER_BYTES = 64 * 1024;

interface ServerOptions {
  /** The setting that names the port, if it is not PORT. */
  setting: string | undefined;
  timeouts: Timeouts;
  most: QuotaLimits;
  networkOf: (socket: Socket) => string | undefined;
  onListening: (address: AddressInfo) => void;
}

const DEFAULTS: ServerOptions = {
  setting: undefined,
  timeouts: TIMEOUTS,
  most: MOST_CONNECTIONS,
  networkOf: (socket) => countedNetwork({ socket, headers: {} }, []),
  onListening: () => undefined,
};

/** `host` defaults to both loopback addresses. Returns a function that stops cleanly. @throws StartError if it cannot listen. */
export async function listen(
  port: number,
  host: string | undefined,
  handle: RequestListener,
  given: Partial<ServerOptions> = {},
): Promise<() => Promise<void>> {
  const servers = new Servers(handle, given);
  for (const address of host === undefined ? LOOPBACK : [host]) {
    const error = await servers.open({ port, host: address });
    // A machine without IPv6 still serves on the other loopback address.
    if (error && (servers.isEmpty || error.code === 'EADDRINUSE')) {
      const setting = given.setting ?? (error.code === 'EADDRINUSE' ? 'PORT' : 'HOST');
      throw new StartError(`Setting ${setting}: ${reason(error, address, port)}`);
    }
  }
  return () => servers.stop();
}

/** Listens on inherited sockets, in which connections wait during a restart. @throws StartError for one that does not listen. */
export async function listenOn(
  sockets: number[],
  handle: RequestListener,
  given: Partial<ServerOptions> = {},
): Promise<() => Promise<void>> {
  const servers = new Servers(handle, given);
  for (const fd of sockets) {
    const error = await servers.open({ fd });
    if (error) throw new StartError(`Setting LISTEN_FDS: descriptor ${fd} is not a listening socket (${error.code})`);
  }
  return () => servers.stop();
}

type ListenPlace = ListenOptions & { fd?: number };

/** The servers of a site, one for each address, which share their limits and stop together. */
class Servers {
  readonly #handle: RequestListener;
  readonly #options: ServerOptions;
  readonly #quota: NetworkQuota;
  readonly #listening: { server: Server; unused: Set<Socket> }[] = [];

  constructor(handle: RequestListener, given: Partial<ServerOptions>) {
    this.#handle = handle;
    this.#options = { ...DEFAULTS, ...given };
    this.#quota = createNetworkQuota(this.#options.most);
  }

  get isEmpty(): boolean {
    return this.#listening.length === 0;
  }

  /** Returns why nothing can listen there. */
  async open(place: ListenPlace): Promise<NodeJS.ErrnoException | undefined> {
    const server = serverFor(this.#handle, this.#options, this.#quota);
    const error = await listening(server, place);
    if (error) return error;
    this.#listening.push({ server, unused: unusedConnections(server) });
    const address = server.address();
    if (typeof address === 'object' && address) this.#options.onListening(address);
    return undefined;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#listening.map(({ server, unused }) => stopped(server, unused, this.#options.timeouts)));
  }
}

function serverFor(handle: RequestListener, { timeouts, networkOf }: ServerOptions, quota: NetworkQuota): Server {
  const server = createServer(
    {
      maxHeaderSize: MOST_HEADER_BYTES,
      headersTimeout: timeouts.headers,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: timeouts.checkEvery,
    },
    oneRequestAtATime(handle),
  );
  server.setTimeout(timeouts.stalled);
  answerBadRequests(server);
  endSlowBodies(server, timeouts);
  limitConnections(server, quota, networkOf);
  return server;
}

function listening(server: Server, place: ListenPlace): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((done) => {
    server.once('error', done);
    server.listen(place, () => done(undefined));
  });
}

function reason({ code }: NodeJS.ErrnoException, address: string, port: number): string {
  if (code === 'EADDRINUSE') return `${port} is taken by another program on ${address}`;
  if (code === 'EACCES') return `${address}:${port} may not be used without more rights`;
  return `cannot listen on ${address}:${port} (${code})`;
}

/** Idle connections stay a moment, as a request may be on its way. Node does not count unused ones as idle. */
function stopped(server: Server, unused: Set<Socket>, { leaving, stopping }: Timeouts): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  let idle: NodeJS.Timeout | undefined;
  const left = setTimeout(() => {
    idle = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    }, CLOSE_IDLE_EVERY_MS);
  }, leaving);
  const cutOff = setTimeout(() => server.closeAllConnections(), stopping);
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => {
      clearTimeout(left);
      clearInterval(idle);
      clearTimeout(cutOff);
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

/** How long to keep reading after a refusal, so that it arrives before the connection ends. */
const LINGER_MS = 500;

interface Refusal {
  status: string;
  type?: string;
  text: string;
}

/** This browser's other requests are refused too, so the page has neither styles nor links. */
const TOO_MANY_COOKIES = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Too many cookies</title></head>
<body><main>
<h1>Your browser sends too many cookies.</h1>
<p>With its request it sent more than ${MOST_HEADER_BYTES / 1024} KB, and this site takes no more. Mostly these are cookies that other sites of the same domain have left in your browser.</p>
<p>Delete the cookies of this site and of the domain above it in your browser’s settings, then open this page again. Until then a private window works.</p>
<p>If it keeps happening, the address itself may be too long: ask whoever gave it to you.</p>
</main></body>
</html>
`;

/** The status for each error code of Node's parser; any other is 400. */
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', type: 'text/html', text: TOO_MANY_COOKIES },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: '413 Payload Too Large', text: 'What was sent is too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    text: 'The request took too long to arrive. Please try again.',
  },
};
const NOT_HTTP: Refusal = { status: '400 Bad Request', text: 'This request cannot be understood.' };

/** Writes nothing if an answer has already begun. */
function answerBadRequests(server: Server): void {
  const answering = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  server.on('request', ({ socket }, response) => answering.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const running = answering.get(socket);
    const isAnswering = running?.headersSent && !running.writableFinished;
    if (!socket.writable || isAnswering || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const { status, type = 'text/plain', text } = REFUSALS[error.code ?? ''] ?? NOT_HTTP;
    socket.end(
      `HTTP/1.1 ${status}\r\ncontent-type: ${type}; charset=utf-8\r\ncache-control: no-store\r\n` +
        `content-security-policy: default-src 'none'; frame-ancestors 'none'\r\nx-content-type-options: nosniff\r\n` +
        `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
    );
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}
