import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { countPaymentsToRemove, countResponsesToRemove } from '../../../../domain/responses/forms-of-events.ts';
import { resource } from '../../../../http/actions.ts';

export const middleware = [needs('change events')];

const requestBody = z.strictObject({ keys: z.array(z.string()).min(1).max(5000) });

/**
 * Counts the responses and payments that would be removed with these events. Their keys come in a body, as they may not
 * fit into an address.
 */
export const action = resource({
  POST: async ({ site: { db }, actor, read }) => {
    const { keys } = await read(requestBody);
    const [responses, payments] = await Promise.all([
      countResponsesToRemove(db, actor, keys),
      countPaymentsToRemove(db, actor, keys),
    ]);
    return { responses, payments };
  },
});
