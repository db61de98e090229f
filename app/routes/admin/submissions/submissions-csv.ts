import { submissionsFile } from '../../../domain/responses/view-responses.ts';
import { toLoaderData } from '../../../http/action-result.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import type { Route } from './+types/submissions-csv';

/** Everything that one form received, as a file for spreadsheets. */
export async function loader({ context, params: { form } }: Route.LoaderArgs) {
  const { db, club, clock } = context.get(siteContext);
  const { name, content } = await toLoaderData(() => submissionsFile(db, context.get(actorContext), club, clock, form));
  return new Response(content, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="submissions.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
    },
  });
}
