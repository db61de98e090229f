import { needs } from '../../../../auth/middleware.server.ts';
import { sendLinkByOfficer } from '../../../../domain/sign-ups/officers.ts';
import { methodOf, toActionResult } from '../../../../http/actions.ts';
import { actorContext, siteContext } from '../../../../http/context.server.ts';
import type { Route } from './+types/link';

export const middleware = [needs('handle responses')];

export function action({ request, context, params: { id: eventKey, key } }: Route.ActionArgs) {
  const { db, mailing } = context.get(siteContext);
  return toActionResult(async () => {
    methodOf(request, 'POST');
    return sendLinkByOfficer(db, context.get(actorContext), mailing, { eventKey, key });
  });
}
