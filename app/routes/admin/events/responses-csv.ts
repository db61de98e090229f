import { needs } from '../../../auth/middleware.server.ts';
import { responsesFile } from '../../../domain/responses/csv.ts';
import { csvLoader, type ActionInput } from '../../../http/actions.ts';
import type { Route } from './+types/responses-csv';

/** `?form=` names a form that the event had before. */
export const middleware = [needs('handle responses')];

export const loader = csvLoader(
  ({ site: { db, mailing }, actor, params: { id }, request }: ActionInput<Route.LoaderArgs>) =>
    responsesFile(db, actor, mailing, id, new URL(request.url).searchParams.get('form')),
);
