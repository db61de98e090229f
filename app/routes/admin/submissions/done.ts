import { needs } from '../../../auth/middleware.server.ts';
import { requireReceivedForm } from '../../../domain/forms/club-forms.ts';
import { markSubmission } from '../../../domain/responses/submission-done.ts';
import { methodOf, toActionResult } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import type { Route } from './+types/done';

export const middleware = [needs('handle submissions')];

export function action({ request, context, params: { form, key } }: Route.ActionArgs) {
  const { db, club } = context.get(siteContext);
  return toActionResult(async () => {
    const isDone = methodOf(request, 'POST', 'DELETE') === 'POST';
    return markSubmission(db, context.get(actorContext), requireReceivedForm(club, form), key, isDone);
  });
}
