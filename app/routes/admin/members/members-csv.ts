import { needs } from '../../../auth/middleware.server.ts';
import { membersFile } from '../../../domain/members/csv.ts';
import { csvLoader, type ActionInput } from '../../../http/actions.ts';
import { membersOnly } from '../../require-membership.server.ts';
import type { Route } from './+types/members-csv';

export const middleware = [needs('handle members'), membersOnly];

export const loader = csvLoader(({ site: { db, clock }, actor }: ActionInput<Route.LoaderArgs>) =>
  membersFile(db, actor, clock),
);
