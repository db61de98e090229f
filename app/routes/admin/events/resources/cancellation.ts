import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { cancelEvent, takeBackCancellation } from '../../../../domain/event-changes/lifecycle.ts';
import { methodOf, readCommand, toActionResult } from '../../../../http/actions.ts';
import { actorContext, siteContext } from '../../../../http/context.server.ts';
import type { Route } from './+types/cancellation';

export const middleware = [needs('change events')];

const version = z.int().min(0);
const made = z.strictObject({ version, input: z.unknown() });
const takenBack = z.strictObject({ version });

export function action({ request, context, params: { id: key } }: Route.ActionArgs) {
  const { db, mailing } = context.get(siteContext);
  const actor = context.get(actorContext);
  return toActionResult(async () => {
    if (methodOf(request, 'POST', 'DELETE') === 'POST')
      return cancelEvent(db, actor, { key, ...(await readCommand(request, made)) }, mailing);
    return takeBackCancellation(db, actor, { key, ...(await readCommand(request, takenBack)) }, mailing);
  });
}
