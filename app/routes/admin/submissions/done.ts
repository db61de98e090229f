import { needs } from '../../../auth/middleware.server.ts';
import { requireReceivedForm } from '../../../domain/forms/club-forms.ts';
import { markSubmission } from '../../../domain/responses/submission-done.ts';
import { resource, type ActionInput } from '../../../http/actions.ts';
import type { Route } from './+types/done';

export const middleware = [needs('handle submissions')];

function markAs(isDone: boolean) {
  return async ({ site: { db, club }, actor, params: { form, key } }: ActionInput<Route.ActionArgs>) =>
    markSubmission(db, actor, requireReceivedForm(club, form), key, isDone);
}

export const action = resource({ POST: markAs(true), DELETE: markAs(false) });
