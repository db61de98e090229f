import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { endTerms } from '../../../domain/handover/handover.ts';
import { methodOf, readCommand, toActionResult } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { formatTableDate } from '../../../time/club-time.ts';
import type { Route } from './+types/terms';

export const middleware = [needs('manage the club')];

const ended = z.strictObject({ keys: z.array(z.string().min(1).max(768)).min(1).max(5000) });

export function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(siteContext);
  return toActionResult(async () => {
    methodOf(request, 'DELETE');
    const { keys } = await readCommand(request, ended);
    const thisMonth = formatTableDate(Date.now(), clock).slice(0, 7);
    return { names: await endTerms(db, context.get(actorContext), keys, thisMonth) };
  });
}
