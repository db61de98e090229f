import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { givePlaceByOfficer } from '../../../../domain/sign-ups/officers.ts';
import { methodOf, readCommand, toActionResult } from '../../../../http/actions.ts';
import { actorContext, siteContext } from '../../../../http/context.server.ts';
import type { Route } from './+types/place';

export const middleware = [needs('handle responses')];

const given = z.strictObject({ beyondLimit: z.boolean() });

export function action({ request, context, params: { id: eventKey, key } }: Route.ActionArgs) {
  const { db, mailing } = context.get(siteContext);
  return toActionResult(async () => {
    methodOf(request, 'POST');
    const sent = await readCommand(request, given);
    return givePlaceByOfficer(db, context.get(actorContext), mailing, { ...sent, eventKey, key });
  });
}
