import { needs } from '../../../auth/middleware.server.ts';
import { openEventForEditing } from '../../../domain/events/editable-event.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { problemResponse, toProblem } from '../../../http/problem.ts';
import type { Route } from './+types/draft';

export const middleware = [needs('change events')];

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { db, clock } = context.get(siteContext);
  const headers = { 'cache-control': 'no-store' };
  try {
    return Response.json(await openEventForEditing(db, context.get(actorContext), id, clock.timeZone), { headers });
  } catch (error) {
    const problem = toProblem(error);
    if (!problem) throw error;
    return problemResponse(problem);
  }
}
