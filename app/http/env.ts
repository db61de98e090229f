import type { IncomingMessage } from 'node:http';
import type { Database } from '../db/db.server.ts';
import type { Actor } from '../domain/actor.ts';
import type { RequestSender } from '../limits/turns.ts';
import type { ResponseContext } from './context.server.ts';

/** The methods that change nothing. */
export const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface AppEnv {
  /** `sender`: who asked first for an answer that others may get too. */
  Bindings: { response?: ResponseContext; incoming?: IncomingMessage; sender?: RequestSender };
  Variables: {
    actor: Actor | null;
    /** Whose turn it is; undefined if nobody waits for one. */
    sender?: RequestSender;
    /** Its writes check that the person who sent the request still has their role. */
    db: Database;
  };
}
