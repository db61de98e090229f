import { needs } from '../../../auth/middleware.server.ts';
import { yearFile } from '../../../domain/looking-back/year.ts';
import { toLoaderData } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { attachmentResponse } from '../../../http/headers/attachment.ts';
import type { Route } from './+types/year-csv';
import { readYear } from './year-query.ts';

export const middleware = [needs('manage the club')];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, club, clock } = context.get(siteContext);
  const { yearStartsIn } = club.club;
  const options = { clock, yearStartsIn, hasMembers: false, year: readYear(request.url) };
  const file = await toLoaderData(() => yearFile(db, context.get(actorContext), options));
  return attachmentResponse(file, 'text/csv');
}
