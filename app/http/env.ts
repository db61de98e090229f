import type { IncomingMessage } from 'node:http';
import type { Actor } from '../domain/users/actor.ts';
import type { ResponseContext } from './context.server.ts';

export interface AppEnv {
  Bindings: { response?: ResponseContext; incoming?: IncomingMessage };
  Variables: { actor: Actor | null };
}
