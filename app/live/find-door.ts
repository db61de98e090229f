import type { IncomingMessage } from 'node:http';
import type { Database } from '../db/db.server.ts';
import { findDoorLink } from '../domain/sign-ups/door/links.ts';
import { clientAddress, networkOf } from '../http/listen/client-address.ts';
import { NETWORK_LIMITS } from '../limits/network-limits.ts';
import { createLimiter } from '../limits/rate-limit.ts';
import type { StreamsOptions } from './streams.ts';

interface Source {
  db: Database;
  settings: { trustedProxies: string[] };
}

/** The door that a helpers' link leads to. Unknown tokens are limited here too, so that nobody can try one after another. */
export function doorFinder({ db, settings }: Source): NonNullable<StreamsOptions['findDoor']> {
  const guesses = createLimiter(db, NETWORK_LIMITS.unknownLinks);
  return async (token, request: IncomingMessage) => {
    const link = await findDoorLink(db, token);
    if (link) return { linkId: link.id, eventKey: link.event.key, formId: link.event.formId, until: link.until };
    const { wait } = await guesses.take(networkOf(clientAddress(request, settings.trustedProxies)));
    return wait === undefined ? undefined : 'limited';
  };
}
