import { needs } from '../../../auth/middleware.server.ts';
import { yearFile } from '../../../domain/looking-back/year.ts';
import { csvLoader } from '../../../http/actions.ts';
import { readYear } from './year-query.ts';

export const middleware = [needs('manage the club')];

export const loader = csvLoader(({ site: { db, club, clock }, actor, request }) => {
  const { yearStartsIn, currency } = club.club;
  return yearFile(db, actor, { clock, yearStartsIn, hasMembers: false, currency, year: readYear(request.url) });
});
