import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be closed and opened again, as a network or a server that is gone and comes back looks from here. */
export interface TcpProxy {
  port: number;
  disconnect: () => Promise<void>;
  reconnect: () => Promise<void>;
}

/** To the server at this port of this machine. */
export async function openTcpProxy(to: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, 'localhost');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no port');
  const { port } = address;
  return {
    port,
    async disconnect() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async reconnect() {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
  };
}
