import { needs } from '../../../auth/middleware.server.ts';
import { yearFile } from '../../../domain/looking-back/year.ts';
import { csvLoader, type ActionInput } from '../../../http/actions.ts';
import type { Route } from './+types/year-csv';
import { readYear } from './year-query.ts';

export const middleware = [needs('manage the club')];

export const loader = csvLoader(({ site: { db, club, clock }, actor, request }: ActionInput<Route.LoaderArgs>) => {
  const { yearStartsIn } = club.club;
  return yearFile(db, actor, { clock, yearStartsIn, hasMembers: false, year: readYear(request.url) });
});
