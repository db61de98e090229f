import { needs } from '../../../auth/middleware.server.ts';
import { submissionsFile } from '../../../domain/responses/view-responses.ts';
import { toLoaderData } from '../../../http/actions.ts';
import { attachmentResponse } from '../../../http/headers/attachment.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import type { Route } from './+types/submissions-csv';

export const middleware = [needs('handle submissions')];

export async function loader({ context, params: { form } }: Route.LoaderArgs) {
  const { db, club, clock } = context.get(siteContext);
  const file = await toLoaderData(() => submissionsFile(db, context.get(actorContext), club, clock, form));
  return attachmentResponse(file, 'text/csv');
}
