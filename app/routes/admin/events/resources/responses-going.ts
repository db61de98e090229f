import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { countResponsesGoing } from '../../../../domain/responses/forms-of-events.ts';
import { methodOf, readCommand, toActionResult } from '../../../../http/actions.ts';
import { actorContext, siteContext } from '../../../../http/context.server.ts';
import type { Route } from './+types/responses-going';

export const middleware = [needs('change events')];

const asked = z.strictObject({ keys: z.array(z.string()).min(1).max(5000) });

/** How many responses go with these events: a body, as the keys of all events fit into no address. */
export function action({ request, context }: Route.ActionArgs) {
  return toActionResult(async () => {
    methodOf(request, 'POST');
    const { keys } = await readCommand(request, asked);
    const { db } = context.get(siteContext);
    return { responses: await countResponsesGoing(db, context.get(actorContext), keys) };
  });
}
