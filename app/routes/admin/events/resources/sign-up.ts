import { needs } from '../../../../auth/middleware.server.ts';
import { cancelByOfficer } from '../../../../domain/sign-ups/officers.ts';
import { methodOf, toActionResult } from '../../../../http/actions.ts';
import { actorContext, siteContext } from '../../../../http/context.server.ts';
import type { Route } from './+types/sign-up';

export const middleware = [needs('handle responses')];

export function action({ request, context, params: { id: eventKey, key } }: Route.ActionArgs) {
  const { db, mailing } = context.get(siteContext);
  return toActionResult(async () => {
    methodOf(request, 'DELETE');
    return cancelByOfficer(db, context.get(actorContext), mailing, { eventKey, key });
  });
}
