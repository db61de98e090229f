import { needs } from '../../../auth/middleware.server.ts';
import { responsesFile } from '../../../domain/responses/view-responses.ts';
import { toLoaderData } from '../../../http/actions.ts';
import { attachmentResponse } from '../../../http/headers/attachment.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import type { Route } from './+types/responses-csv';

/** `?form=` names a form that the event had before. */
export const middleware = [needs('handle responses')];

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { db, clock } = context.get(siteContext);
  const formId = new URL(request.url).searchParams.get('form');
  const file = await toLoaderData(() => responsesFile(db, context.get(actorContext), clock, id, formId));
  return attachmentResponse(file, 'text/csv');
}
