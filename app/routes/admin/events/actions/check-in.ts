import { needs } from '../../../../auth/middleware.server.ts';
import { checkInByOfficer } from '../../../../domain/sign-ups/by-officer.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/check-in';

export const middleware = [needs('handle responses')];

type Call = ActionInput<Route.ActionArgs>;

export const action = resource({
  POST: async ({ site: { db, mailing }, actor, params: { id: eventKey, key } }: Call) =>
    checkInByOfficer(db, actor, mailing, { eventKey, key, at: Date.now() }),
  DELETE: async ({ site: { db, mailing }, actor, params: { id: eventKey, key } }: Call) =>
    checkInByOfficer(db, actor, mailing, { eventKey, key, at: null }),
});
