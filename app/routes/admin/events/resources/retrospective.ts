import { z } from 'zod';
import { needs } from '../../../../auth/middleware.server.ts';
import { lookBack } from '../../../../domain/event-changes/lifecycle.ts';
import { methodOf, readCommand, toActionResult } from '../../../../http/actions.ts';
import { actorContext, siteContext } from '../../../../http/context.server.ts';
import type { Route } from './+types/retrospective';

export const middleware = [needs('change events')];

const noted = z.strictObject({ version: z.int().min(0), input: z.unknown() });

export function action({ request, context, params: { id: key } }: Route.ActionArgs) {
  const { db, clock } = context.get(siteContext);
  const actor = context.get(actorContext);
  return toActionResult(async () => {
    methodOf(request, 'POST');
    return lookBack(db, actor, { key, ...(await readCommand(request, noted)) }, clock.timeZone);
  });
}
