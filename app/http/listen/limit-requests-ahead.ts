import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers wait for an answer before they ask again on the same connection; some programs send a few requests ahead. */
const MOST_AHEAD = 50;

/**
 * Hands over no more requests of one connection than may wait for their answers at once. Node takes any number in one
 * piece, and works on all of them: whoever sends more is let go.
 */
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
