import type { IncomingMessage } from 'node:http';
import type { Database } from '../db/db.server.ts';
import type { Actor } from '../domain/users/actor.ts';
import type { ResponseContext } from './context.server.ts';

export interface AppEnv {
  Bindings: { response?: ResponseContext; incoming?: IncomingMessage };
  Variables: {
    actor: Actor | null;
    /** Its writes ask whether whoever sends this still has their role. */
    db: Database;
  };
}
