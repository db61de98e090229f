import { Hono } from 'hono';
import type { AppEnv } from '../../http/env.ts';
import type { Gate } from './form-gate.ts';
import { bodyUpTo, NO_STORE, objectOf, refuseWrite } from './read-form-body.ts';

/** `POST /api/attest/token` takes `{ challenge, solution }` and gives `{ token, expiresIn }` (seconds) or 403. */
export function attestApp({ attestation, networkOf }: Gate): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/api/attest/challenge', async (c) => c.json(await attestation.challenge(networkOf(c)), 200, NO_STORE));
  app.post('/api/attest/token', bodyUpTo(16), async (c) =>
    c.json(await attestation.exchange(await objectOf(c)), 200, NO_STORE),
  );
  app.onError(refuseWrite);
  return app;
}
