import type { IncomingMessage } from 'node:http';
import type { Database } from '../db/db.server.ts';
import type { Actor } from '../domain/actor.ts';
import type { RequestSender } from '../limits/turns.ts';
import type { ResponseContext } from './context.server.ts';

/** The methods that change nothing. */
export const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface AppEnv {
  /** `sender`: for whom an answer is made that others may be given too. */
  Bindings: { response?: ResponseContext; incoming?: IncomingMessage; sender?: RequestSender };
  Variables: {
    actor: Actor | null;
    /** Whose turn it is; undefined where nobody waits for one. */
    sender?: RequestSender;
    /** Its writes ask whether the person who sends this still has their role. */
    db: Database;
  };
}
