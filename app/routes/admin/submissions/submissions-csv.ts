import { needs } from '../../../auth/middleware.server.ts';
import { submissionsFile } from '../../../domain/responses/csv.ts';
import { csvLoader, type ActionInput } from '../../../http/actions.ts';
import type { Route } from './+types/submissions-csv';

export const middleware = [needs('handle submissions')];

export const loader = csvLoader(
  ({ site: { db, club, clock }, actor, params: { form } }: ActionInput<Route.LoaderArgs>) =>
    submissionsFile(db, actor, club, clock, form),
);
