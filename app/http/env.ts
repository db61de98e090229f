import type { IncomingMessage } from 'node:http';
import type { Actor } from '../domain/users/actor.ts';
import type { ResponseContext } from './context.server.ts';

/**
 * What goes with a request through the Hono app: notes about the answer, read when it is made, and the raw request,
 * where there is one; then who asks.
 */
export interface AppEnv {
  Bindings: { response?: ResponseContext; incoming?: IncomingMessage };
  Variables: { actor: Actor | null };
}
