import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { countResponsesGoing } from '../../../../domain/responses/forms-of-events.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/responses-going';

export const middleware = [needs('change events')];

const asked = z.strictObject({ keys: z.array(z.string()).min(1).max(5000) });

/** How many responses go with these events: a body, as the keys of all events fit into no address. */
export const action = resource({
  POST: async ({ site, actor, read }: ActionInput<Route.ActionArgs>) => ({
    responses: await countResponsesGoing(site.db, actor, (await read(asked)).keys),
  }),
});
