import { needs } from '../../../../auth/middleware.server.ts';
import { announceAgain } from '../../../../domain/announcements/view-announcements.ts';
import { methodOf, toActionResult } from '../../../../http/actions.ts';
import { actorContext, siteContext } from '../../../../http/context.server.ts';
import type { Route } from './+types/announcement';

export const middleware = [needs('change events')];

/** Sends it once more. */
export function action({ request, context, params: { id, key } }: Route.ActionArgs) {
  return toActionResult(async () => {
    methodOf(request, 'POST');
    return announceAgain(context.get(siteContext).db, context.get(actorContext), { eventKey: id, key });
  });
}
