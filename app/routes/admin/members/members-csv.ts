import { needs } from '../../../auth/middleware.server.ts';
import { membersFile } from '../../../domain/members/csv.ts';
import { csvLoader } from '../../../http/actions.ts';
import { membersOnly } from '../../require-membership.server.ts';

export const middleware = [membersOnly, needs('handle members')];

export const loader = csvLoader(({ site: { db, clock }, actor }) => membersFile(db, actor, clock));
