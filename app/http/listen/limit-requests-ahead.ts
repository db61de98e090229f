import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers wait for an answer before they ask again on a connection; some programs send a few ahead. */
const MOST_AHEAD = 50;

/** Node takes any number of requests in one piece, and works on all of them: whoever sends more is let go. */
export function limitRequestsAhead(handle: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > MOST_AHEAD) socket.destroy();
    // Of the same piece more may follow.
    if (socket.destroyed) return;
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    handle(request, response);
  };
}
