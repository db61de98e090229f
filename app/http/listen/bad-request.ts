import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Reads on after a refusal, so that it arrives before the connection ends. */
const LINGER_MS = 500;

/** By the code of the parser's error; everything else is 400. */
const ANSWERS: Record<string, [status: string, sentence: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The address or its headers are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'What was sent is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive. Please try again.'],
};
const NOT_HTTP: [string, string] = ['400 Bad Request', 'This is not a request that can be understood.'];

/** Where an answer is on its way already, nothing is written into it. */
export function answerBadRequests(server: Server): void {
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
    const [status, sentence] = ANSWERS[error.code ?? ''] ?? NOT_HTTP;
    socket.end(
      `HTTP/1.1 ${status}\r\ncontent-type: text/plain; charset=utf-8\r\ncache-control: no-store\r\n` +
        `x-content-type-options: nosniff\r\ncontent-length: ${sentence.length}\r\nconnection: close\r\n\r\n${sentence}`,
    );
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}
