import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { NetworkQuota } from '../../limits/network-quota.ts';

const SENTENCE = 'There are too many connections right now. Please try again in a moment.';
const REFUSAL =
  'HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncache-control: no-store\r\n' +
  `retry-after: 10\r\ncontent-length: ${SENTENCE.length}\r\nconnection: close\r\n\r\n${SENTENCE}`;

export function limitConnections(
  server: Server,
  quota: NetworkQuota,
  addressOf: (socket: Socket) => string | undefined,
): void {
  server.on('connection', (socket: Socket) => {
    const entered = quota.enter(addressOf(socket));
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
