import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { addByOfficer } from '../../../../domain/sign-ups/officers.ts';
import { methodOf, once, readCommand, toActionResult } from '../../../../http/actions.ts';
import { actorContext, siteContext } from '../../../../http/context.server.ts';
import type { Route } from './+types/sign-ups';

export const middleware = [needs('handle responses')];

const added = z.strictObject({ once, answers: z.record(z.string().max(128), z.unknown()), beyondLimit: z.boolean() });

export function action({ request, context, params: { id: eventKey } }: Route.ActionArgs) {
  const { db, mailing } = context.get(siteContext);
  return toActionResult(async () => {
    methodOf(request, 'POST');
    const sent = await readCommand(request, added);
    return addByOfficer(db, context.get(actorContext), mailing, { ...sent, eventKey });
  });
}
