import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import {
  cancelByOfficer,
  changeAnswersByOfficer,
  openAnswersForEditing,
} from '../../../../domain/sign-ups/officers.ts';
import { openedResponse, methodOf, readCommand, toActionResult } from '../../../../http/actions.ts';
import { actorContext, siteContext } from '../../../../http/context.server.ts';
import type { Route } from './+types/sign-up';

export const middleware = [needs('handle responses')];

const changed = z.strictObject({ answers: z.record(z.string().max(128), z.unknown()) });

export function loader({ context, params: { id: eventKey, key } }: Route.LoaderArgs) {
  const { db, clock } = context.get(siteContext);
  const actor = context.get(actorContext);
  return openedResponse(() => openAnswersForEditing(db, actor, { eventKey, key }, clock.timeZone));
}

export function action({ request, context, params: { id: eventKey, key } }: Route.ActionArgs) {
  const { db, mailing } = context.get(siteContext);
  const actor = context.get(actorContext);
  return toActionResult(async () => {
    if (methodOf(request, 'POST', 'DELETE') === 'DELETE') return cancelByOfficer(db, actor, mailing, { eventKey, key });
    const { answers } = await readCommand(request, changed);
    return changeAnswersByOfficer(db, actor, mailing, { eventKey, key, answers });
  });
}
