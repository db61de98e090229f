import { needs } from '../../../../auth/middleware.server.ts';
import { checkInByOfficer } from '../../../../domain/sign-ups/by-officer.ts';
import { resource, type ActionInput } from '../../../../http/actions.ts';
import type { Route } from './+types/check-in';

export const middleware = [needs('handle responses')];

function checkInAt(time: () => number | null) {
  return async ({ site: { db, mailing }, actor, params: { id: eventKey, key } }: ActionInput<Route.ActionArgs>) =>
    checkInByOfficer(db, actor, mailing, { eventKey, key, at: time() });
}

export const action = resource({ POST: checkInAt(Date.now), DELETE: checkInAt(() => null) });
