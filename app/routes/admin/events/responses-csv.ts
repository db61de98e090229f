import { responsesFile } from '../../../domain/responses/view-responses.ts';
import { toLoaderData } from '../../../http/action-result.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import type { Route } from './+types/responses-csv';

/** The responses to an event's form, or with `form` to one that it had before, as a file for spreadsheets. */
export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { db, clock } = context.get(siteContext);
  const formId = new URL(request.url).searchParams.get('form');
  const { name, content } = await toLoaderData(() => responsesFile(db, context.get(actorContext), clock, id, formId));
  return new Response(content, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="responses.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
    },
  });
}
