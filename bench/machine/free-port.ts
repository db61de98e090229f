import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const port = portOf(server);
  server.close();
  return port;
}

/** The port that a server listens on. */
export function portOf(server: { address: () => unknown }): number {
  const address = server.address();
  if (typeof address === 'object' && address && 'port' in address && typeof address.port === 'number') {
    return address.port;
  }
  throw new Error('The server listens on no port');
}
