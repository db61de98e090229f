// Browsers with an open stream each, several thousand in one process: says when all are open, and when all were told.
import { connect, type Socket } from 'node:net';

const AT_ONCE = 250;
const REQUEST = 'GET /live HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n';

const sockets: Socket[] = [];
let told = 0;

process.once('message', (wanted: { port: number; count: number }) => {
  read(wanted).catch(() => process.exit(1));
});
process.once('disconnect', () => process.exit(0));

async function read({ port, count }: { port: number; count: number }): Promise<void> {
  for (let opened = 0; opened < count; opened += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - opened) }, () => open(port)));
  }
  for (const socket of sockets) {
    socket.on('data', (bytes) => {
      if (bytes.includes('event: change') && ++told % sockets.length === 0) process.send?.('told');
    });
    socket.on('close', () => process.exit(1));
  }
  process.send?.('open');
}

/** Resolves once the stream has been answered. */
function open(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(REQUEST));
    socket.on('error', reject);
    socket.once('data', () => {
      sockets.push(socket);
      resolve();
    });
  });
}
