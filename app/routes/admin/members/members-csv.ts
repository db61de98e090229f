import { needs } from '../../../auth/middleware.server.ts';
import { membersFile } from '../../../domain/members/csv.ts';
import { toLoaderData } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { attachmentResponse } from '../../../http/headers/attachment.ts';
import { requireMembership } from '../../require-membership.server.ts';
import type { Route } from './+types/members-csv';

export const middleware = [needs('handle members')];

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  requireMembership(site);
  const file = await toLoaderData(() => membersFile(site.db, context.get(actorContext), site.clock));
  return attachmentResponse(file, 'text/csv');
}
